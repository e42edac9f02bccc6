import BitstreamKit
import MP4Kit

/// Ctts counts another number of samples than stsz.
final class CompositionCount: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.composition-offset-count", .error, "ctts counts another number of samples than stsz",
      clause: "ISO/IEC 14496-12:2022 8.6.1.3 and 8.7.3",
      cause: "A tool changed one table and not the other, or a table is cut. The last pictures are shown in decoding order.",
      remedy: "'mediaprobe remux' writes tables that agree.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack, let table = parsed.table,
      let box = file.read(CompositionOffsetBox.self, at: "mdia/minf/stbl/ctts", in: parsed.node)
    else { return }
    var sum: UInt64 = 0
    for row in 0..<box.entries.count { sum &+= UInt64(box.entries[row].sampleCount) }
    if sum == UInt64(clamping: table.sampleCount) { return }
    run.find(
      self, "ctts counts \(sum) samples, stsz \(table.sampleCount)", at: file.place("mdia/minf/stbl/ctts", in: parsed.node)?.offset,
      path: track.tablePath + "/ctts")
  }
}
