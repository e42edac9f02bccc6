import BitstreamKit

/// By how much a track can start earlier by its alternative startup sequences.
///
/// ISO/IEC 14496-12:2022, 8.8.16 `AlternativeStartupSequencePropertiesBox`.
public struct AlternativeStartupSequencePropertiesBox: TypedBox {
  public static let structureName: StaticString = "AlternativeStartupSequencePropertiesBox"
  public static var boxType: FourCC { "assp" }

  /// Of one grouping.
  public struct Entry: Equatable, Sendable {
    /// Which `sbgp` of type `alst`.
    public var groupingTypeParameter: UInt32 = 0
    /// In units of the track's time scale.
    public var minInitialAltStartupOffset: Int32 = 0

    /// Nothing said as yet.
    public init() {}
  }

  /// 1 for one offset for each grouping.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Of all sequences, in units of the track's time scale; in version 0.
  public var minInitialAltStartupOffset: Int32?
  /// Of each grouping; in version 1.
  public var entries: [Entry] = []

  /// An offset of 0.
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
