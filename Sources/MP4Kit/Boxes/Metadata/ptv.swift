import BitstreamKit

/// Display settings of the movie for full-screen playback.
///
/// QuickTime File Format, User Data Atoms.
public struct PrintToVideoBox: TypedBox {
  public static let structureName: StaticString = "PrintToVideoBox"
  public static var boxType: FourCC { "ptv " }

  /// 0 normal, 1 double, 2 half, 3 full screen, 4 current size.
  public var displaySize: UInt16 = 0
  /// Reserved: 0.
  public var reserved1: UInt16 = 0
  /// Reserved: 0.
  public var reserved2: UInt16 = 0
  /// 1 if a key press advances to the next frame.
  public var slideShow: UInt8 = 0
  /// 1 if playback starts on open.
  public var playOnOpen: UInt8 = 1

  /// Creates a box with default values (normal size).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("display_size", &displaySize, bits: 16)
    try c.u("reserved1", &reserved1, bits: 16)
    try c.u("reserved2", &reserved2, bits: 16)
    try c.u("slide_show", &slideShow, bits: 8)
    try c.u("play_on_open", &playOnOpen, bits: 8)
  }
}
