import BitstreamKit
import NALKit

/// A video encoder: pictures in, access units in decoding order out.
///
/// Blocking callers use `encode` and `completeFrames`, and fetch completed units after each call. A loop over several encoders checks
/// `isReadyForMorePictures`, waits for all of them at once with `register`, and calls `advance` on each.
public protocol VideoEncoder: AnyObject {
  /// The output codec.
  var codec: VideoEncoderSettings.Codec { get }
  /// The name used in messages.
  var name: String { get }
  /// Whether another picture can be enqueued without exceeding the queue limit.
  var isReadyForMorePictures: Bool { get }
  /// Whether all output is complete, or no more follows because of an error.
  var isFinished: Bool { get }

  /// Enqueues a picture, which must be later than all before it. Does not block; ignoring `isReadyForMorePictures` grows the queue
  /// without limit.
  /// - Parameter forceKeyFrame: whether the picture must be a keyframe.
  func enqueue(_ picture: VideoPicture, forceKeyFrame: Bool) throws(EncoderError)
  /// Marks the end of input.
  func markAsFinished() throws(EncoderError)
  /// Registers the descriptors to wait on.
  func register(in set: inout WaitSet)
  /// Transfers as much input and output as possible without blocking.
  func advance() throws(EncoderError)
  /// Returns the next completed access unit, even after an error; nil if there is none.
  func nextAccessUnit() -> EncodedAccessUnit?
  /// Terminates the encoder; undelivered output is lost.
  func invalidate()
}

extension VideoEncoder {
  /// Waits until the encoder can make progress, then advances it.
  public func waitAndAdvance() throws(EncoderError) {
    var set = WaitSet()
    register(in: &set)
    set.wait()
    try advance()
  }

  /// Enqueues a picture, and blocks until there is room for one more.
  public func encode(_ picture: VideoPicture, forceKeyFrame: Bool = false) throws(EncoderError) {
    try advance()
    try enqueue(picture, forceKeyFrame: forceKeyFrame)
    try advance()
    while !isReadyForMorePictures { try waitAndAdvance() }
  }

  /// Marks the end of input, and blocks until all output is complete.
  public func completeFrames() throws(EncoderError) {
    try markAsFinished()
    try advance()
    while !isFinished { try waitAndAdvance() }
  }

  /// Encodes all pictures of a source.
  /// - Parameter output: called with the access units in decoding order.
  /// - Throws: the errors of the source, the encoder and `output`; units completed before an encoder error have been delivered.
  public func encode(_ source: any PictureSource, output: (EncodedAccessUnit) throws -> Void) throws {
    do {
      while let picture = try source.nextPicture() {
        try encode(picture)
        while let unit = nextAccessUnit() { try output(unit) }
      }
      try completeFrames()
    } catch let error as EncoderError {
      while let unit = nextAccessUnit() { try output(unit) }
      throw error
    }
    while let unit = nextAccessUnit() { try output(unit) }
  }
}
