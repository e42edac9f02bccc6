import BitstreamKit

/// Offset added to RTP sequence numbers.
///
/// ISO/IEC 14496-12:2022, 9.1.2 `sequenceoffset`.
public struct SequenceOffsetBox: TypedBox {
  public static let structureName: StaticString = "SequenceOffsetBox"
  public static var boxType: FourCC { "snro" }

  /// Offset.
  public var offset: Int32 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.i("offset", &offset, bits: 32)
  }
}
