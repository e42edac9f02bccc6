import BitstreamKit
import MP4Kit
import RemuxKit

/// A sample group names random access points where the pictures are none.
final class RandomAccessGroups: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.random-access-groups", .error, "a sample group names random access points where the pictures are none",
      clause: """
        ISO/IEC 14496-12:2022 10.1 and 10.4; ISO/IEC 14496-15:2022 5.4.3 and 8.4.3: roll groups hold gradual decoder refreshes, \
        rap groups intra pictures
        """,
      cause: "A tool inserted or removed samples and kept the groups. Players that seek by them show artefacts.",
      remedy: "Remove the groups, which are optional, or write them anew.")
  }

  /// The groups of the track: of each, the next row, the samples of it that are left, and the sample that it begins at.
  private var groups: [(type: FourCC, entries: PackedTable<SampleToGroupBox.Entry>, row: Int, end: UInt64, offset: UInt64)] = []
  private var wrong: (count: Int, first: UInt64, type: FourCC, offset: UInt64) = (0, 0, "rap ", 0)

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    groups.removeAll()
    wrong.count = 0
    guard let parsed = track.movieTrack, track.media.kind == .video else { return }
    var tree = file.movie.tree
    for node in tree.find("mdia/minf/stbl/sbgp", in: parsed.node).prefix(16) {
      guard let box = try? tree.read(SampleToGroupBox.self, at: node), box.groupingType == "rap " || box.groupingType == "roll" else {
        continue
      }
      groups.append((box.groupingType, box.entries, -1, 0, tree.nodes[node].place.offset))
    }
  }

  override func picture(_ picture: TrackPicture, _ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    for at in groups.indices {
      while picture.index >= groups[at].end, groups[at].row + 1 < groups[at].entries.count {
        groups[at].row += 1
        groups[at].end &+= UInt64(groups[at].entries[groups[at].row].sampleCount)
      }
      guard picture.index < groups[at].end, groups[at].row >= 0, groups[at].entries[groups[at].row].groupDescriptionIndex > 0 else {
        continue
      }
      let isRight = groups[at].type == "rap " ? picture.isIntra : picture.isRandomAccess
      if isRight { continue }
      if wrong.count == 0 { wrong = (0, picture.index, groups[at].type, groups[at].offset) }
      wrong.count += 1
    }
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    if wrong.count == 0 { return }
    let what = wrong.type == "rap " ? "no intra picture" : "no recovery point"
    run.find(
      self, "\(wrong.count) samples in groups hold \(what); the first is sample \(wrong.first) in group '\(wrong.type)'", at: wrong.offset,
      path: track.tablePath + "/sbgp")
  }
}
