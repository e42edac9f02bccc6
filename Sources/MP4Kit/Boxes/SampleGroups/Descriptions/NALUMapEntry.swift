import BitstreamKit

/// To which group each NAL unit of a sample belongs.
///
/// ISO/IEC 14496-15:2022, `NALUMapEntry`.
public struct NALUMapEntry: Syntax {
  public static let structureName: StaticString = "NALUMapEntry"

  /// A NAL unit, or a run of them.
  public struct Entry: Equatable, Sendable {
    /// The first unit of the run, counted from 1; nil where each unit has its own entry.
    public var naluStartNumber: UInt16?
    /// The group; 0 for none.
    public var groupID: UInt16 = 0

    /// Nothing said as yet.
    public init() {}
  }

  /// 0.
  public var reserved: UInt8 = 0
  /// Whether numbers have 16 bits and not 8.
  public var largeSize = false
  /// Whether an entry is a run.
  public var rle = false
  /// The units in their order.
  public var entries: [Entry] = []

  /// No units.
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
