import BitstreamKit

/// Closed captions carried in user data.
///
/// ATSC A/53 Part 4:2009 6.2.3 `ATSC_user_data( )` with user_data_type_code 3, CTA-708 4.4 `cc_data( )`.
public struct ATSCCaptionData: Syntax {
  public static let structureName: StaticString = "cc_data"

  /// A caption pair of two bytes.
  public struct Pair: Equatable, Sendable {
    /// 31.
    public var markerBits: UInt8 = 31
    /// Whether the two bytes are valid.
    public var ccValid = false
    /// 0 NTSC field 1 and 1 NTSC field 2 (CTA-608), 2 DTVCC packet data and 3 DTVCC packet start (CTA-708).
    public var ccType: UInt8 = 0
    /// The caption bytes.
    public var ccData1: UInt8 = 0, ccData2: UInt8 = 0

    /// An invalid pair of zeros.
    public init() {}
  }

  /// Whether em_data is to be processed.
  public var processEmDataFlag = false
  /// Whether the caption pairs are to be processed.
  public var processCcDataFlag = false
  /// False.
  public var additionalDataFlag = false
  /// 255.
  public var emData: UInt8 = 255
  /// The caption pairs, at most 31.
  public var pairs: [Pair] = []
  /// The marker 0xFF, without which FFmpeg ignores the captions, and whatever follows it.
  public var rest = BitString(bytes: [0xFF])

  /// No captions.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fixed("user_identifier", 0x4741_3934, bits: 32)
    try c.fixed("user_data_type_code", 3, bits: 8)
    try c.flag("process_em_data_flag", &processEmDataFlag)
    try c.flag("process_cc_data_flag", &processCcDataFlag)
    try c.flag("additional_data_flag", &additionalDataFlag)
    let count = try c.count("cc_count", pairs.count, bits: 5)
    try c.u("em_data", &emData, bits: 8)
    try c.list("cc_data", &pairs, count: count, atLeast: 24, .init()) { (c, p, i) throws(SyntaxError) in
      try c.u("marker_bits", &p.markerBits, bits: 5, at: i)
      try c.flag("cc_valid", &p.ccValid, at: i)
      try c.u("cc_type", &p.ccType, bits: 2, at: i)
      try c.u("cc_data_1", &p.ccData1, bits: 8, at: i)
      try c.u("cc_data_2", &p.ccData2, bits: 8, at: i)
    }
    try c.rest("marker_bits", &rest)
  }
}
