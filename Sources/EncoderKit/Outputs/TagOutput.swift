import FLVKit

/// What the tags of an encoder go to.
public protocol TagOutput: AnyObject {
  /// Which measured values of the metadata are written at the end.
  var measured: FLVMetaData.Measured { get }
  /// Begins a stream of these codecs.
  func begin(_ tags: FLVTagMaker)
  /// Writes a tag.
  func put(_ tag: FLVStreamTag) throws(EncoderError)
  /// Completes the output.
  func finish() throws(EncoderError)
}
