import BitstreamKit
import MP4Kit

/// A sample group does not fit the descriptions or the samples of its track.
final class SampleGroups: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.sample-groups", .error, "a sample group does not fit the descriptions or the samples of its track",
      clause: """
        ISO/IEC 14496-12:2022 8.9.2.3: group_description_index is 0 or the number of an entry of sgpd; 8.9.2.1: the total of sample_count is \
        at most the number of samples
        """,
      cause:
        "A tool added or removed samples, or descriptions, and kept the other box. Players miss where to start decoding before a seek.",
      remedy: "Remove the groups, or write them anew.")
  }

  /// The largest number of boxes of a track that are read.
  private static let maxBoxes = 64

  /// The totals of the track's boxes, with their places.
  private var totals: [(type: FourCC, count: UInt64, offset: UInt64)] = []

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    totals.removeAll()
    guard let parsed = track.movieTrack else { return }
    var tree = file.movie.tree
    var descriptions: [FourCC: Int] = [:]
    for node in tree.find("mdia/minf/stbl/sgpd", in: parsed.node).prefix(Self.maxBoxes) {
      if let box = try? tree.read(SampleGroupDescriptionBox.self, at: node) { descriptions[box.groupingType] = box.entryCount }
    }
    for node in tree.find("mdia/minf/stbl/sbgp", in: parsed.node).prefix(Self.maxBoxes) {
      guard let box = try? tree.read(SampleToGroupBox.self, at: node) else { continue }
      let offset = tree.nodes[node].place.offset
      let known = descriptions[box.groupingType] ?? 0
      var (total, wrong) = (0 as UInt64, nil as UInt32?)
      for entry in box.entries {
        total &+= UInt64(entry.sampleCount)
        if wrong == nil, entry.groupDescriptionIndex > known { wrong = entry.groupDescriptionIndex }
      }
      totals.append((box.groupingType, total, offset))
      guard let wrong else { continue }
      let has =
        known == 0 && descriptions[box.groupingType] == nil
        ? "there is no sgpd of that type" : "sgpd has \(counted(known, "entry", "entries"))"
      run.find(
        self, "group '\(box.groupingType)' refers to description \(wrong), \(has)", at: offset, path: track.tablePath + "/sbgp")
    }
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    // Samples of fragments have groups of their own, and damaged tables may hide samples.
    if file.fragmentCount > 0 || track.sampleCount == 0 { return }
    for group in totals where group.count > track.sampleCount {
      run.find(
        self, "group '\(group.type)' counts \(group.count) samples, the track has \(track.sampleCount)", at: group.offset,
        path: track.tablePath + "/sbgp")
    }
  }
}
