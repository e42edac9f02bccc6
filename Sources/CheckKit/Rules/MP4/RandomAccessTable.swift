import BitstreamKit
import MP4Kit

/// An entry of tfra names a sample that is not there, or mfro states another size.
final class RandomAccessTable: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.random-access-table", .error, "an entry of tfra names a sample that is not there, or mfro states another size",
      clause: "ISO/IEC 14496-12:2022 8.8.10 and 8.8.11: track_ID, time, traf_number, trun_number, sample_number; parent_size",
      cause: "Fragments were replaced after the table was written. Players that seek by it land at the wrong sample.",
      remedy: "Remove mfra, which is optional, or write it anew.")
  }

  private struct Part {
    var trackID: UInt32
    var start: UInt64?
    var end: UInt64
    var counts: [UInt32]
  }

  private var fragments: [UInt64: [Part]] = [:]
  private static let limit = 1 << 16

  override func fragment(_ fragment: FragmentFacts, _ file: MovieFacts, _ run: CheckRun) {
    if fragments.count >= Self.limit || file.first("mfra") == nil { return }
    let runs = FragmentRuns.all(in: fragment, file)
    fragments[fragment.place.offset] = fragment.fragment.tracks.map { part in
      let start = part.decodeTime?.baseMediaDecodeTime
      let duration = runs.first { $0.trackID == part.header.trackID }?.duration ?? 0
      return Part(
        trackID: part.header.trackID, start: start, end: (start ?? 0) &+ UInt64(clamping: duration),
        counts: part.runs.map { $0.sampleCount })
    }
  }

  override func end(_ file: MovieFacts, _ run: CheckRun) {
    guard let place = file.first("mfra"), var tree = try? BoxTree(file.source, from: place.offset, to: place.end) else { return }
    for node in tree.find("mfra/tfra") {
      let at = tree.nodes[node].place
      let box: TrackFragmentRandomAccessBox
      do { box = try tree.read(TrackFragmentRandomAccessBox.self, at: node) } catch {
        run.find(self, "tfra cannot be parsed: \(error)", at: at.offset, size: at.size, path: "mfra/tfra")
        continue
      }
      if let why = wrong(box, file) {
        run.find(self, why, at: tree.nodes[node].place.offset, size: tree.nodes[node].place.size, path: "mfra/tfra")
      }
    }
    guard let node = tree.find("mfra/mfro").first, let box = try? tree.read(MovieFragmentRandomAccessOffsetBox.self, at: node),
      UInt64(box.parentSize) != place.size
    else { return }
    run.find(
      self, "mfro states \(box.parentSize) bytes, mfra has \(place.size)", at: tree.nodes[node].place.offset,
      size: tree.nodes[node].place.size,
      path: "mfra/mfro")
  }

  private func wrong(_ box: TrackFragmentRandomAccessBox, _ file: MovieFacts) -> String? {
    if file.movieTrack(id: box.trackID) == nil, !file.movie.tracks.isEmpty { return "there is no track \(box.trackID)" }
    let track = file.movieTrack(id: box.trackID)
    let timeline = track?.timeline(movieTimescale: file.movie.timescale)
    for row in 0..<min(Self.limit, box.entries.count) {
      let entry = box.entries[row]
      // An offset without a fragment is reported by another rule.
      guard let parts = fragments[entry.moofOffset] else { continue }
      guard entry.trafNumber >= 1, entry.trafNumber <= UInt32(clamping: parts.count) else {
        return "entry \(row) names track fragment \(entry.trafNumber) of \(parts.count)"
      }
      // ffmpeg writes traf_number 1 for all tracks: go by the track.
      guard let part = parts.first(where: { $0.trackID == box.trackID }) else {
        return "entry \(row) names a fragment without track \(box.trackID)"
      }
      guard entry.trunNumber >= 1, entry.trunNumber <= UInt32(clamping: part.counts.count) else {
        return "entry \(row) names run \(entry.trunNumber) of \(part.counts.count)"
      }
      let count = part.counts[Int(entry.trunNumber) - 1]
      if entry.sampleNumber < 1 || entry.sampleNumber > count { return "entry \(row) names sample \(entry.sampleNumber) of \(count)" }
      if let why = misplaced(entry.time, part, track, timeline) { return "entry \(row) \(why)" }
    }
    return nil
  }

  /// What is wrong with the time of an entry; nil if the fragment has it.
  ///
  /// 8.8.10.3 calls it the presentation time, in units of the media header: writers take it after the edit list is applied, or before.
  private func misplaced(_ time: UInt64, _ part: Part, _ track: MovieTrack?, _ timeline: EditTimeline?) -> String? {
    guard let start = part.start else { return nil }
    let slack = max(part.end &- start, 2 &* UInt64(track?.timescale ?? 1))
    func fits(_ time: UInt64) -> Bool { time &+ slack >= start && time <= part.end &+ slack }
    if fits(time) { return nil }
    let shown = timeline?.presentation(of: Int64(clamping: start)).time ?? 0
    // The same time before the edit list is applied.
    let media = Int64(clamping: time) &- shown &+ Int64(clamping: start)
    if let media = UInt64(exactly: media), fits(media) { return nil }
    return "is at time \(time), its fragment from \(start) to \(part.end)"
  }
}
