import BitstreamKit
import MP4Kit

/// `sidx` states other times than the fragments have.
final class SegmentIndexTimes: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.segment-index-times", .error, "sidx states other times than the fragments have",
      clause: "ISO/IEC 14496-12:2022 8.16.3: timescale, earliest_presentation_time and subsegment_duration",
      cause: "The index was made from another rendition, or fragments were replaced. Players that seek by it land at the wrong time.",
      remedy: "Write the index anew, after all other changes.")
  }

  /// The fragments: place, and seconds that each track begins at and lasts.
  private var fragments: [(offset: UInt64, runs: [FragmentRuns])] = []
  private static let limit = 1 << 16

  override func fragment(_ fragment: FragmentFacts, _ file: MovieFacts, _ run: CheckRun) {
    if fragments.count < Self.limit { fragments.append((fragment.place.offset, FragmentRuns.all(in: fragment, file))) }
  }

  override func end(_ file: MovieFacts, _ run: CheckRun) {
    if fragments.isEmpty { return }
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
    let starts = Set(file.top.map { $0.offset })
    var (next, index) = (place.end &+ box.firstOffset, 0)
    for row in 0..<min(Self.limit, box.references.count) {
      let reference = box.references[row]
      if reference.referenceType != 0 { return nil }
      let end = next &+ UInt64(reference.referencedSize)
      // Sizes that are not segments are reported by another rule.
      if end != file.byteCount, !starts.contains(end) { return nil }
      var (duration, start): (Double, Double?) = (0, nil)
      while index < fragments.count, fragments[index].offset < end {
        for part in fragments[index].runs where part.trackID == box.referenceID && fragments[index].offset >= next {
          duration += Double(part.duration) / scale
          start = start ?? part.start.map { Double($0) / scale }
        }
        index += 1
      }
      let stated = Double(reference.subsegmentDuration) / Double(box.timescale)
      if duration > 0, abs(stated - duration) > max(0.25, duration * 0.1) {
        return "reference \(row) lasts \(decimal(stated)) s, its fragments \(decimal(duration)) s"
      }
      let first = Double(box.earliestPresentationTime) / Double(box.timescale)
      // Presentation begins some pictures after decoding, or is shifted back to it.
      if row == 0, let start, abs(first - start) > 2 {
        return "earliest_presentation_time is \(decimal(first)) s, the first fragment begins at \(decimal(start)) s"
      }
      next = end
    }
    return nil
  }
}
