import BitstreamKit

/// Time by which alternative startup sequences let a track start earlier.
///
/// ISO/IEC 14496-12:2022, 8.8.16 `AlternativeStartupSequencePropertiesBox`.
public struct AlternativeStartupSequencePropertiesBox: TypedBox {
  public static let structureName: StaticString = "AlternativeStartupSequencePropertiesBox"
  public static var boxType: FourCC { "assp" }

  /// Offset for one grouping.
  public struct Entry: Equatable, Sendable {
    /// Grouping type parameter of the `sbgp` of type `alst`.
    public var groupingTypeParameter: UInt32 = 0
    /// Offset in units of the track time scale.
    public var minInitialAltStartupOffset: Int32 = 0

    /// Creates an entry with default values.
    public init() {}
  }

  /// FullBox version: 1 for one offset for each grouping.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Offset for all sequences in units of the track time scale; present in version 0.
  public var minInitialAltStartupOffset: Int32?
  /// Offset for each grouping; version 1 only.
  public var entries: [Entry] = []

  /// Creates a box with default values (offset 0).
  public init() { minInitialAltStartupOffset = 0 }

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.when(version == 0, &minInitialAltStartupOffset, 0) { (c, v) throws(SyntaxError) in
      try c.i("min_initial_alt_startup_offset", &v, bits: 32)
    }
    let count = version == 0 ? 0 : try c.count("num_entries", entries.count, bits: 32)
    try c.list("entries", &entries, count: count, atLeast: 64, Entry()) { (c, v, i) throws(SyntaxError) in
      try c.u("grouping_type_parameter", &v.groupingTypeParameter, bits: 32, at: i)
      try c.i("min_initial_alt_startup_offset", &v.minInitialAltStartupOffset, bits: 32, at: i)
    }
  }
}
