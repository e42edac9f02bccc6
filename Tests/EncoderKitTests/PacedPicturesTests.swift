import BitstreamKit
import Testing

@testable import EncoderKit

private final class Clock {
  var nanoseconds: UInt64 = 5_000_000_000
}

/// What a source gives: the time of a picture, "wait" or "end".
private func step(_ source: PacedPictures) throws -> String {
  switch try source.next() {
  case .picture(let picture): "\(picture.presentationTimeStamp.value(in: 25) ?? -1)"
  case .wait: "wait"
  case .end: "end"
  }
}

private func drawn(_ count: UInt64) -> DrawnPictures {
  DrawnPictures(PictureFormat(width: 16, height: 16, frameRate: ExactRatio(25, 1)), count: count) { _, _ in }
}

/// Each picture is given when its time has come and not before, by whatever rate.
@Test(arguments: [(1, 1), (2, 1), (1, 4)] as [(UInt64, UInt64)]) func picturesComeInTheirTime(_ above: UInt64, _ below: UInt64) throws {
  let clock = Clock()
  let paced = PacedPictures(drawn(10), rate: try #require(ExactRatio(above, below)), clock: { clock.nanoseconds })
  #expect(paced.format?.width == 16 && paced.pictureCount == 10 && !paced.isLive)
  for number in 0..<10 {
    if number > 0 {
      clock.nanoseconds += 40_000_000 * below / above - 1
      #expect(try step(paced) == "wait")
      var set = WaitSet()
      paced.register(in: &set)
      #expect(set.longest == 1)
      clock.nanoseconds += 1
    }
    #expect(try step(paced) == "\(number)")
  }
  #expect(try step(paced) == "end")
}

/// Whoever was held up gets all whose time has come.
@Test func whoIsLateCatchesUp() throws {
  let clock = Clock()
  let paced = PacedPictures(drawn(30), rate: try #require(ExactRatio(1, 1)), clock: { clock.nanoseconds })
  #expect(try step(paced) == "0")
  clock.nanoseconds += 400_000_000
  for number in 1...10 { #expect(try step(paced) == "\(number)") }
  #expect(try step(paced) == "wait")
}
