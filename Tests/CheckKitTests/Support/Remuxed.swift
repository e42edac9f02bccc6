import BitstreamKit
import MP4Kit
import RemuxKit
import TestSupport
import Testing

/// Remuxes a file in memory.
func remuxed(_ bytes: [UInt8], to target: Remuxer.Target = .mp4, _ options: CarryOptions = CarryOptions()) throws -> [UInt8] {
  final class Memory { var bytes: [UInt8] = [] }
  let memory = Memory()
  let output = MediaOutput(
    append: { (part, range) throws(ByteError) in memory.bytes += part[range] },
    replace: { (offset, part) throws(ByteError) in
      memory.bytes.replaceSubrange(Int(offset)..<Int(offset) + part.count, with: part)
    },
    read: { (offset, count, buffer) throws(ByteError) in try MemorySource(memory.bytes).read(at: offset, count: count, into: &buffer) })
  _ = try Remuxer.carry(MemorySource(bytes), to: target, output, options)
  return memory.bytes
}

/// The 32 bits of a number.
func bigEndian(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * $0)) } }

/// Replaces the type of the first box at a path; its size stays.
func retyped(_ bytes: [UInt8], _ path: String, _ type: String) throws -> [UInt8] {
  var copy = bytes
  let tree = try BoxTree(MemorySource(bytes))
  let place = tree.nodes[try #require(tree[path])].place
  copy.replaceSubrange(Int(place.offset) + 4..<Int(place.offset) + 8, with: Array(type.utf8))
  return copy
}
