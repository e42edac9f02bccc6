import BitstreamKit
import MP4Kit
import TestSupport
import Testing

/// Compares our tree with another reader's list of boxes for each corpus file.
@Suite(.enabled(if: Places.corpus != nil)) struct BoxIndexTests {
  /// Two files are truncated in their media data. The list does not count the rest as a box; by ISO/IEC 14496-12, 4.2.2, it is the start of
  /// an `mdat`, and the tree reports it with a finding.
  static let cutOff: Set<String> = ["mp4/fate_displaymatrix.mov", "mp4/fate_two_first_slice_ltr.mov"]
  /// The file ends with eight bytes that code a size of 4, less than a header: not a box in the list either.
  static let oddEnd: Set<String> = ["mp4/cat_key_clip.mp4"]

  /// A line of the list, or a box of ours in the same form.
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

    // The list does not descend into some boxes that we parse: items of `ilst`, `uinf`. Any other box found only by us is an error.
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

  /// The boxes in the list, and the positions of bytes that are not boxes.
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
