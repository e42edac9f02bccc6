import BitstreamKit
import MP4Kit

/// Stts counts another number of samples than stsz.
final class TimeToSampleCount: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.time-to-sample-count", .error, "stts counts another number of samples than stsz",
      clause: "ISO/IEC 14496-12:2022 8.6.1.2 and 8.7.3",
      cause: """
        A tool changed one table and not the other, or a table is cut. Samples at the end have no time, or times have no \
        sample.
        """,
      remedy: "'mediaprobe remux' writes tables that agree.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack, let table = parsed.table,
      let box = file.read(TimeToSampleBox.self, at: "mdia/minf/stbl/stts", in: parsed.node)
    else { return }
    var sum: UInt64 = 0
    for row in 0..<box.entries.count { sum &+= UInt64(box.entries[row].sampleCount) }
    if sum == UInt64(clamping: table.sampleCount) { return }
    run.find(
      self, "stts counts \(sum) samples, stsz \(table.sampleCount)", at: file.place("mdia/minf/stbl/stts", in: parsed.node)?.offset,
      path: track.tablePath + "/stts")
  }
}
