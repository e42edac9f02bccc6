import BitstreamKit

/// How large the `mfra` around it is, at its very end: so that it can be found from the end of the file.
///
/// ISO/IEC 14496-12:2022, 8.8.11 `MovieFragmentRandomAccessOffsetBox`.
public struct MovieFragmentRandomAccessOffsetBox: TypedBox {
  public static let structureName: StaticString = "MovieFragmentRandomAccessOffsetBox"
  public static var boxType: FourCC { "mfro" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Of `mfra`, header and all, in bytes.
  public var parentSize: UInt32 = 0

  /// A size of 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("parent_size", &parentSize, bits: 32)
  }
}
