import BitstreamKit

/// Which description of a group each sample has, as patterns that repeat.
///
/// ISO/IEC 14496-12:2022, 8.9.5 `CompactSampleToGroupBox`.
public struct CompactSampleToGroupBox: TypedBox {
  public static let structureName: StaticString = "CompactSampleToGroupBox"
  public static var boxType: FourCC { "csgp" }

  /// A pattern, and for how many samples it holds.
  public struct Pattern: Equatable, Sendable {
    /// How many indices it has.
    public var patternLength: UInt32 = 0
    /// For how many samples it is repeated; the last time need not be whole.
    public var sampleCount: UInt32 = 0

    /// Nothing said as yet.
    public init() {}
  }

  /// 0.
  public var version: UInt8 = 0
  /// The widths of the numbers below: bits 0 and 1 of an index, 2 and 3 of a sample count, 4 and 5 of a pattern's length, each 0 to 3
  /// for 4, 8, 16 and 32 bits. 0x40: there is a parameter. 0x80: the highest bit of an index says that its description is the fragment's.
  public var flags: UInt32 = 0
  /// What the samples are grouped by.
  public var groupingType: FourCC = "roll"
  /// Which of the groupings of that type.
  public var groupingTypeParameter: UInt32?
  /// The patterns in the samples' order.
  public var patterns: [Pattern] = []
  /// The indices of all patterns, one pattern behind the other: of `sgpd`, counted from 1, 0 for none.
  public var sampleGroupDescriptionIndices: [UInt32] = []
  /// 0; there where the numbers fill only half of the last byte.
  public var padding: UInt8?

  /// No samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("version", &version, bits: 8, in: 0...0, sizing: true, at: -1, -1)
    try c.u("flags", &flags, bits: 24)
    try c.fourCC("grouping_type", &groupingType)
    try c.u("grouping_type_parameter", &groupingTypeParameter, bits: 32, when: flags & 0x40 != 0)
    let (lengthBits, countBits, indexBits) = (Self.width(flags >> 4), Self.width(flags >> 2), Self.width(flags))
    let count = try c.count("pattern_count", patterns.count, bits: 32)
    var total = 0
    try c.list("patterns", &patterns, count: count, atLeast: lengthBits + countBits, Pattern()) { (c, v, i) throws(SyntaxError) in
      try c.u("pattern_length", &v.patternLength, bits: lengthBits, in: 0...UInt32.max, sizing: true, at: i, -1)
      try c.u("sample_count", &v.sampleCount, bits: countBits, at: i)
      let (sum, overflow) = total.addingReportingOverflow(Int(clamping: v.patternLength))
      total = overflow ? Int.max : sum
    }
    try c.list("sample_group_description_index", &sampleGroupDescriptionIndices, count: total, atLeast: indexBits, 0) {
      (c, v, i) throws(SyntaxError) in
      try c.u("sample_group_description_index", &v, bits: indexBits, at: i)
    }
    let isHalf = (count & (lengthBits + countBits) >> 2 & 1) ^ (total & indexBits >> 2 & 1) == 1
    try c.u("padding", &padding, bits: 4, when: isHalf)
  }

  private static func width(_ code: UInt32) -> Int { 4 << Int(code & 3) }

  /// The index of a sample's description, as coded; nil behind the last pattern. The sample is counted from 0.
  public func groupDescriptionIndex(of sample: Int) -> UInt32? {
    var left = sample
    if left < 0 { return nil }
    var first = 0
    for pattern in patterns {
      let (count, length) = (Int(clamping: pattern.sampleCount), Int(clamping: pattern.patternLength))
      if left < count {
        guard length > 0, first + left % length < sampleGroupDescriptionIndices.count else { return nil }
        return sampleGroupDescriptionIndices[first + left % length]
      }
      left -= count
      first += length
      if first > sampleGroupDescriptionIndices.count { return nil }
    }
    return nil
  }
}
