import BitstreamKit

/// Which samples are sync samples. Where there is no such box, every sample is one.
///
/// ISO/IEC 14496-12:2022, 8.6.2 `SyncSampleBox`.
public struct SyncSampleBox: TypedBox {
  public static let structureName: StaticString = "SyncSampleBox"
  public static var boxType: FourCC { "stss" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The numbers of the sync samples, counted from 1, ascending.
  public var sampleNumbers = PackedTable<UInt32>()

  /// No entries.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let count = try c.count("entry_count", sampleNumbers.codedCount, bits: 32)
    try c.table("sample_number", &sampleNumbers, count: count)
  }
}
