import BitstreamKit
import MP4Kit
import RemuxKit

/// The units of samples have start codes instead of lengths.
final class ByteStreamFormat: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.byte-stream-format", .error, "the units of samples have start codes instead of lengths",
      clause: "ISO/IEC 14496-15:2022 4.3.3: a sample holds NAL units, each after its length",
      cause: "The writer copies a byte stream into the samples. Players show no picture.",
      remedy: "Remux from the stream itself: 'mediaprobe remux IN.h264 OUT.mp4' writes the lengths.")
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let first = track.startCodes.first else { return }
    let count = track.startCodes.count
    run.find(
      self, "\(counted(count, "sample begins", "samples begin")) with a start code", at: first.offset, size: 4, path: track.tablePath)
  }
}
