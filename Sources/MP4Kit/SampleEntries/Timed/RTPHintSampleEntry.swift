import BitstreamKit

/// How packets of RTP are made from samples, or were received: `rtp `, `srtp`, `rrtp`.
///
/// ISO/IEC 14496-12:2022, 9.1.2 `RtpHintSampleEntry`, 9.1.4 and 9.4.1.2.
public struct RTPHintSampleEntry: Box {
  public static let structureName: StaticString = "RTPHintSampleEntry"
  public static var holdsBoxes: Bool { true }

  /// What every sample entry starts with.
  public var head = SampleEntryHead()
  /// 1.
  public var hinttrackversion: UInt16 = 1
  /// The oldest version that a reader needs to know.
  public var highestcompatibleversion: UInt16 = 1
  /// Bytes of the largest packet.
  public var maxpacketsize: UInt32 = 0

  /// Packets of no size.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    try c.u("hinttrackversion", &hinttrackversion, bits: 16)
    try c.u("highestcompatibleversion", &highestcompatibleversion, bits: 16)
    try c.u("maxpacketsize", &maxpacketsize, bits: 32)
  }
}
