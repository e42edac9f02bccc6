import AACKit

/// What a walker found in a raw data block.
struct AACBlockReading {
  /// What the specification forbids; nil for a regular block.
  var fault: RawDataBlockFault?
  /// Whether the block can be read to its end, as decoders do.
  var isReadable = true
  /// The size of the block in bytes; 0 if it cannot be read.
  var byteCount = 0
  /// Whether a fill element has spectral band replication.
  var hasBandReplication = false

  /// Reads a block.
  init(_ bytes: [UInt8], _ walker: inout RawDataBlockWalker?) {
    walker?.isLenient = false
    do {
      byteCount = try walker?.walk(bytes, 0..<bytes.count).byteCount ?? 0
    } catch {
      fault = error
      walker?.isLenient = true
      do { byteCount = try walker?.walk(bytes, 0..<bytes.count).byteCount ?? 0 } catch {
        (fault, isReadable) = (error, false)
        return
      }
    }
    hasBandReplication = walker?.elements.contains { Self.isBandReplication($0, bytes) } ?? false
  }

  /// Whether an element is a fill element with extension_type 13 or 14.
  ///
  /// ISO/IEC 14496-3:2019 4.4.2.7, Table 4.57.
  private static func isBandReplication(_ element: RawDataElement, _ bytes: [UInt8]) -> Bool {
    guard element.kind == .fill else { return false }
    func bits(_ count: Int, at offset: Int) -> Int {
      (offset..<offset + count).reduce(0) { $1 / 8 < bytes.count ? $0 << 1 | Int(bytes[$1 / 8] >> UInt8(7 - $1 % 8) & 1) : $0 << 1 }
    }
    let count = bits(4, at: element.bitOffset + 3)
    let type = bits(4, at: element.bitOffset + (count == 15 ? 15 : 7))
    return count > 0 && (type == 13 || type == 14)
  }
}
