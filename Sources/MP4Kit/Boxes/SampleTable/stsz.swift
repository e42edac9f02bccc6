import BitstreamKit

/// How large each sample is.
///
/// ISO/IEC 14496-12:2022, 8.7.3.2 `SampleSizeBox`.
public struct SampleSizeBox: TypedBox {
  public static let structureName: StaticString = "SampleSizeBox"
  public static var boxType: FourCC { "stsz" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The size of every sample in bytes; 0 where `sizes` has them.
  public var sampleSize: UInt32 = 0
  /// How many samples there are.
  public var sampleCount: UInt32 = 0
  /// Each sample's size in bytes, where `sampleSize` is 0.
  public var sizes = PackedTable<UInt32>()

  /// No samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("sample_size", &sampleSize, bits: 32)
    if sampleSize == 0 {
      sampleCount = UInt32(truncatingIfNeeded: try c.count("sample_count", Int(sampleCount), bits: 32))
      try c.table("entry_size", &sizes, count: Int(sampleCount))
    } else {
      try c.u("sample_count", &sampleCount, bits: 32)
      try c.table("entry_size", &sizes, count: 0)
    }
  }
}
