import BitstreamKit

/// Buffering parameters of operating points.
///
/// ISO/IEC 14496-15:2022, `BufferingBox`.
public struct BufferingBox: TypedBox {
  public static let structureName: StaticString = "BufferingBox"
  public static var boxType: FourCC { "buff" }

  /// Buffering parameters of one operating point.
  public struct OperatingPoint: Equatable, Sendable {
    /// Input rate of the coded picture buffer in bytes per second.
    public var byteRate: UInt32 = 0
    /// Coded picture buffer size in bytes.
    public var cpbSize: UInt32 = 0
    /// Decoded picture buffer size in macroblocks.
    public var dpbSize: UInt32 = 0
    /// Delay before decoding starts, in units of the movie time scale.
    public var initCpbDelay: UInt32 = 0
    /// Delay before output starts, in units of the movie time scale.
    public var initDpbDelay: UInt32 = 0

    /// Creates an instance with default values.
    public init() {}
  }

  /// Operating points in order.
  public var operatingPoints: [OperatingPoint] = []

  /// Creates a box with no operating points.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let operatingPointCount = try c.count("operating_point_count", operatingPoints.count, bits: 16)
    try c.list("operating_point", &operatingPoints, count: operatingPointCount, atLeast: 160, OperatingPoint()) {
      (c, v, i) throws(SyntaxError) in
      try c.u("byte_rate", &v.byteRate, bits: 32, at: i)
      try c.u("cpb_size", &v.cpbSize, bits: 32, at: i)
      try c.u("dpb_size", &v.dpbSize, bits: 32, at: i)
      try c.u("init_cpb_delay", &v.initCpbDelay, bits: 32, at: i)
      try c.u("init_dpb_delay", &v.initDpbDelay, bits: 32, at: i)
    }
  }
}
