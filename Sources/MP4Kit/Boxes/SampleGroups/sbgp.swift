import BitstreamKit

/// Maps samples to group descriptions, run-length coded.
///
/// ISO/IEC 14496-12:2022, 8.9.2 `SampleToGroupBox`.
public struct SampleToGroupBox: TypedBox {
  public static let structureName: StaticString = "SampleToGroupBox"
  public static var boxType: FourCC { "sbgp" }

  /// A run of samples with the same description.
  public struct Entry: PackedRow {
    /// Number of samples.
    public var sampleCount: UInt32 = 0
    /// 1-based index into `sgpd`; 0 for no group; from 0x10001, index into the `sgpd` of the same fragment.
    public var groupDescriptionIndex: UInt32 = 0

    /// Creates an entry with no samples.
    @inlinable public init() {}

    /// 8 bytes.
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

  /// FullBox version: 1 if the grouping type parameter is present.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Grouping type, e.g. `roll`, `rap `, `seig`.
  public var groupingType: FourCC = "roll"
  /// Grouping type parameter; present in version 1.
  public var groupingTypeParameter: UInt32?
  /// Runs in sample order; samples after the last run use the default.
  public var entries = PackedTable<Entry>()

  /// Creates a box with no samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.fourCC("grouping_type", &groupingType)
    try c.u("grouping_type_parameter", &groupingTypeParameter, bits: 32, when: version == 1)
    let count = try c.count("entry_count", entries.codedCount, bits: 32)
    try c.table("entries", &entries, count: count)
  }

  /// Group description index of the 0-based `sample`; nil if it is after the last run.
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
