import BitstreamKit

/// How packets of an MPEG-2 transport stream are made, or were received: `sm2t`, `rm2t`, `pm2t`.
///
/// ISO/IEC 14496-12:2022, 9.3.3 `MPEG2TSSampleEntry`.
public struct MPEG2TSSampleEntry: Box {
  public static let structureName: StaticString = "MPEG2TSSampleEntry"
  public static var holdsBoxes: Bool { true }

  /// What every sample entry starts with.
  public var head = SampleEntryHead()
  /// 1.
  public var hinttrackversion: UInt16 = 1
  /// The oldest version that a reader needs to know.
  public var highestcompatibleversion: UInt16 = 1
  /// Bytes in front of each packet.
  public var precedingbyteslen: UInt8 = 0
  /// Bytes behind each packet.
  public var trailingbyteslen: UInt8 = 0
  /// True for packets that are sent as they are.
  public var precomputedOnlyFlag = false
  /// 0.
  public var reserved: UInt8 = 0

  /// Bare packets.
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
