import BitstreamKit

/// Writes an H.264 or H.265 byte stream.
public final class StreamSink: EncodeSink {
  private let output: GatheringOutput

  /// Creates a sink.
  /// - Parameter isLive: whether each unit is written immediately.
  public init(_ output: MediaOutput, isLive: Bool) { self.output = isLive ? GatheringOutput(output, room: 1) : GatheringOutput(output) }

  /// Writes the access unit as it is.
  public func take(_ unit: EncodedAccessUnit) throws(EncoderError) { try output.put(unit.data) }
  /// Does nothing: a byte stream has no audio.
  public func take(_ unit: EncodedAudioUnit) throws(EncoderError) {}
  /// Does nothing.
  public func endSound() throws(EncoderError) {}
  /// Writes what is gathered.
  public func finish() throws(EncoderError) { try output.flush() }
}
