import BitstreamKit

/// Sync samples of a track. Without this box every sample is a sync sample.
///
/// ISO/IEC 14496-12:2022, 8.6.2 `SyncSampleBox`.
public struct SyncSampleBox: TypedBox {
  public static let structureName: StaticString = "SyncSampleBox"
  public static var boxType: FourCC { "stss" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// 1-based sample numbers in increasing order.
  public var sampleNumbers = PackedTable<UInt32>()

  /// Creates a box with no entries.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let count = try c.count("entry_count", sampleNumbers.codedCount, bits: 32)
    try c.table("sample_number", &sampleNumbers, count: count)
  }
}
