import BitstreamKit

/// Size of the enclosing `mfra`. It is the last box in `mfra`, so that `mfra` can be found from the end of the file.
///
/// ISO/IEC 14496-12:2022, 8.8.11 `MovieFragmentRandomAccessOffsetBox`.
public struct MovieFragmentRandomAccessOffsetBox: TypedBox {
  public static let structureName: StaticString = "MovieFragmentRandomAccessOffsetBox"
  public static var boxType: FourCC { "mfro" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Size of `mfra` in bytes, including its header.
  public var parentSize: UInt32 = 0

  /// Creates a box with default values (size 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("parent_size", &parentSize, bits: 32)
  }
}
