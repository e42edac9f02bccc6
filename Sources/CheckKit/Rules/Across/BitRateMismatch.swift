import BitstreamKit
import MP4Kit
import RemuxKit

/// `btrt` states another average bit rate than the samples have.
final class BitRateMismatch: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.bit-rate", .warning, "btrt states another average bit rate than the samples have",
      clause: "ISO/IEC 14496-12:2022 8.5.2: avgBitrate is the average rate in bits a second over the entire presentation",
      cause: "The box was copied from the encoder's settings or from another file. Players that reserve by it stall.",
      remedy: "mediaprobe check --fix FILE -o OUT.mp4")
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    // A part may have any rate: btrt states that of the whole.
    if file.isPart { return }
    guard let box = track.description?.bitRate, box.avgBitrate > 0, track.extent.decodingSpan > 0, track.sampleCount > 1 else { return }
    let seconds = Double(track.extent.decodingSpan) / Double(track.timescale)
    let real = Double(track.byteCount) * 8 / seconds
    // avgBitrate is a whole number.
    guard seconds >= 1, (real - Double(box.avgBitrate)).magnitude >= 1,
      real > Double(box.avgBitrate) * 1.25 || real < Double(box.avgBitrate) * 0.5
    else { return }
    run.find(
      self, "btrt states \(box.avgBitrate) bits a second, the samples have \(Int64(saturating: real))",
      at: file.place("mdia/minf/stbl/stsd", in: track.movieTrack?.node)?.offset, path: track.entryPath + "/btrt")
  }
}
