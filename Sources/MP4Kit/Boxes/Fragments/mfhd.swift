import BitstreamKit

/// The number of a fragment.
///
/// ISO/IEC 14496-12:2022, 8.8.5 `MovieFragmentHeaderBox`.
public struct MovieFragmentHeaderBox: TypedBox {
  public static let structureName: StaticString = "MovieFragmentHeaderBox"
  public static var boxType: FourCC { "mfhd" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Grows from fragment to fragment.
  public var sequenceNumber: UInt32 = 1

  /// The first fragment.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("sequence_number", &sequenceNumber, bits: 32)
  }
}
