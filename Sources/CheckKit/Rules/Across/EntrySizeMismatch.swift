import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit

/// The sample entry states another picture size than the bitstream.
final class EntrySizeMismatch: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.picture-size", .error, "the sample entry states another picture size than the bitstream",
      clause: "ISO/IEC 14496-15:2022 5.4.2.1.1 and 8.4.2: width and height are those of the cropped pictures",
      cause: """
        The entry was made from the coded size, from another rendition, or before cropping was known. Players scale or \
        crop the picture wrongly.
        """,
      remedy: "mediaprobe check --fix FILE -o OUT.mp4")
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    // With several entries the first sets need not be those of the first entry.
    guard track.movieTrack?.descriptions.count == 1, let visual = track.description?.visual,
      let size = track.h264?.firstSet?.croppedSize ?? track.hevc?.firstSet?.croppedSize,
      Int(visual.width) != size.width || Int(visual.height) != size.height
    else { return }
    run.find(
      self, "the entry states \(visual.width) x \(visual.height), the bitstream has \(size.width) x \(size.height)",
      at: file.place("mdia/minf/stbl/stsd", in: track.movieTrack?.node)?.offset, path: track.tablePath + "/stsd")
  }
}
