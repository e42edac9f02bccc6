import HEVCKit
import Testing

private func picture(_ index: Int, _ count: Int, reorder: Int = 2, latency: Int? = nil, starts: Bool = false) -> Picture {
  var picture = Picture()
  picture.index = UInt64(index)
  picture.pictureOrderCount = count
  picture.outputLimits.maxNumReorderPics = reorder
  picture.outputLimits.maxLatencyPictures = latency
  picture.startsOrder = starts
  return picture
}

/// Pictures are returned in decoding order, each as soon as its output index is known.
@Test func picturesComeBackWhenTheyAreSettled() {
  var order = DisplayOrder()
  var returned: [[UInt64]] = []
  for (index, count) in [0, 4, 2, 1, 3, 8].enumerated() {
    returned.append(order.take(picture(index, count, starts: index == 0)).map(\.index))
  }
  // At most three wait: the third outputs 0, the fourth 1, and the fifth 2.
  #expect(returned == [[], [], [0], [], [], []])
  let rest = order.finish()
  #expect(rest.map(\.index) == [1, 2, 3, 4, 5])
  #expect(rest.map(\.displayIndex) == [4, 2, 1, 3, 5])
  #expect(order.reorderDepth == 2)
  #expect(order.outputCount == 6)
}

/// A picture that reaches SpsMaxLatencyPictures is output.
@Test func latencyIsBounded() {
  var order = DisplayOrder()
  var numbers: [UInt64?] = []
  for (index, count) in [0, 9, 1, 2, 3].enumerated() {
    numbers += order.take(picture(index, count, reorder: 5, latency: 2, starts: index == 0)).map(\.displayIndex)
  }
  numbers += order.finish().map(\.displayIndex)
  #expect(numbers == [0, 3, 1, 2, 4])
}

/// Skipped leading pictures are not output, and are presented before their random access picture.
@Test func skippedPicturesHaveAPlace() {
  var order = DisplayOrder()
  var pictures: [Picture] = []
  for (index, count) in [12, 11, 10, 16, 14].enumerated() {
    var next = picture(index, count, starts: index == 0)
    next.isOutput = index == 0 || index > 2
    pictures += order.take(next)
  }
  pictures += order.finish()
  #expect(pictures.map(\.displayIndex) == [0, nil, nil, 2, 1])
  #expect(pictures.map(\.presentationIndex) == [2, 1, 0, 4, 3])
  #expect(pictures.map(\.presentationTime) == [4, 2, 0, 8, 6])
  #expect(order.outputCount == 3 && order.reorderDepth == 1)
}

/// Discarded pictures keep their place: the next sequence is presented after them.
@Test func discardedPicturesHaveAPlace() {
  var order = DisplayOrder()
  var pictures: [Picture] = []
  for (index, count) in [0, 4, 2, 0, 2].enumerated() {
    var next = picture(index, count, starts: index == 0 || index == 3)
    next.noOutputOfPriorPics = index == 3
    pictures += order.take(next)
  }
  pictures += order.finish()
  #expect(pictures.map(\.displayIndex) == [0, nil, nil, 1, 2] || pictures.map(\.displayIndex) == [nil, nil, nil, 0, 1])
  #expect(pictures.map(\.presentationIndex) == [0, 2, 1, 3, 4])
}

/// A stream of pictures that are not output takes no longer for each of them.
@Test func picturesThatAreNeverOutputDoNotPileUp() {
  var (order, returned) = (DisplayOrder(), 0)
  for index in 0..<1000 {
    var next = picture(index, 1000 - index, starts: index == 0)
    next.isOutput = false
    returned += order.take(next).count
    #expect(index - returned <= 1000)
  }
  returned += order.finish().count
  #expect(returned == 1000 && order.outputCount == 0)
}

@Test func sequencesFollowEachOther() {
  var order = DisplayOrder()
  var pictures: [Picture] = []
  for (index, count) in [10, 14, 12, 0, 3, 1].enumerated() {
    pictures += order.take(picture(index, count, reorder: 2, starts: index % 3 == 0))
  }
  pictures += order.finish()
  #expect(pictures.map(\.displayIndex) == [0, 2, 1, 3, 5, 4])
}

/// Memory is bounded even if a picture waits forever: it is returned without an output index, and the others have theirs.
@Test func aPictureThatWaitsForEver() {
  var order = DisplayOrder()
  var pictures = order.take(picture(0, 1_000_000, reorder: 1, starts: true))
  for index in 1...DisplayOrder.maxHeld + 100 { pictures += order.take(picture(index, index, reorder: 1)) }
  #expect(pictures.first?.displayIndex == nil)
  #expect(pictures.dropFirst().first?.displayIndex == 0)
  #expect(pictures.count >= 100)
  pictures += order.finish()
  #expect(pictures.count == DisplayOrder.maxHeld + 101)
  #expect(pictures.last?.displayIndex == UInt64(DisplayOrder.maxHeld + 99))
  #expect(order.outputCount == UInt64(DisplayOrder.maxHeld + 101))
}
