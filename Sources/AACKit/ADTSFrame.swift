/// The header of an ADTS frame and its position in the stream.
public struct ADTSFrame: Sendable, Equatable {
  /// The stream offset of the header.
  public var position: UInt64
  /// The header.
  public var header: ADTSHeader

  /// Creates a frame at a stream offset.
  @inlinable public init(position: UInt64, header: ADTSHeader) {
    self.position = position
    self.header = header
  }

  /// The stream offset of the payload.
  @inlinable public var payloadPosition: UInt64 { position &+ UInt64(header.headerSize) }
  /// The raw data blocks of the frame, one AAC access unit each, as ranges of stream offsets. nil if there are several and the header has
  /// no positions (it is not protected), or the positions are invalid (ISO/IEC 14496-3:2019, 1.A.3.2).
  public var rawDataBlocks: [Range<UInt64>]? {
    let start = payloadPosition
    guard start <= end else { return nil }
    if header.rawDataBlockCount == 1 { return [start..<end] }
    guard let check = header.errorCheck, check.rawDataBlockPosition.count == header.rawDataBlockCount - 1 else { return nil }
    var blocks: [Range<UInt64>] = []
    var from = start
    // Each block is followed by its own CRC.
    for to in check.rawDataBlockPosition.map({ start + UInt64($0) }) + [end] {
      guard to <= end, to >= from + 2 else { return nil }
      blocks.append(from..<to - 2)
      from = to
    }
    return blocks
  }
  /// The stream offset after the frame.
  @inlinable public var end: UInt64 { position &+ UInt64(header.aacFrameLength) }
}
