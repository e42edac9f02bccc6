import BitstreamKit

/// Properties of an audio track.
///
/// ISO/IEC 14496-12:2022, 12.2.2 `SoundMediaHeaderBox`.
public struct SoundMediaHeaderBox: TypedBox {
  public static let structureName: StaticString = "SoundMediaHeaderBox"
  public static var boxType: FourCC { "smhd" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Stereo balance as 8.8 fixed point; −1 is left, 1 is right.
  public var balance: Int16 = 0
  /// Reserved: 0.
  public var reserved: UInt16 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fixedPoint("balance", &balance, bits: 16, fraction: 8)
    try c.u("reserved", &reserved, bits: 16)
  }
}
