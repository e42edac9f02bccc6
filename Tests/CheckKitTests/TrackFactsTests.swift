import BitstreamKit
import ProbeKit
import RemuxKit
import TestSupport
import Testing

@testable import CheckKit

@Suite struct TrackFactsTests {
  /// A track refers to its stream, which refers to the track while samples are read.
  @Test(arguments: ["plain.mp4", "hvc1.mp4"]) func tracksAreReleasedAfterACheck(_ name: String) throws {
    weak var track: TrackFacts?
    weak var stream: AnyObject?
    do {
      let input = ProbeInput(AnyByteSource(MemorySource(try Places.fixture(name))), name: "a file")
      let tracks = try TrackPass.tracks(of: input, as: .mp4, CheckRun(CheckOptions()))
      #expect(tracks.allSatisfy { $0.h264?.track == nil && $0.hevc?.track == nil && $0.aac?.track == nil })
      (track, stream) = (tracks[0], tracks[0].h264 ?? tracks[0].hevc)
      #expect(track?.sampleCount ?? 0 > 0 && stream != nil)
    }
    #expect(track == nil && stream == nil)
  }
}
