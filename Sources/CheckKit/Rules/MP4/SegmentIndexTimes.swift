import BitstreamKit
import MP4Kit

/// `sidx` states other times than the fragments have.
final class SegmentIndexTimes: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.segment-index-times", .error, "sidx states other times than the fragments have",
      clause: """
        ISO/IEC 14496-12:2022 8.16.3: reference_type, timescale, earliest_presentation_time, which is a time after the edit list is applied, and \
        subsegment_duration
        """,
      cause: "The index was made from another rendition, or fragments were replaced. Players that seek by it land at the wrong time.",
      remedy: "Write the index anew, after all other changes.")
  }

  /// The fragments: place, and seconds that each track begins at and lasts.
  private var fragments: [(offset: UInt64, runs: [FragmentRuns])] = []
  /// Where the boxes at the top level begin.
  private var starts: Set<UInt64> = []
  private static let limit = 1 << 16

  override func fragment(_ fragment: FragmentFacts, _ file: MovieFacts, _ run: CheckRun) {
    if fragments.count < Self.limit { fragments.append((fragment.place.offset, FragmentRuns.all(in: fragment, file))) }
  }

  override func end(_ file: MovieFacts, _ run: CheckRun) {
    if fragments.isEmpty { return }
    starts = Set(file.top.map { $0.offset })
    for place in file.top where place.header.type == "sidx" && place.isBox {
      guard var tree = try? BoxTree(file.source, from: place.offset, to: place.end), let box = try? tree.read(SegmentIndexBox.self, at: 0)
      else { continue }
      if let why = wrong(box, place, file) { run.find(self, why, at: place.offset, size: place.size, path: "sidx") }
    }
  }

  private func wrong(_ box: SegmentIndexBox, _ place: BoxPlace, _ file: MovieFacts) -> String? {
    if box.timescale == 0 { return "timescale is 0" }
    guard let track = file.movieTrack(id: box.referenceID) else {
      return file.movie.tracks.isEmpty ? nil : "reference_ID is \(box.referenceID), and there is no such track"
    }
    let scale = Double(track.timescale)
    var (next, index) = (place.end &+ box.firstOffset, 0)
    for row in 0..<min(Self.limit, box.references.count) {
      let reference = box.references[row]
      if reference.referenceType != 0 {
        guard let found = file.top.first(where: { $0.offset == next }), found.header.type != "sidx" else { return nil }
        return "reference \(row) is to another sidx, and at byte \(next) is \(found.header.type)"
      }
      let end = next &+ UInt64(reference.referencedSize)
      // Sizes that are not segments are reported by another rule.
      if end != file.byteCount, !starts.contains(end) { return nil }
      var (duration, start): (Double, Int64?) = (0, nil)
      while index < fragments.count, fragments[index].offset < end {
        for part in fragments[index].runs where part.trackID == box.referenceID && fragments[index].offset >= next {
          duration += Double(part.duration) / scale
          start = start ?? part.start.map { $0 &+ part.delay }
        }
        index += 1
      }
      let stated = Double(reference.subsegmentDuration) / Double(box.timescale)
      if duration > 0, abs(stated - duration) > max(0.25, duration * 0.1) {
        return "reference \(row) lasts \(decimal(stated)) s, its fragments \(decimal(duration)) s"
      }
      let first = Double(box.earliestPresentationTime) / Double(box.timescale)
      if row == 0, let start {
        // The field is unsigned, and what comes before an edit is not presented.
        let time = max(0, Double(track.timeline(movieTimescale: file.movie.timescale).presentation(of: start).time) / scale)
        // Some writers, ffmpeg among them, state composition times before the edit list is applied; others ignore edits that skip the
        // priming of sound or the delay of reordered pictures.
        let slack = min(2, max(0.25, duration / 2))
        if abs(first - time) > slack, abs(first - Double(start) / scale) > slack {
          return "earliest_presentation_time is \(decimal(first)) s, the first fragment begins at \(decimal(time)) s"
        }
      }
      next = end
    }
    return nil
  }
}
