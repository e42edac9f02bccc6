import RemuxKit
import Testing

@testable import CheckKit

@Suite struct MediaExtentTests {
  private func extent(_ samples: [(time: Int64, duration: UInt32)]) -> MediaExtent {
    var extent = MediaExtent()
    for (time, duration) in samples {
      extent.add(
        MediaSample(track: 0, decodeTime: time, presentationTime: time &+ 5, duration: duration, offset: 0, size: 1, isKey: true))
    }
    return extent
  }

  /// Fragments of one sample each of low latency: samples without a duration, and times that go on by those of the fragments.
  @Test func samplesWithoutDurationSpanTheTimesOfTheirFragments() {
    let found = extent([(100, 0), (110, 10), (120, 0), (130, 10)])
    #expect(found.durationSum == 20 && found.decodingSpan == 40)
    #expect(found.firstDecodeTime == 100 && found.endDecodeTime == 140)
    #expect(found.firstPresentationTime == 105 && found.endPresentationTime == 145)
  }

  @Test func overlapsAndNothing() {
    #expect(extent([(0, 10), (5, 10)]).decodingSpan == 20)
    #expect(extent([]).decodingSpan == 0)
    #expect(extent([(.min, 10), (.max, 1)]).decodingSpan == 11)
  }
}
