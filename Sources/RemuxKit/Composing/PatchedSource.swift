import BitstreamKit

/// A source with bytes replaced, which shows what a file is after patches are applied.
package struct PatchedSource: ByteSource {
  private let source: AnyByteSource
  /// In increasing order of their offsets, without overlap.
  private let patches: [BytePatch]

  package init(_ source: AnyByteSource, _ patches: [BytePatch]) {
    self.source = source
    self.patches = patches.ordered { $0.offset < $1.offset }
  }

  package var byteCount: UInt64 { source.byteCount }

  package func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    try source.read(at: offset, count: count, into: &buffer)
    let end = offset &+ UInt64(buffer.count)
    // The first patch that ends after the offset.
    var low = patches.partitionPoint { $0.offset &+ UInt64($0.new.count) <= offset }
    while low < patches.count, patches[low].offset < end {
      let patch = patches[low]
      let (first, last) = (max(offset, patch.offset), min(end, patch.offset &+ UInt64(patch.new.count)))
      if first < last {
        let from = Int(first - patch.offset)
        buffer.replaceSubrange(Int(first - offset)..<Int(last - offset), with: patch.new[from..<from + Int(last - first)])
      }
      low += 1
    }
  }
}
