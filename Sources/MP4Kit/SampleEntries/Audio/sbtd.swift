import BitstreamKit

/// Sample format before compression, as written by Apple.
public struct SourceBitDepthBox: TypedBox {
  public static let structureName: StaticString = "SourceBitDepthBox"
  public static var boxType: FourCC { "sbtd" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// A letter for the number type followed by the number of bits, e.g. `I24`.
  public var sourceBitDepth = TerminatedString()

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("source_bit_depth", &sourceBitDepth)
  }
}
