import BitstreamKit
import MP4Kit
import TestSupport
import Testing

/// Our tree against the list of boxes that another reader made of each file of the corpus.
@Suite(.enabled(if: Places.corpus != nil)) struct BoxIndexTests {
  /// Two files were cut off in the middle of their media data. The list calls what is left no box; by ISO/IEC 14496-12, 4.2.2, it is
  /// the start of one of type `mdat`, and the tree says so, with a finding that the rest is missing.
  static let cutOff: Set<String> = ["mp4/fate_displaymatrix.mov", "mp4/fate_two_first_slice_ltr.mov"]
  /// Eight bytes stand at the end of the file that say a length of 4, less than a header has: the list calls them no box either.
  static let oddEnd: Set<String> = ["mp4/cat_key_clip.mp4"]

  /// A line of the list, or a box of ours in its terms.
  struct Row: Hashable {
    var depth: Int
    var offset: UInt64
    var headerSize: Int
    var size: UInt64
    var type: String
  }

  @Test(arguments: boxFiles) func boxesStandWhereTheirIndexSays(path: String) throws {
    let tree = try BoxTree(MemorySource(try Places.corpusFile(path)))
    let (boxes, gaps) = try index(of: path)
    let ours = tree.nodes.map { (box: row($0.place), parent: $0.parent) }
    let found = Set(ours.map(\.box))
    let missing = boxes.filter { !found.contains($0) }
    #expect(missing.isEmpty, "\(missing.prefix(8))")

    // The list takes some boxes as a whole that we look into: items of `ilst`, `uinf`. What else is ours alone is an error.
    let listed = Set(boxes)
    let entered = Set(
      boxes.indices.dropLast().filter { boxes[$0 + 1].depth > boxes[$0].depth }.map { boxes[$0] })
    let extra = ours.indices.filter { index in
      let parent = ours[index].parent.map { ours[$0].box }
      return tree.nodes[index].place.isBox && !listed.contains(ours[index].box) && parent.map { entered.contains($0) } ?? true
    }.map { ours[$0].box }
    #expect(extra.map(\.type) == (Self.cutOff.contains(path) ? ["mdat"] : []), "\(extra.prefix(8))")

    let between = tree.nodes.filter { !$0.place.isBox }.map(\.place.offset)
    for gap in gaps where !Self.cutOff.contains(path) { #expect(between.contains(gap), "no bytes between boxes at \(gap)") }
    #expect(tree.findings.isEmpty != Self.cutOff.union(Self.oddEnd).contains(path), "\(tree.findings)")
  }

  private func row(_ place: BoxPlace) -> Row {
    Row(
      depth: place.depth, offset: place.offset, headerSize: place.isBox ? place.header.byteCount : 0, size: place.size,
      type: place.isBox ? place.header.type.description : "")
  }

  /// The boxes that the list has, and where it found bytes that are none.
  private func index(of path: String) throws -> (boxes: [Row], gaps: [UInt64]) {
    var (boxes, gaps): ([Row], [UInt64]) = ([], [])
    for line in try Places.expectedRows(path + ".boxes.csv.gz") {
      let offset = try #require(UInt64(line[1]))
      if line[4].hasPrefix("!") {
        gaps.append(offset)
      } else {
        boxes.append(
          Row(
            depth: try #require(Int(line[0])), offset: offset, headerSize: try #require(Int(line[2])),
            size: try #require(UInt64(line[3])), type: line[4]))
      }
    }
    return (boxes, gaps)
  }
}
