import BitstreamKit

/// Pictures in, access units in decoding order out.
///
/// Somebody who has nothing else to do calls `encode` and `completeFrames`, which wait, and takes what is ready behind each call.
/// A loop over several encoders asks `isReadyForMorePictures`, waits for all of them at once by `register`, and lets each go on by `advance`.
public protocol VideoEncoder: AnyObject {
  /// What comes out.
  var codec: VideoEncoderSettings.Codec { get }
  /// What messages call it.
  var name: String { get }
  /// Whether another picture can be taken without waiting.
  var isReadyForMorePictures: Bool { get }
  /// Whether all is out, or nothing more will come.
  var isFinished: Bool { get }

  /// Takes a picture, which is shown later than all before it. It does not wait: whoever ignores `isReadyForMorePictures` makes the
  /// queue grow.
  /// - Parameter forceKeyFrame: whether decoding must be able to begin at it.
  func enqueue(_ picture: VideoPicture, forceKeyFrame: Bool) throws(EncoderError)
  /// No more pictures come.
  func markAsFinished() throws(EncoderError)
  /// Says what is waited for.
  func register(in set: inout WaitSet)
  /// Goes on as far as it can without waiting.
  func advance() throws(EncoderError)
  /// The next access unit that is ready, even behind an error; nil where none is.
  func nextAccessUnit() -> EncodedAccessUnit?
  /// Ends all work; what was not given until then is lost.
  func invalidate()
}

extension VideoEncoder {
  /// Waits for what the encoder waits for, and goes on.
  public func waitAndAdvance() throws(EncoderError) {
    var set = WaitSet()
    register(in: &set)
    set.wait()
    try advance()
  }

  /// Takes a picture, and waits until there is room for one more.
  public func encode(_ picture: VideoPicture, forceKeyFrame: Bool = false) throws(EncoderError) {
    try advance()
    try enqueue(picture, forceKeyFrame: forceKeyFrame)
    try advance()
    while !isReadyForMorePictures { try waitAndAdvance() }
  }

  /// No more pictures come: waits until all of them are out.
  public func completeFrames() throws(EncoderError) {
    try markAsFinished()
    try advance()
    while !isFinished { try waitAndAdvance() }
  }

  /// All pictures of a source, to the end.
  /// - Parameter output: is given the access units in decoding order.
  /// - Throws: what the source, the encoder or `output` throws; what was ready before an error of the encoder has been given.
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
