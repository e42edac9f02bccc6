import BitstreamKit

/// The payload of another box in compressed form: `!mov` of `moov`, `!mof` of `moof`, `!six` of `sidx`, `!ssx` of `ssix`.
///
/// ISO/IEC 14496-12:2022, 8.19 `CompressedBox`. `CompressedContent` expands it.
public struct CompressedBox: Box {
  public static let structureName: StaticString = "CompressedBox"

  /// The compressed bytes.
  public var data: [UInt8] = []

  /// No data.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) { try c.restBytes("data", &data) }
}
