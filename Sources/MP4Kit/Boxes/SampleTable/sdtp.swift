import BitstreamKit

/// Dependencies of samples; one byte for each sample of the track or fragment.
///
/// ISO/IEC 14496-12:2022, 8.6.4 `SampleDependencyTypeBox`.
public struct SampleDependencyTypeBox: TypedBox {
  public static let structureName: StaticString = "SampleDependencyTypeBox"
  public static var boxType: FourCC { "sdtp" }

  /// Dependencies of one sample.
  public struct Entry: PackedRow {
    /// 0 unknown, 1 leading and not decodable, 2 not leading, 3 leading and decodable.
    public var isLeading: UInt8 = 0
    /// 0 unknown, 1 depends on other samples, 2 does not.
    public var sampleDependsOn: UInt8 = 0
    /// 0 unknown, 1 other samples depend on it, 2 none do.
    public var sampleIsDependedOn: UInt8 = 0
    /// 0 unknown, 1 redundantly coded, 2 not.
    public var sampleHasRedundancy: UInt8 = 0

    /// Creates an entry with default values.
    public init() {}

    /// 1 byte.
    public static func byteCount(layout: UInt32) -> Int { 1 }

    public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      try c.u("is_leading", &isLeading, bits: 2, at: index)
      try c.u("sample_depends_on", &sampleDependsOn, bits: 2, at: index)
      try c.u("sample_is_depended_on", &sampleIsDependedOn, bits: 2, at: index)
      try c.u("sample_has_redundancy", &sampleHasRedundancy, bits: 2, at: index)
    }
  }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// One entry for each sample; continues to the end of the box.
  public var entries = PackedTable<Entry>()

  /// Creates a box with no samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.tableToEnd("entries", &entries)
  }
}
