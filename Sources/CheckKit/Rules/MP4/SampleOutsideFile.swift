import BitstreamKit
import MP4Kit
import RemuxKit

/// A sample reaches past the end of the file.
final class SampleOutsideFile: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.sample-outside-file", .error, "a sample reaches past the end of the file",
      clause: "ISO/IEC 14496-12:2022 8.7.5: offsets into the file",
      cause: "The file was cut, or data was removed without updating the offsets. Players stop there or show garbage.",
      remedy: "Transfer the file again; 'mediaprobe remux' keeps the samples that are there.")
  }

  override func sample(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    let sample = track.sample
    guard sample.size > 0, !sample.isWhole(in: file.byteCount) else { return }
    run.find(
      self, "\(counted(sample.size, "byte")) at \(sample.offset), the file has \(file.byteCount)", at: sample.offset, size: sample.size,
      path: track.tablePath)
  }
}
