import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit

/// `lengthSizeMinusOne` is 2.
final class LengthSizeReserved: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.length-size", .error, "lengthSizeMinusOne is 2",
      clause: "ISO/IEC 14496-15:2022 5.3.3.1.2: the value shall be one of 0, 1 and 3",
      cause: "A faulty writer. Players read lengths of another size and find garbage.",
      remedy: "Write the file again from its source.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard track.description?.avc?.lengthSizeMinusOne == 2 || track.description?.hevc?.lengthSizeMinusOne == 2 else { return }
    run.find(
      self, "lengthSizeMinusOne is 2", at: file.place("mdia/minf/stbl/stsd", in: track.movieTrack?.node)?.offset,
      path: track.tablePath + "/stsd")
  }
}
