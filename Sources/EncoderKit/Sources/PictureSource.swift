import BitstreamKit

/// A source of pictures.
public protocol PictureSource: AnyObject {
  /// The picture format; nil until known.
  var format: PictureFormat? { get }
  /// The number of pictures; nil if unknown.
  var pictureCount: UInt64? { get }
  /// Whether pictures arrive in real time and cannot be read again: from a pipe or a program.
  var isLive: Bool { get }

  /// The time of the pictures that is due now, if a clock paces them; nil otherwise.
  var clockTime: MediaTime? { get }

  /// Returns the next picture without blocking.
  func next() throws(EncoderError) -> SourceStep
  /// Registers the descriptors to wait on after `.wait`.
  func register(in set: inout WaitSet)
  /// Stops the source.
  func invalidate()
}

/// The result of `PictureSource.next()`.
public enum SourceStep: Sendable {
  /// The next picture.
  case picture(VideoPicture)
  /// No picture is available yet.
  case wait
  /// End of the source.
  case end
}

extension PictureSource {
  public var pictureCount: UInt64? { nil }
  public var isLive: Bool { false }
  public var clockTime: MediaTime? { nil }
  public func register(in set: inout WaitSet) { set.limit(to: 0) }
  public func invalidate() {}

  /// Returns the next picture, blocking until it is available; nil at the end.
  public func nextPicture() throws(EncoderError) -> VideoPicture? {
    while true {
      switch try next() {
      case .picture(let picture): return picture
      case .end: return nil
      case .wait:
        var set = WaitSet()
        register(in: &set)
        set.wait()
      }
    }
  }
}

/// Pictures drawn by a closure.
///
///     let slides = DrawnPictures(PictureFormat(width: 640, height: 360), count: 250) { number, picture in
///       picture.fill(y: UInt8(number), u: 128, v: 128)
///     }
public final class DrawnPictures: PictureSource {
  public let format: PictureFormat?
  public let pictureCount: UInt64?
  private let draw: (UInt64, inout VideoPicture) throws(EncoderError) -> Void
  private let model: PictureFormat
  private var number: UInt64 = 0
  private var last: VideoPicture?

  /// - Parameters:
  ///   - count: the number of pictures; nil for no end.
  ///   - draw: draws over the previous picture (initially black). The picture's time is preset from its number and the frame rate; the
  ///     closure may set a later one, and a duration.
  public init(
    _ format: PictureFormat, count: UInt64?, draw: @escaping (_ number: UInt64, _ picture: inout VideoPicture) throws(EncoderError) -> Void
  ) {
    self.format = format
    model = format
    pictureCount = count
    self.draw = draw
  }

  public func next() throws(EncoderError) -> SourceStep {
    if let pictureCount, number >= pictureCount { return .end }
    guard let time = model.time(of: number) else { return .end }
    var picture = last ?? VideoPicture(model)
    picture.presentationTimeStamp = time
    picture.duration = nil
    try draw(number, &picture)
    // A picture whose time is unchanged lasts one frame interval.
    if picture.duration == nil, picture.presentationTimeStamp == time { picture.duration = model.time(of: 1) }
    number += 1
    last = picture
    return .picture(picture)
  }
}
