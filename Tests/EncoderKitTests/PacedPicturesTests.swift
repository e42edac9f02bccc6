import BitstreamKit
import Testing

@testable import EncoderKit

private final class Clock {
  var nanoseconds: UInt64 = 5_000_000_000
}

/// Each picture is given when its time has come and not before, by whatever rate.
@Test(arguments: [(1, 1), (2, 1), (1, 4)] as [(UInt64, UInt64)]) func picturesComeInTheirTime(_ above: UInt64, _ below: UInt64) throws {
  let clock = Clock()
  let drawn = DrawnPictures(PictureFormat(width: 16, height: 16, frameRate: ExactRatio(25, 1)), count: 10) { _, _ in }
  let paced = PacedPictures(drawn, rate: try #require(ExactRatio(above, below)), clock: { clock.nanoseconds })
  #expect(paced.format == drawn.format && paced.pictureCount == 10 && !paced.isLive)
  let step = 40_000_000 * below / above
  for number in 0..<10 {
    if number > 0 {
      clock.nanoseconds += step - 1
      guard case .wait = try paced.next() else { return Issue.record("picture \(number) is early") }
      var set = WaitSet()
      paced.register(in: &set)
      #expect(set.longest == 1)
      clock.nanoseconds += 1
    }
    guard case .picture(let picture) = try paced.next() else { return Issue.record("picture \(number) is late") }
    #expect(picture.presentationTimeStamp == MediaTime(value: Int64(number), timescale: 25))
  }
  guard case .end = try paced.next() else { return Issue.record("there is no end") }
}

/// What was held up is not made up for by being early later.
@Test func whoIsLateCatchesUp() throws {
  let clock = Clock()
  let drawn = DrawnPictures(PictureFormat(width: 16, height: 16, frameRate: ExactRatio(25, 1)), count: 30) { _, _ in }
  let paced = PacedPictures(drawn, rate: try #require(ExactRatio(1, 1)), clock: { clock.nanoseconds })
  guard case .picture = try paced.next() else { return Issue.record("no first picture") }
  clock.nanoseconds += 400_000_000
  var count = 0
  while case .picture = try paced.next() { count += 1 }
  #expect(count == 10)
}
