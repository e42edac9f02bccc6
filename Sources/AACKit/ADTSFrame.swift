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
  /// The stream's byte behind the frame.
  @inlinable public var end: UInt64 { position &+ UInt64(header.aacFrameLength) }
}
