import H264Kit
import Testing

@Test func leastSignificantBitsWrapAround() throws {
  // 16 values, each the one nearest to the preceding reference, regardless of pictures in between.
  var stream = try StreamBuilder()
  try stream.slice(.i, idr: true)
  let lsbs: [(UInt32, UInt8)] = [(6, 1), (12, 1), (2, 1), (15, 0), (6, 1), (1, 1), (9, 0), (10, 1)]
  for (number, (lsb, refIdc)) in lsbs.enumerated() {
    try stream.slice(refIdc: refIdc) {
      $0.frameNum = UInt32(number + 1)
      $0.picOrderCntLsb = lsb
    }
  }
  #expect(stream.pictures.map(\.pictureOrderCount) == [0, 6, 12, 18, 15, 22, 17, 25, 10])
}

@Test func countsBelowZero() throws {
  var stream = try StreamBuilder()
  try stream.slice(.i, idr: true)
  try stream.slice(refIdc: 0) {
    $0.frameNum = 1
    $0.picOrderCntLsb = 14
  }
  let pictures = stream.pictures
  #expect(pictures.map(\.pictureOrderCount) == [0, -2])
}

@Test func theSmallerFieldIsTheFrames() throws {
  var stream = try StreamBuilder { _, pps in pps.bottomFieldPicOrderInFramePresentFlag = true }
  try stream.slice(.i, idr: true) { $0.deltaPicOrderCntBottom = 1 }
  try stream.slice {
    $0.frameNum = 1
    $0.picOrderCntLsb = 4
    $0.deltaPicOrderCntBottom = -1
  }
  #expect(stream.pictures.map(\.pictureOrderCount) == [0, 3])
}

@Test func everythingForgottenInMidStream() throws {
  var stream = try StreamBuilder { _, pps in pps.bottomFieldPicOrderInFramePresentFlag = true }
  try stream.slice(.i, idr: true)
  try stream.slice {
    $0.frameNum = 1
    $0.picOrderCntLsb = 6
  }
  try stream.slice {
    $0.frameNum = 2
    $0.picOrderCntLsb = 4
    $0.deltaPicOrderCntBottom = -3
    $0.decRefPicMarking = .everythingForgotten
  }
  // Counted from the top field's 3, with frame numbers from 0.
  try stream.slice {
    $0.frameNum = 1
    $0.picOrderCntLsb = 5
  }
  let pictures = stream.pictures
  #expect(pictures.map(\.pictureOrderCount) == [0, 6, 0, 5])
  #expect(pictures.map(\.startsOrder) == [true, false, true, false])
  #expect(pictures.map(\.displayIndex) == [0, 1, 2, 3])
}

@Test func aCycleOfDifferences() throws {
  var stream = try StreamBuilder { sps, pps in
    sps.picOrderCntType = 1
    sps.picOrderCntCycle = .init()
    sps.picOrderCntCycle?.offsetForRefFrame = [4, 2, 6]
    sps.picOrderCntCycle?.offsetForNonRefPic = -3
    sps.picOrderCntCycle?.offsetForTopToBottomField = 1
    pps.bottomFieldPicOrderInFramePresentFlag = true
  }
  try stream.slice(.i, idr: true)
  let frames: [(frameNum: UInt32, refIdc: UInt8, delta: Int32, delta1: Int32)] = [
    (1, 1, 0, 0),  // 4
    (2, 1, 0, 0),  // 4 + 2
    (3, 0, 0, 0),  // a non-reference picture, as frame 2: 6 - 3
    (3, 1, 10, -20),  // 12 + 10, the bottom field 12 + 10 + 1 - 20
    (15, 1, 0, 0),  // five cycles
    (0, 1, 0, 0),  // frame number 16: five cycles and 4
    (0, 0, 0, 0),  // a non-reference picture, as frame 15: 60 - 3
    (9, 1, 0, 0),  // frame number 25 after a gap: eight cycles and 4
  ]
  for frame in frames {
    try stream.slice(refIdc: frame.refIdc) {
      $0.frameNum = frame.frameNum
      $0.deltaPicOrderCnt0 = frame.delta
      $0.deltaPicOrderCnt1 = frame.delta1
    }
  }
  #expect(stream.pictures.map(\.pictureOrderCount) == [0, 4, 6, 3, 3, 60, 64, 57, 100])
}

@Test func bottomFieldsOfACycle() throws {
  var stream = try StreamBuilder { sps, _ in
    sps.frameMbsOnlyFlag = false
    sps.picOrderCntType = 1
    sps.picOrderCntCycle = .init()
    sps.picOrderCntCycle?.offsetForRefFrame = [8]
    sps.picOrderCntCycle?.offsetForTopToBottomField = 3
  }
  try stream.field(bottom: true, .i, idr: true)
  try stream.field(bottom: true) {
    $0.frameNum = 1
    $0.deltaPicOrderCnt0 = 1
  }
  #expect(stream.pictures.map(\.pictureOrderCount) == [3, 12])
}

@Test func anEmptyCycle() throws {
  var stream = try StreamBuilder { sps, _ in
    sps.picOrderCntType = 1
    sps.picOrderCntCycle = .init()
  }
  try stream.slice(.i, idr: true)
  try stream.slice {
    $0.frameNum = 7
    $0.deltaPicOrderCnt0 = -5
  }
  #expect(stream.pictures.map(\.pictureOrderCount) == [0, -5])
}

@Test func decodingOrderIsOutputOrder() throws {
  var stream = try StreamBuilder { sps, _ in sps.picOrderCntType = 2 }
  try stream.slice(.i, idr: true)
  let frames: [(UInt32, UInt8)] = [(1, 1), (2, 0), (2, 1), (15, 1), (0, 0), (0, 1), (3, 1)]
  for (frameNum, refIdc) in frames { try stream.slice(refIdc: refIdc) { $0.frameNum = frameNum } }
  let pictures = stream.pictures
  #expect(pictures.map(\.pictureOrderCount) == [0, 2, 3, 4, 30, 31, 32, 38])
  #expect(pictures.allSatisfy { $0.maxReordered == 0 })
  #expect(pictures.map(\.displayIndex) == (0..<8).map { $0 })
}
