import BitstreamKit
import MP4Kit

/// Changes to one sample entry: its type, its own fields, and its boxes.
struct EntryEdit {
  /// The new type; nil to keep it.
  var type: FourCC?
  /// Bytes that replace those at an offset in the fields of the entry.
  var fields: [(offset: Int, bytes: [UInt8])] = []
  /// The payloads of boxes in the entry that are replaced, by type. A box that is not there is not added.
  var boxes: [(type: FourCC, payload: [UInt8])] = []

  var isEmpty: Bool { type == nil && fields.isEmpty && boxes.isEmpty }

  /// The bytes of an entry with the changes.
  func applied(to entry: Int, in tree: inout BoxTree<AnyByteSource>) throws(ByteError) -> [UInt8] {
    let place = tree.nodes[entry].place
    let end = place.childrenOffset ?? place.end
    var body = try Self.bytes(place.payloadOffset, end, &tree)
    for field in fields where field.offset + field.bytes.count <= body.count {
      body.replaceSubrange(field.offset..<field.offset + field.bytes.count, with: field.bytes)
    }
    var child = entry + 1
    while place.childrenOffset != nil, child < tree.nodes[entry].next {
      let own = tree.nodes[child].place
      if let new = boxes.first(where: { own.isBox && $0.type == own.header.type }), try isReplaced(own, &tree) {
        body += Self.box(new.type, new.payload)
      } else {
        body += try Self.bytes(own.offset, own.end, &tree)
      }
      child = tree.nodes[child].next
    }
    return Self.box(type ?? place.header.type, body)
  }

  /// Whether a box is one that is replaced: a colour profile beside code points stays.
  private func isReplaced(_ place: BoxPlace, _ tree: inout BoxTree<AnyByteSource>) throws(ByteError) -> Bool {
    if place.header.type != "colr" { return true }
    let start = place.payloadOffset
    let type = try Self.bytes(start, min(place.end, start &+ 4), &tree)
    return type == Array("nclx".utf8) || type == Array("nclc".utf8)
  }

  static func bytes(_ start: UInt64, _ end: UInt64, _ tree: inout BoxTree<AnyByteSource>) throws(ByteError) -> [UInt8] {
    var bytes: [UInt8] = []
    if end <= start { return bytes }
    try tree.source.read(at: start, count: Int(clamping: min(end - start, UInt64(BoxTree<AnyByteSource>.maxBoxBytes))), into: &bytes)
    return bytes
  }

  static func box(_ type: FourCC, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: UInt32(truncatingIfNeeded: payload.count + 8))
    bytes.append(bigEndian: type.rawValue)
    return bytes + payload
  }
}

/// The `stsd` of a track with changed entries.
struct DescriptionsEdit {
  /// The changes of each entry, in the order of the track's descriptions.
  var entries: [EntryEdit]

  var isEmpty: Bool { entries.allSatisfy { $0.isEmpty } }

  /// The complete box.
  func applied(to track: MovieTrack, in tree: inout BoxTree<AnyByteSource>) throws(ByteError) -> [UInt8] {
    guard let stsd = tree.find("mdia/minf/stbl/stsd", in: track.node).first else { return [] }
    let place = tree.nodes[stsd].place
    var body = try EntryEdit.bytes(place.payloadOffset, place.childrenOffset ?? place.end, &tree)
    var child = stsd + 1
    while child < tree.nodes[stsd].next {
      if let index = track.descriptions.firstIndex(where: { $0.node == child }), entries.indices.contains(index) {
        body += try entries[index].applied(to: child, in: &tree)
      } else {
        body += try EntryEdit.bytes(tree.nodes[child].place.offset, tree.nodes[child].place.end, &tree)
      }
      child = tree.nodes[child].next
    }
    return EntryEdit.box("stsd", body)
  }
}
