import BitstreamKit

/// Sample sizes of 4, 8 or 16 bits.
///
/// ISO/IEC 14496-12:2022, 8.7.3.3 `CompactSampleSizeBox`.
public struct CompactSampleSizeBox: TypedBox {
  public static let structureName: StaticString = "CompactSampleSizeBox"
  public static var boxType: FourCC { "stz2" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Reserved: 0.
  public var reserved: UInt32 = 0
  /// Size of a coded sample size in bits: 4, 8 or 16.
  public var fieldSize: UInt8 = 8
  /// Number of samples.
  public var sampleCount: UInt32 = 0
  /// Coded sizes; two per byte if `fieldSize` is 4.
  public var packedSizes = PackedTable<UInt8>()

  /// Creates a box with no samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("reserved", &reserved, bits: 24)
    try c.u("field_size", &fieldSize, bits: 8, in: 4...16, sizing: true, at: -1, -1)
    if fieldSize != 4, fieldSize != 8, fieldSize != 16 { throw c._malformed("field_size", .malformed("\(fieldSize) is not 4, 8 or 16")) }
    sampleCount = UInt32(truncatingIfNeeded: try c.count("sample_count", Int(clamping: sampleCount), bits: 32))
    let (bits, _) = Int(clamping: sampleCount).multipliedReportingOverflow(by: Int(fieldSize))
    try c.table("entry_size", &packedSizes, count: (bits + 7) / 8)
  }

  /// Size of a sample in bytes; nil if `sample` is out of range.
  public func size(of sample: Int) -> UInt32? {
    guard sample >= 0, sample < Int(clamping: sampleCount) else { return nil }
    switch fieldSize {
    case 4:
      guard sample / 2 < packedSizes.count else { return nil }
      return UInt32(sample % 2 == 0 ? packedSizes[sample / 2] >> 4 : packedSizes[sample / 2] & 15)
    case 8: return sample < packedSizes.count ? UInt32(packedSizes[sample]) : nil
    default:
      guard 2 * sample + 1 < packedSizes.count else { return nil }
      return UInt32(packedSizes[2 * sample]) << 8 | UInt32(packedSizes[2 * sample + 1])
    }
  }
}
