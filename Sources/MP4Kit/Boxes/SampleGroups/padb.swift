import BitstreamKit

/// Number of padding bits at the end of each sample.
///
/// ISO/IEC 14496-12:2022, 8.7.6 `PaddingBitsBox`.
public struct PaddingBitsBox: TypedBox {
  public static let structureName: StaticString = "PaddingBitsBox"
  public static var boxType: FourCC { "padb" }

  /// Padding of two samples.
  public struct Pair: PackedRow {
    /// Reserved: 0.
    public var reserved1: UInt8 = 0
    /// Padding bits of the first sample, 0 to 7.
    public var pad1: UInt8 = 0
    /// Reserved: 0.
    public var reserved2: UInt8 = 0
    /// Padding bits of the second sample, 0 to 7.
    public var pad2: UInt8 = 0

    /// Creates an instance with no padding.
    public init() {}

    /// 1 byte.
    public static func byteCount(layout: UInt32) -> Int { 1 }

    public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      try c.u("reserved", &reserved1, bits: 1, at: index)
      try c.u("pad1", &pad1, bits: 3, at: index)
      try c.u("reserved", &reserved2, bits: 1, at: index)
      try c.u("pad2", &pad2, bits: 3, at: index)
    }
  }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Number of samples.
  public var sampleCount: UInt32 = 0
  /// Padding values, two samples per row.
  public var pairs = PackedTable<Pair>()

  /// Creates a box with no samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("sample_count", &sampleCount, bits: 32, in: 0...UInt32.max, sizing: true, at: -1, -1)
    try c.table("pads", &pairs, count: Int(clamping: sampleCount / 2 + sampleCount % 2))
  }

  /// Number of padding bits of the 0-based `sample`; nil if out of range.
  public func padding(of sample: Int) -> UInt8? {
    guard sample >= 0, sample < Int(clamping: sampleCount), sample / 2 < pairs.count else { return nil }
    return sample % 2 == 0 ? pairs[sample / 2].pad1 : pairs[sample / 2].pad2
  }
}
