import BitstreamKit

/// How packets of FLUTE and ALC are made from items.
///
/// ISO/IEC 14496-12:2022, 9.2.2 `FDHintSampleEntry`.
public struct FDHintSampleEntry: TypedBox {
  public static let structureName: StaticString = "FDHintSampleEntry"
  public static var boxType: FourCC { "fdp " }
  public static var holdsBoxes: Bool { true }

  /// What every sample entry starts with.
  public var head = SampleEntryHead()
  /// 1.
  public var hinttrackversion: UInt16 = 1
  /// The oldest version that a reader needs to know.
  public var highestcompatibleversion: UInt16 = 1
  /// The entry of `fiin` to send, counted from 1; 0 for none.
  public var partitionEntryID: UInt16 = 0
  /// Symbols for repair, in parts of those of the source.
  public var fecOverhead: UInt16 = 0

  /// Packets without repair.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    try c.u("hinttrackversion", &hinttrackversion, bits: 16)
    try c.u("highestcompatibleversion", &highestcompatibleversion, bits: 16)
    try c.u("partition_entry_ID", &partitionEntryID, bits: 16)
    try c.fixedPoint("FEC_overhead", &fecOverhead, bits: 16, fraction: 8)
  }
}
