import BitstreamKit

/// Writes coded pictures and audio to an output.
public protocol EncodeSink: AnyObject {
  /// Writes the next access unit, which has start codes.
  func take(_ unit: EncodedAccessUnit) throws(EncoderError)
  /// Writes the next audio unit.
  func take(_ unit: EncodedAudioUnit) throws(EncoderError)
  /// Marks the end of the audio.
  func endSound() throws(EncoderError)
  /// Does periodic work between units.
  func goOn() throws(EncoderError)
  /// Completes the output.
  func finish() throws(EncoderError)
}

extension EncodeSink {
  /// Does nothing.
  public func goOn() throws(EncoderError) {}
}

/// Converts a `MediaError`.
func asEncoderError(_ error: MediaError) -> EncoderError {
  error.failure.map { .bytes($0) } ?? .malformed(error.description)
}
