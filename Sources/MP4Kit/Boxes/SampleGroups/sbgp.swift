import BitstreamKit

/// Which description of a group each sample has.
///
/// ISO/IEC 14496-12:2022, 8.9.2 `SampleToGroupBox`.
public struct SampleToGroupBox: TypedBox {
  public static let structureName: StaticString = "SampleToGroupBox"
  public static var boxType: FourCC { "sbgp" }

  /// A run of samples that have one description.
  public struct Entry: PackedRow {
    /// How many samples.
    public var sampleCount: UInt32 = 0
    /// Of `sgpd`, counted from 1; 0 for none; from 0x10001 on those of the same fragment.
    public var groupDescriptionIndex: UInt32 = 0

    /// No samples.
    @inlinable public init() {}

    /// 8.
    @inlinable public static func byteCount(layout: UInt32) -> Int { 8 }

    public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      try c.u("sample_count", &sampleCount, bits: 32, at: index)
      try c.u("group_description_index", &groupDescriptionIndex, bits: 32, at: index)
    }

    @inlinable public init(unpacking bytes: [UInt8], at offset: Int, layout: UInt32) {
      let both = bytes.bigEndian64(at: offset)
      sampleCount = UInt32(truncatingIfNeeded: both &>> 32)
      groupDescriptionIndex = UInt32(truncatingIfNeeded: both)
    }
  }

  /// 1 where the grouping has a parameter.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// What the samples are grouped by: `roll`, `rap `, `seig` and their like.
  public var groupingType: FourCC = "roll"
  /// Which of the groupings of that type; in version 1.
  public var groupingTypeParameter: UInt32?
  /// The runs in the samples' order; samples behind them have the default.
  public var entries = PackedTable<Entry>()

  /// No samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.fourCC("grouping_type", &groupingType)
    try c.u("grouping_type_parameter", &groupingTypeParameter, bits: 32, when: version == 1)
    let count = try c.count("entry_count", entries.codedCount, bits: 32)
    try c.table("entries", &entries, count: count)
  }

  /// The index of a sample's description; nil behind the last run. The sample is counted from 0.
  public func groupDescriptionIndex(of sample: Int) -> UInt32? {
    var left = sample
    if left < 0 { return nil }
    for entry in entries {
      let count = Int(clamping: entry.sampleCount)
      if left < count { return entry.groupDescriptionIndex }
      left -= count
    }
    return nil
  }
}
