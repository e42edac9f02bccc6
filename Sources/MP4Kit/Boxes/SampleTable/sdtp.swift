import BitstreamKit

/// What samples depend on: a byte for each, as many as the track or its fragment has samples.
///
/// ISO/IEC 14496-12:2022, 8.6.4 `SampleDependencyTypeBox`.
public struct SampleDependencyTypeBox: TypedBox {
  public static let structureName: StaticString = "SampleDependencyTypeBox"
  public static var boxType: FourCC { "sdtp" }

  /// Of one sample.
  public struct Entry: PackedRow {
    /// 0 unknown, 1 may be leading and cannot be decoded, 2 no leading sample, 3 leading and can be decoded.
    public var isLeading: UInt8 = 0
    /// 0 unknown, 1 depends on others, 2 on none.
    public var sampleDependsOn: UInt8 = 0
    /// 0 unknown, 1 others depend on it, 2 none does.
    public var sampleIsDependedOn: UInt8 = 0
    /// 0 unknown, 1 coded redundantly, 2 not.
    public var sampleHasRedundancy: UInt8 = 0

    /// Nothing known.
    public init() {}

    /// 1.
    public static func byteCount(layout: UInt32) -> Int { 1 }

    public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      try c.u("is_leading", &isLeading, bits: 2, at: index)
      try c.u("sample_depends_on", &sampleDependsOn, bits: 2, at: index)
      try c.u("sample_is_depended_on", &sampleIsDependedOn, bits: 2, at: index)
      try c.u("sample_has_redundancy", &sampleHasRedundancy, bits: 2, at: index)
    }
  }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// One for each sample, and whatever else the box has room for.
  public var entries = PackedTable<Entry>()

  /// No samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.tableToEnd("entries", &entries)
  }
}
