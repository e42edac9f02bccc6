import BitstreamKit

/// Where pictures come from.
public protocol PictureSource: AnyObject {
  /// What the pictures are; nil until that is known.
  var format: PictureFormat? { get }
  /// How many there are; nil where nobody knows.
  var pictureCount: UInt64? { get }
  /// Whether they come at a pace of their own, and once: from a pipe or a program.
  var isLive: Bool { get }

  /// The next picture, as far as it can be had without waiting.
  func next() throws(EncoderError) -> SourceStep
  /// Says what is waited for, behind `.wait`.
  func register(in set: inout WaitSet)
  /// Ends all work.
  func invalidate()
}

/// What a source has.
public enum SourceStep: Sendable {
  /// The next picture.
  case picture(VideoPicture)
  /// Nothing as yet.
  case wait
  /// No more.
  case end
}

extension PictureSource {
  public var pictureCount: UInt64? { nil }
  public var isLive: Bool { false }
  public func register(in set: inout WaitSet) { set.limit(to: 0) }
  public func invalidate() {}

  /// The next picture, for which it waits; nil at the end.
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

/// Pictures that a function draws, one after the other.
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
  ///   - count: how many there are; nil for no end.
  ///   - draw: paints over the picture before, or black, which has the time that its number and the frame rate say. It may say another
  ///     one, later than the one before, and how long the picture is shown.
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
    // A picture whose time nobody has moved lasts until the next.
    if picture.duration == nil, picture.presentationTimeStamp == time { picture.duration = model.time(of: 1) }
    number += 1
    last = picture
    return .picture(picture)
  }
}
