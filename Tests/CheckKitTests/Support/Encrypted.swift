import BitstreamKit
import MP4Kit
import TestSupport
import Testing

/// The fragmented fixture with its video track marked as encrypted: each sample has 16 clear bytes at its beginning and after each length
/// field of a unit, as far as rules can see. The bytes of the samples are left as they are.
enum Encrypted {
  /// - Parameters:
  ///   - scheme: the scheme type.
  ///   - change: changes the entries of the first fragment, each with a vector and clear and protected bytes.
  static func file(
    scheme: String = "cenc", tenc: [UInt8] = [0, 0, 1, 8] + [UInt8](repeating: 7, count: 16),
    _ change: (inout [(clear: UInt16, protected: UInt32)]) -> Void = { _ in }
  ) throws -> [UInt8] {
    let bytes = try Places.fixture("fragmented.mp4")
    let movie = try Movie(MemorySource(bytes))
    var sizes: [UInt64] = []
    var reader = movie.samples(ofTrack: 0)
    while let sample = try reader.next() { sizes.append(UInt64(sample.sample.size)) }
    let path = "moov/trak[0]/mdia/minf/stbl/stsd/avc1"
    let sinf = makeBox(
      "sinf", makeBox("frma", Array("avc1".utf8)), makeBox("schm", [0, 0, 0, 0] + Array(scheme.utf8) + bigEndian(0x10000)),
      makeBox("schi", makeBox("tenc", [0, 0, 0, 0] + tenc)))
    var edit = BoxEdit(try BoxEdit(bytes).adding(sinf, to: path))
    edit = BoxEdit(try retyped(edit.bytes, path, "encv"))
    var first = 0
    for index in 0..<16 {
      guard try BoxTree(MemorySource(edit.bytes))["moof[\(index)]/traf[0]"] != nil else { break }
      let tree = try BoxTree(MemorySource(edit.bytes))
      let place = tree.nodes[try #require(tree["moof[\(index)]"])].place
      let fragment = try MovieFragment(MemorySource(edit.bytes), place)
      let count = fragment.tracks[0].runs.reduce(0) { $0 + Int($1.sampleCount) }
      var entries = sizes[first..<first + count].map { size in (clear: UInt16(size), protected: UInt32(0)) }
      if index == 0 { change(&entries) }
      first += count
      edit = BoxEdit(try protect(edit, index, entries))
    }
    return edit.bytes
  }

  /// Adds senc, saiz and saio to a fragment, and moves the data offsets.
  private static func protect(_ edit: BoxEdit, _ index: Int, _ entries: [(clear: UInt16, protected: UInt32)]) throws -> [UInt8] {
    let list = entries.flatMap { entry in
      [UInt8](repeating: 1, count: 8) + [0, 1, UInt8(entry.clear >> 8), UInt8(entry.clear & 255)] + bigEndian(entry.protected)
    }
    let senc = makeBox("senc", [0, 0, 0, 2] + bigEndian(UInt32(entries.count)) + list)
    let saiz = makeBox("saiz", [0, 0, 0, 0, 16] + bigEndian(UInt32(entries.count)))
    let growth = senc.count + saiz.count + 20
    var copy = edit
    for track in 0..<2 {
      copy = BoxEdit(
        try copy.changing(TrackRunBox.self, "moof[\(index)]/traf[\(track)]/trun") { $0.dataOffset = ($0.dataOffset ?? 0) + Int32(growth) })
    }
    let traf = "moof[\(index)]/traf[0]"
    copy = BoxEdit(try copy.adding(saiz, to: traf))
    let tree = try BoxTree(MemorySource(copy.bytes))
    let (fragment, end) = (
      tree.nodes[try #require(tree["moof[\(index)]"])].place.offset, tree.nodes[try #require(tree[traf])].place.end
    )
    let saio = makeBox("saio", [0, 0, 0, 0] + bigEndian(1) + bigEndian(UInt32(end - fragment) + 20 + 16))
    return try BoxEdit(try copy.adding(saio, to: traf)).adding(senc, to: traf)
  }
}
