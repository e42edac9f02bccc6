import BitstreamKit
import MP4Kit
import RemuxKit

/// `mdhd` states another duration than the samples have.
final class MediaDuration: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.media-duration", .error, "mdhd states another duration than the samples have",
      clause: "ISO/IEC 14496-12:2022 8.4.2: the duration of this media",
      cause: """
        A tool changed the samples and not the header, or the writer estimated it. Players show a wrong length and stop \
        early.
        """,
      remedy: "'mediaprobe remux' writes the duration of the samples.")
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let header = track.movieTrack?.mediaHeader, !file.movie.isFragmented, track.sampleCount > 0,
      header.duration != UInt64(UInt32.max), header.duration != .max
    else { return }
    let (stated, real) = (Double(header.duration), Double(track.extent.durationSum))
    // FFmpeg states the time from the presentation of the first sample to the last end of one, which is another where durations vary and
    // pictures are reordered. The last sample's duration is often left out.
    let last = Double(track.sample.duration)
    let lengths = [real...real] + track.extent.presentedSpans.map { Double($0.lowerBound)...Double($0.upperBound) }
    let isStated = lengths.contains { length in
      let rounding = max(last, length.upperBound * 0.0005)
      return stated >= length.lowerBound - rounding && stated <= length.upperBound + rounding
    }
    if isStated { return }
    run.find(
      self, "mdhd states \(decimal(stated / Double(track.timescale))) s, the samples last \(decimal(real / Double(track.timescale))) s",
      at: file.place("mdia/mdhd", in: track.movieTrack?.node)?.offset, path: track.path + "/mdia/mdhd")
  }
}
