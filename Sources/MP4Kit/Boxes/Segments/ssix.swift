import BitstreamKit

/// Which bytes of each part that `sidx` names are of which level.
///
/// ISO/IEC 14496-12:2022, 8.16.4 `SubsegmentIndexBox`.
public struct SubsegmentIndexBox: TypedBox {
  public static let structureName: StaticString = "SubsegmentIndexBox"
  public static var boxType: FourCC { "ssix" }

  /// Bytes of one level.
  public struct Range: Equatable, Sendable {
    /// As `leva` assigns them.
    public var level: UInt8 = 0
    /// How many bytes.
    public var rangeSize: UInt32 = 0

    /// Nothing said as yet.
    public init() {}
  }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The ranges of each part, in the order of `sidx`.
  public var subsegments: [[Range]] = []

  /// No parts.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let count = try c.count("subsegment_count", subsegments.count, bits: 32)
    try c.list("subsegments", &subsegments, count: count, atLeast: 32, []) { (c, ranges, i) throws(SyntaxError) in
      let most = try c.count("range_count", ranges.count, bits: 32)
      try c.list("ranges", &ranges, count: most, atLeast: 32, Range()) { (c, v, j) throws(SyntaxError) in
        try c.u("level", &v.level, bits: 8, at: i, j)
        try c.u("range_size", &v.rangeSize, bits: 24, at: i, j)
      }
    }
  }
}
