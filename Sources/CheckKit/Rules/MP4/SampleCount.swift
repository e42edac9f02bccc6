import BitstreamKit
import MP4Kit

/// `stts`, ctts or sdtp counts another number of samples than stsz.
final class SampleCount: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.sample-count", .error, "stts, ctts or sdtp counts another number of samples than stsz",
      clause: "ISO/IEC 14496-12:2022 8.6.1.2, 8.6.1.3, 8.6.4 and 8.7.3",
      cause: """
        A tool changed one table and not the other, or a table is cut. Samples at the end have no time or are shown in \
        decoding order, or times have no sample.
        """,
      remedy: "'mediaprobe remux' writes tables that agree.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack, let table = parsed.table else { return }
    for name in ["stts", "ctts"] as [StaticString] {
      guard var rows = TableRows(name.description, words: 2, of: parsed, file) else { continue }
      var (sum, row): (UInt64, Int) = (0, 0)
      while let count = rows.word(0, of: row) { (sum, row) = (sum &+ UInt64(count), row + 1) }
      if row == rows.count { compare(name, sum, table.listedCount, track, file, run) }
    }
    if let place = file.place("mdia/minf/stbl/sdtp", in: parsed.node), place.payloadSize >= 4 {
      // One byte a sample; the box has no count of its own.
      compare("sdtp", place.payloadSize - 4, table.listedCount, track, file, run)
    }
  }

  private func compare(_ name: StaticString, _ count: UInt64, _ samples: Int, _ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    if count == UInt64(clamping: samples) { return }
    run.find(
      self, "\(name) counts \(count) samples, stsz \(samples)",
      at: file.place("mdia/minf/stbl/\(name)", in: track.movieTrack?.node)?.offset, path: track.tablePath + "/\(name)")
  }
}
