import BitstreamKit

/// Sample sizes.
///
/// ISO/IEC 14496-12:2022, 8.7.3.2 `SampleSizeBox`.
public struct SampleSizeBox: TypedBox {
  public static let structureName: StaticString = "SampleSizeBox"
  public static var boxType: FourCC { "stsz" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Size of every sample in bytes; 0 if `sizes` is used.
  public var sampleSize: UInt32 = 0
  /// Number of samples.
  public var sampleCount: UInt32 = 0
  /// Size of each sample in bytes, if `sampleSize` is 0.
  public var sizes = PackedTable<UInt32>()

  /// Creates a box with no samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("sample_size", &sampleSize, bits: 32)
    if sampleSize == 0 {
      sampleCount = UInt32(truncatingIfNeeded: try c.count("sample_count", Int(clamping: sampleCount), bits: 32))
      try c.table("entry_size", &sizes, count: Int(clamping: sampleCount))
    } else {
      try c.u("sample_count", &sampleCount, bits: 32)
      try c.table("entry_size", &sizes, count: 0)
    }
  }
}
