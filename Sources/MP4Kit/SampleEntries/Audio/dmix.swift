import BitstreamKit

/// Downmix instructions.
///
/// ISO/IEC 14496-12:2022, 12.2.5 `DownMixInstructions`; the format is in ISO/IEC 23003-4.
public struct DownMixInstructionsBox: TypedBox {
  public static let structureName: StaticString = "DownMixInstructionsBox"
  public static var boxType: FourCC { "dmix" }

  /// FullBox version: 0 or 1.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Coded instructions.
  public var data: [UInt8] = []

  /// Creates a box with no instructions.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.restBytes("data", &data)
  }
}
