/// Where an ADTS frame stands in a stream, and its header.
public struct ADTSFrame: Sendable, Equatable {
  /// The stream's byte at which the header begins.
  public var position: UInt64
  /// The header.
  public var header: ADTSHeader

  /// A frame at its place.
  @inlinable public init(position: UInt64, header: ADTSHeader) {
    self.position = position
    self.header = header
  }

  /// The stream's byte at which the payload begins.
  @inlinable public var payloadPosition: UInt64 { position &+ UInt64(header.headerSize) }
  /// The raw data blocks of the frame, each a sample of AAC: bytes of the stream. nil where there are several and nothing tells where each
  /// begins, as a protected header does, or what it tells cannot be (ISO/IEC 14496-3:2019, 1.A.3.2).
  public var rawDataBlocks: [Range<UInt64>]? {
    let start = payloadPosition
    guard start <= end else { return nil }
    if header.rawDataBlockCount == 1 { return [start..<end] }
    guard let check = header.errorCheck, check.rawDataBlockPosition.count == header.rawDataBlockCount - 1 else { return nil }
    var blocks: [Range<UInt64>] = []
    var from = start
    // Behind each block stands a checksum of its own.
    for to in check.rawDataBlockPosition.map({ start + UInt64($0) }) + [end] {
      guard to <= end, to >= from + 2 else { return nil }
      blocks.append(from..<to - 2)
      from = to
    }
    return blocks
  }
  /// The stream's byte behind the frame.
  @inlinable public var end: UInt64 { position &+ UInt64(header.aacFrameLength) }
}
