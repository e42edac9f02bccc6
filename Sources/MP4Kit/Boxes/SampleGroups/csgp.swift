import BitstreamKit

/// Maps samples to group descriptions, coded as repeating patterns.
///
/// ISO/IEC 14496-12:2022, 8.9.5 `CompactSampleToGroupBox`.
public struct CompactSampleToGroupBox: TypedBox {
  public static let structureName: StaticString = "CompactSampleToGroupBox"
  public static var boxType: FourCC { "csgp" }

  /// A pattern and the number of samples it covers.
  public struct Pattern: Equatable, Sendable {
    /// Number of indices in the pattern.
    public var patternLength: UInt32 = 0
    /// Number of samples covered; the last repetition can be partial.
    public var sampleCount: UInt32 = 0

    /// Creates an instance with default values.
    public init() {}
  }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: field sizes in bits 0 and 1 (index), 2 and 3 (sample count), 4 and 5 (pattern length), each 0 to 3 for 4, 8, 16 and
  /// 32 bits. 0x40: the grouping type parameter is present. 0x80: the most significant bit of an index marks a fragment-local
  /// description.
  public var flags: UInt32 = 0
  /// Grouping type.
  public var groupingType: FourCC = "roll"
  /// Grouping type parameter; nil if absent.
  public var groupingTypeParameter: UInt32?
  /// Patterns in sample order.
  public var patterns: [Pattern] = []
  /// Indices of all patterns, concatenated; 1-based index into `sgpd`, 0 for no group.
  public var sampleGroupDescriptionIndices: [UInt32] = []
  /// Padding: 0; present if the fields end within a byte.
  public var padding: UInt8?

  /// Creates a box with no samples.
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

  /// Coded group description index of the 0-based `sample`; nil if the patterns do not cover it.
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
