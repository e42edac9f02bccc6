import BitstreamKit
import MP4Kit

/// A composition offset of version 0 is negative.
final class CompositionVersion: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.composition-version", .warning, "a composition offset of version 0 is negative",
      clause: "ISO/IEC 14496-12:2022 8.6.1.3 and 8.8.8: offsets are unsigned in version 0 and signed in version 1",
      cause: "The writer sets the wrong version. Some players take the offset for 2^32 ticks more, others show the picture as meant.",
      remedy: "'mediaprobe remux' writes the version that the offsets need.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    // In QuickTime files, the offsets are signed.
    guard let parsed = track.movieTrack, !file.movie.isQuickTime, let place = file.place("mdia/minf/stbl/ctts", in: parsed.node),
      version(of: place, file) == 0, var rows = TableRows("ctts", words: 2, of: parsed, file)
    else { return }
    var (row, count, first) = (0, 0, 0)
    while let offset = rows.word(1, of: row) {
      if offset > UInt32(Int32.max) { (count, first) = (count + 1, count == 0 ? row : first) }
      row += 1
    }
    if count == 0 { return }
    run.find(
      self, "\(counted(count, "row")) of \(rows.count), the first of them row \(first)", at: place.payloadOffset + 8 + 8 * UInt64(first),
      size: 8, path: track.tablePath + "/ctts")
  }

  private func version(of place: BoxPlace, _ file: MovieFacts) -> UInt8? {
    var (source, head): (AnyByteSource, [UInt8]) = (file.source, [])
    do { try source.read(at: place.payloadOffset, count: 1, into: &head) } catch { return nil }
    return head.first
  }

  override func fragment(_ fragment: FragmentFacts, _ file: MovieFacts, _ run: CheckRun) {
    for part in fragment.fragment.tracks {
      for trun in part.runs where trun.version == 0 && trun.samples.rowSize > 0 && trun.samples.layout & 0x800 != 0 {
        let samples = trun.samples
        guard let first = (0..<samples.count).first(where: { samples[$0].sampleCompositionTimeOffset ?? 0 > UInt32(Int32.max) }) else {
          continue
        }
        return run.find(
          self, "track \(part.header.trackID), sample \(first) of a run", at: fragment.place.offset, size: fragment.place.size,
          path: "moof[\(fragment.index)]/traf/trun")
      }
    }
  }
}
