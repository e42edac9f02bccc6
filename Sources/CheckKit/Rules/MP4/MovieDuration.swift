import BitstreamKit
import MP4Kit

/// `mvhd` states another duration than the longest track.
final class MovieDuration: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.movie-duration", .error, "mvhd states another duration than the longest track",
      clause: "ISO/IEC 14496-12:2022 8.2.2: the duration of the longest track",
      cause: "A tool added or removed tracks, or cut them, without updating mvhd. Players show a wrong length.",
      remedy: "'mediaprobe remux' writes the right duration.")
  }

  override func end(_ file: MovieFacts, _ run: CheckRun) {
    guard let header = file.movie.header, !file.movie.isFragmented, header.duration != UInt64(UInt32.max),
      header.duration != .max
    else { return }
    let stated = file.movie.tracks.compactMap { $0.header?.duration }.filter { $0 != UInt64(UInt32.max) && $0 != .max }
    guard let longest = stated.max(), longest > 0 else { return }
    let difference = longest > header.duration ? longest - header.duration : header.duration - longest
    if Double(difference) <= max(2, Double(longest) * 0.0005) { return }
    let scale = Double(file.movie.timescale)
    run.find(
      self, "mvhd states \(decimal(Double(header.duration) / scale)) s, the longest track \(decimal(Double(longest) / scale)) s",
      at: file.place("moov/mvhd")?.offset, path: "moov/mvhd")
  }
}
