import BitstreamKit

/// Group of each NAL unit of a sample.
///
/// ISO/IEC 14496-15:2022, `NALUMapEntry`.
public struct NALUMapEntry: Syntax {
  public static let structureName: StaticString = "NALUMapEntry"

  /// A NAL unit or a run of NAL units.
  public struct Entry: Equatable, Sendable {
    /// 1-based number of the first NAL unit of the run; nil unless `rle` is set.
    public var naluStartNumber: UInt16?
    /// Group ID; 0 for none.
    public var groupID: UInt16 = 0

    /// Creates an entry with default values.
    public init() {}
  }

  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Whether counts and NAL unit numbers are 16 bits instead of 8.
  public var largeSize = false
  /// Whether each entry is a run.
  public var rle = false
  /// Entries in NAL unit order.
  public var entries: [Entry] = []

  /// Creates an entry with no NAL units.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("reserved", &reserved, bits: 6)
    try c.flag("large_size", &largeSize)
    try c.flag("rle", &rle)
    let (bits, isRun) = (largeSize ? 16 : 8, rle)
    let count = try c.count("entry_count", entries.count, bits: bits)
    try c.list("entries", &entries, count: count, atLeast: 16, Entry()) { (c, v, i) throws(SyntaxError) in
      try c.u("NALU_start_number", &v.naluStartNumber, bits: bits, when: isRun, at: i)
      try c.u("groupID", &v.groupID, bits: 16, at: i)
    }
  }
}
