import BitstreamKit

/// What the sound was before it was compressed. Apple's.
public struct SourceBitDepthBox: TypedBox {
  public static let structureName: StaticString = "SourceBitDepthBox"
  public static var boxType: FourCC { "sbtd" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// A letter for the kind of number and its bits: `I24`.
  public var sourceBitDepth = TerminatedString()

  /// Nothing known.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("source_bit_depth", &sourceBitDepth)
  }
}
