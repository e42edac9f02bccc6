import BitstreamKit

/// A box whose payload is another box in compressed form: `!mov` for `moov`, `!mof` for `moof`, `!six` for `sidx`, `!ssx` for `ssix`.
///
/// ISO/IEC 14496-12:2022, 8.19 `CompressedBox`. `CompressedContent` decompresses it.
public struct CompressedBox: Box {
  public static let structureName: StaticString = "CompressedBox"

  /// The compressed bytes.
  public var data: [UInt8] = []

  /// Creates a box with no data.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) { try c.restBytes("data", &data) }
}
