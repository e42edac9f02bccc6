import H264Kit
import Testing

private func picture(_ index: Int, _ count: Int, most: UInt8 = 2, starts: Bool = false) -> Picture {
  var picture = Picture()
  picture.index = UInt64(index)
  picture.pictureOrderCount = count
  picture.maxReordered = most
  picture.startsOrder = starts || index == 0
  return picture
}

/// Output indices of pictures with these order counts.
private func places(_ counts: [Int], most: UInt8) -> (places: [UInt64?], depth: Int) {
  var order = DisplayOrder()
  var pictures: [Picture] = []
  for (index, count) in counts.enumerated() { pictures += order.take(picture(index, count, most: most)) }
  pictures += order.finish()
  #expect(pictures.map(\.index) == counts.indices.map { UInt64($0) })
  return (pictures.map(\.displayIndex), order.reorderDepth)
}

@Test func aPyramidOfReferences() {
  let (found, depth) = places([0, 8, 4, 2, 6, 16, 12, 10, 14], most: 2)
  #expect(found == [0, 4, 2, 1, 3, 8, 6, 5, 7])
  #expect(depth == 2)
}

@Test func noReorderingAtAll() {
  #expect(places([0, 2, 4, 6], most: 0) == ([0, 1, 2, 3], 0))
  // A stream that understates the depth is output in the order of a decoder that relies on it.
  #expect(places([0, 4, 2, 6], most: 0).places == [0, 1, 2, 3])
}

@Test func picturesAreLetGoAsSoonAsTheyAreSettled() {
  var order = DisplayOrder()
  #expect(order.take(picture(0, 0, most: 1)).isEmpty)
  #expect(order.take(picture(1, 4, most: 1)).map(\.displayIndex) == [0])
  #expect(order.take(picture(2, 2, most: 1)).isEmpty)
  #expect(order.take(picture(3, 6, most: 1)).map(\.displayIndex) == [2, 1])
  #expect(order.finish().map(\.displayIndex) == [3])
  #expect(order.finish().isEmpty)
  #expect(order.outputCount == 4)
}

@Test func countsThatBeginAnew() {
  var order = DisplayOrder()
  var pictures = order.take(picture(0, 0)) + order.take(picture(1, 20)) + order.take(picture(2, 10))
  pictures += order.take(picture(3, 0, starts: true)) + order.take(picture(4, -4)) + order.finish()
  #expect(pictures.map(\.displayIndex) == [0, 2, 1, 4, 3])
}

@Test func orderOfEqualCountsIsDecodingOrder() {
  #expect(places([0, 2, 2, 2], most: 3).places == [0, 1, 2, 3])
}

@Test func aPictureThatWaitsForEver() {
  var order = DisplayOrder()
  var pictures = order.take(picture(0, 1_000_000, most: 1))
  for index in 1...DisplayOrder.maxHeld + 100 { pictures += order.take(picture(index, index, most: 1)) }
  #expect(pictures.first?.index == 0)
  #expect(pictures.first?.displayIndex == nil)
  #expect(pictures.dropFirst().first?.displayIndex == 0)
  pictures += order.finish()
  #expect(pictures.count == DisplayOrder.maxHeld + 101)
  #expect(pictures.last?.displayIndex == UInt64(DisplayOrder.maxHeld + 99))
  #expect(order.outputCount == UInt64(DisplayOrder.maxHeld + 101))
}

/// Any order that the depth allows is output by order count.
@Test(arguments: 0...16) func anyOrderOfADepth(_ depth: Int) {
  var random = SeededNumbers(state: UInt64(depth))
  for _ in 0..<20 {
    // Pictures leave a window of `depth` others in random order: the n-th to leave is the n-th in decoding order.
    var window: [Int] = []
    var decoding: [Int] = []
    for count in 0..<60 {
      window.append(count)
      if window.count > 3 { decoding.append(window.remove(at: Int.random(in: 0..<window.count, using: &random))) }
    }
    decoding += window
    // The depth that the order needs.
    let needed = decoding.indices.map { at in decoding[..<at].count { $0 > decoding[at] } }.max() ?? 0
    let (found, measured) = places(decoding, most: UInt8(max(depth, needed)))
    #expect(found == decoding.map { UInt64($0) })
    #expect(measured == needed)
  }
}

@Test func depthsThatParameterSetsAllow() throws {
  func most(_ edit: (inout SeqParameterSet) -> Void) throws -> UInt8? {
    var stream = try StreamBuilder { sps, _ in edit(&sps) }
    try stream.slice(.i, idr: true)
    return stream.pictures.first?.maxReordered
  }
  // Level 3 holds 8100 macroblocks, 81 frames of 11 by 9; level 1 holds 396.
  #expect(try most { _ in } == 16)
  #expect(try most { $0.levelIdc = 10 } == 4)
  #expect(try most { $0.picOrderCntType = 2 } == 0)
  #expect(try most { $0.levelIdc = 77 } == 16)
  // Pictures too large for their level still have room for their reference frames.
  #expect(
    try most { sps in
      sps.levelIdc = 10
      sps.picWidthInMbsMinus1 = 99
      sps.maxNumRefFrames = 3
    } == 3)
  #expect(
    try most { sps in
      sps.vuiParameters = .init()
      sps.vuiParameters?.bitstreamRestriction = .init()
      sps.vuiParameters?.bitstreamRestriction?.maxNumReorderFrames = 3
      sps.vuiParameters?.bitstreamRestriction?.maxDecFrameBuffering = 4
    } == 3)
  #expect(
    try most { sps in
      sps.profileIdc = 100
      sps.sampleFormat = .init()
      sps.constraintSet3Flag = true
    } == 0)
}
