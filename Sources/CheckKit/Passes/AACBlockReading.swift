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
    hasBandReplication = walker?.hasBandReplication ?? false
  }
}
