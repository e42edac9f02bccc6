import BitstreamKit

/// Sequence number of a movie fragment.
///
/// ISO/IEC 14496-12:2022, 8.8.5 `MovieFragmentHeaderBox`.
public struct MovieFragmentHeaderBox: TypedBox {
  public static let structureName: StaticString = "MovieFragmentHeaderBox"
  public static var boxType: FourCC { "mfhd" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Sequence number; increases with each fragment.
  public var sequenceNumber: UInt32 = 1

  /// Creates a box with default values (sequence number 1).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("sequence_number", &sequenceNumber, bits: 32)
  }
}
