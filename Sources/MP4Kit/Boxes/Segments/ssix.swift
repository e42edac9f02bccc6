import BitstreamKit

/// Byte ranges of each subsegment of `sidx`, by level.
///
/// ISO/IEC 14496-12:2022, 8.16.4 `SubsegmentIndexBox`.
public struct SubsegmentIndexBox: TypedBox {
  public static let structureName: StaticString = "SubsegmentIndexBox"
  public static var boxType: FourCC { "ssix" }

  /// A byte range of one level.
  public struct Range: Equatable, Sendable {
    /// Level, as assigned by `leva`.
    public var level: UInt8 = 0
    /// Number of bytes.
    public var rangeSize: UInt32 = 0

    /// Creates an instance with default values.
    public init() {}
  }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Ranges of each subsegment, in `sidx` order.
  public var subsegments: [[Range]] = []

  /// Creates a box with no subsegments.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let count = try c.count("subsegment_count", subsegments.count, bits: 32)
    try c.list("subsegments", &subsegments, count: count, atLeast: 32, []) { (c, ranges, i) throws(SyntaxError) in
      let count = try c.count("range_count", ranges.count, bits: 32)
      try c.list("ranges", &ranges, count: count, atLeast: 32, Range()) { (c, v, j) throws(SyntaxError) in
        try c.u("level", &v.level, bits: 8, at: i, j)
        try c.u("range_size", &v.rangeSize, bits: 24, at: i, j)
      }
    }
  }
}
