import BitstreamKit
import MP4Kit
import Testing

/// Changes boxes of a file and writes the sizes of their ancestors anew. What follows a changed box moves: use files whose `moov` comes
/// after the media data, or changes that keep the size.
public struct BoxEdit {
  public var bytes: [UInt8]

  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads a box at a path, changes it and writes its fields again; its child boxes are kept.
  public func changing<B: Box>(_ type: B.Type, _ path: String, _ change: (inout B) -> Void) throws -> [UInt8] {
    var tree = try BoxTree(MemorySource(bytes))
    let node = try #require(tree[path])
    var box = try tree.read(type, at: node)
    let place = tree.nodes[node].place
    change(&box)
    let end = place.childrenOffset ?? place.end
    return try replacing(place.payloadOffset..<end, with: try box.encoded(), in: tree, node)
  }

  /// Replaces the bytes of a whole box.
  public func replacing(_ path: String, with new: [UInt8]) throws -> [UInt8] {
    let tree = try BoxTree(MemorySource(bytes))
    let node = try #require(tree[path])
    let place = tree.nodes[node].place
    return try replacing(place.offset..<place.end, with: new, in: tree, tree.nodes[node].parent)
  }

  /// Adds a box after the last child of another one.
  public func adding(_ box: [UInt8], to path: String) throws -> [UInt8] {
    let tree = try BoxTree(MemorySource(bytes))
    let node = try #require(tree[path])
    let end = tree.nodes[node].place.end
    return try replacing(end..<end, with: box, in: tree, node)
  }

  /// The bytes of a box.
  public func box(_ path: String) throws -> [UInt8] {
    let tree = try BoxTree(MemorySource(bytes))
    let place = tree.nodes[try #require(tree[path])].place
    return Array(bytes[Int(place.offset)..<Int(place.end)])
  }

  /// Sets bytes within the payload of a box.
  public func patching(_ path: String, at offset: Int, _ new: [UInt8]) throws -> [UInt8] {
    let tree = try BoxTree(MemorySource(bytes))
    let start = Int(tree.nodes[try #require(tree[path])].place.payloadOffset) + offset
    var copy = bytes
    copy.replaceSubrange(start..<start + new.count, with: new)
    return copy
  }

  private func replacing(
    _ range: Range<UInt64>, with new: [UInt8], in tree: BoxTree<MemorySource>, _ inner: Int?
  ) throws -> [UInt8] {
    var copy = bytes
    copy.replaceSubrange(Int(range.lowerBound)..<Int(range.upperBound), with: new)
    let growth = new.count - Int(range.upperBound - range.lowerBound)
    var node = inner
    while let index = node {
      let place = tree.nodes[index].place
      let size = UInt32(Int(place.size) + growth)
      for byte in 0..<4 { copy[Int(place.offset) + byte] = UInt8(truncatingIfNeeded: size >> UInt32(24 - 8 * byte)) }
      node = tree.nodes[index].parent
    }
    return copy
  }
}
