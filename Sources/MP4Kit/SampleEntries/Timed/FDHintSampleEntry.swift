import BitstreamKit

/// Hint sample entry of FLUTE and ALC packets made from items.
///
/// ISO/IEC 14496-12:2022, 9.2.2 `FDHintSampleEntry`.
public struct FDHintSampleEntry: TypedBox {
  public static let structureName: StaticString = "FDHintSampleEntry"
  public static var boxType: FourCC { "fdp " }
  public static var holdsBoxes: Bool { true }

  /// Fields common to all sample entries.
  public var head = SampleEntryHead()
  /// Hint track version: 1.
  public var hinttrackversion: UInt16 = 1
  /// Oldest version with which the track is compatible.
  public var highestcompatibleversion: UInt16 = 1
  /// 1-based index of the `fiin` entry to send; 0 for none.
  public var partitionEntryID: UInt16 = 0
  /// Ratio of repair symbols to source symbols as 8.8 fixed point.
  public var fecOverhead: UInt16 = 0

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    try c.u("hinttrackversion", &hinttrackversion, bits: 16)
    try c.u("highestcompatibleversion", &highestcompatibleversion, bits: 16)
    try c.u("partition_entry_ID", &partitionEntryID, bits: 16)
    try c.fixedPoint("FEC_overhead", &fecOverhead, bits: 16, fraction: 8)
  }
}
