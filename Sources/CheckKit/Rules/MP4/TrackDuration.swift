import BitstreamKit
import MP4Kit
import RemuxKit

/// `tkhd` states another duration than the edit list or the samples.
final class TrackDuration: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.track-duration", .error, "tkhd states another duration than the edit list or the samples",
      clause: "ISO/IEC 14496-12:2022 8.3.2: the sum of the edits, or the duration of the samples",
      cause: "A tool changed the edits or the samples and not the header. Players show a wrong length.",
      remedy: "'mediaprobe remux' writes the right duration.")
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack, let header = parsed.header, !file.movie.isFragmented, track.sampleCount > 0,
      header.duration != UInt64(UInt32.max), header.duration != .max
    else { return }
    let scale = Double(file.movie.timescale)
    var real = Double(track.extent.durationSum) / Double(track.timescale)
    var what = "the samples last"
    if let list = parsed.editList, list.entries.count > 0 {
      var sum: UInt64 = 0
      for row in 0..<list.entries.count { sum &+= list.entries[row].editDuration }
      // An edit duration of 0 lasts to the end of the media.
      if sum > 0 { (real, what) = (Double(sum) / scale, "the edits last") }
    }
    let stated = Double(header.duration) / scale
    let tolerance = max(2 / scale, Double(track.sample.duration) / Double(track.timescale)) + real * 0.0005
    if abs(stated - real) <= tolerance { return }
    run.find(
      self, "tkhd states \(decimal(stated)) s, \(what) \(decimal(real)) s", at: file.place("tkhd", in: parsed.node)?.offset,
      path: track.path + "/tkhd")
  }
}
