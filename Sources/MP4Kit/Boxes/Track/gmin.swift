import BitstreamKit

/// Graphics mode and balance of media other than video and audio.
///
/// QuickTime File Format, "Base Media Info Atoms".
public struct BaseMediaInfoBox: TypedBox {
  public static let structureName: StaticString = "BaseMediaInfoBox"
  public static var boxType: FourCC { "gmin" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Graphics mode: 0 copy, 0x40 dithered copy.
  public var graphicsMode: UInt16 = 0x40
  /// Red, green and blue for modes that use a colour.
  public var opcolor: [UInt16] = [0x8000, 0x8000, 0x8000]
  /// Stereo balance as 8.8 fixed point; −1 is left, 1 is right.
  public var balance: Int16 = 0
  /// Reserved: 0.
  public var reserved: UInt16 = 0

  /// Creates a box with default values (dithering).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("graphics_mode", &graphicsMode, bits: 16)
    try c.list("opcolor", &opcolor, count: 3, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("opcolor", &v, bits: 16, at: i)
    }
    try c.fixedPoint("balance", &balance, bits: 16, fraction: 8)
    try c.u("reserved", &reserved, bits: 16)
  }
}
