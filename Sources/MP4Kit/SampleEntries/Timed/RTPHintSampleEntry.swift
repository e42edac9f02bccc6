import BitstreamKit

/// RTP or RTCP hint or reception sample entry: `rtp `, `srtp`, `rrtp`, `rsrp`, `prtp`, `rtcp`, `stcp`.
///
/// ISO/IEC 14496-12:2022, 9.1.2 `RtpHintSampleEntry`, 9.1.4, 9.4.1.2 and 9.4.2.
public struct RTPHintSampleEntry: Box {
  public static let structureName: StaticString = "RTPHintSampleEntry"
  public static var holdsBoxes: Bool { true }

  /// Fields common to all sample entries.
  public var head = SampleEntryHead()
  /// Hint track version: 1.
  public var hinttrackversion: UInt16 = 1
  /// Oldest version with which the track is compatible.
  public var highestcompatibleversion: UInt16 = 1
  /// Largest packet size in bytes.
  public var maxpacketsize: UInt32 = 0

  /// Creates an entry with default values (a packet size of 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    try c.u("hinttrackversion", &hinttrackversion, bits: 16)
    try c.u("highestcompatibleversion", &highestcompatibleversion, bits: 16)
    try c.u("maxpacketsize", &maxpacketsize, bits: 32)
  }
}
