import BitstreamKit

/// MPEG-2 transport stream hint or reception sample entry: `sm2t`, `rm2t`, `pm2t`.
///
/// ISO/IEC 14496-12:2022, 9.3.3 `MPEG2TSSampleEntry`.
public struct MPEG2TSSampleEntry: Box {
  public static let structureName: StaticString = "MPEG2TSSampleEntry"
  public static var holdsBoxes: Bool { true }

  /// Fields common to all sample entries.
  public var head = SampleEntryHead()
  /// Hint track version: 1.
  public var hinttrackversion: UInt16 = 1
  /// Oldest version with which the track is compatible.
  public var highestcompatibleversion: UInt16 = 1
  /// Number of bytes before each packet.
  public var precedingbyteslen: UInt8 = 0
  /// Number of bytes after each packet.
  public var trailingbyteslen: UInt8 = 0
  /// Whether all packets are precomputed.
  public var precomputedOnlyFlag = false
  /// Reserved: 0.
  public var reserved: UInt8 = 0

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    try c.u("hinttrackversion", &hinttrackversion, bits: 16)
    try c.u("highestcompatibleversion", &highestcompatibleversion, bits: 16)
    try c.u("precedingbyteslen", &precedingbyteslen, bits: 8)
    try c.u("trailingbyteslen", &trailingbyteslen, bits: 8)
    try c.flag("precomputed_only_flag", &precomputedOnlyFlag)
    try c.u("reserved", &reserved, bits: 7)
  }
}
