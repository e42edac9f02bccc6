import BitstreamKit

/// The buffers that operating points need.
///
/// ISO/IEC 14496-15:2022, `BufferingBox`.
public struct BufferingBox: TypedBox {
  public static let structureName: StaticString = "BufferingBox"
  public static var boxType: FourCC { "buff" }

  /// The buffers of one operating point.
  public struct OperatingPoint: Equatable, Sendable {
    /// Bytes per second into the coded picture buffer.
    public var byteRate: UInt32 = 0
    /// The coded picture buffer in bytes.
    public var cpbSize: UInt32 = 0
    /// The decoded picture buffer, in macroblocks.
    public var dpbSize: UInt32 = 0
    /// Before decoding starts, in units of the movie time scale.
    public var initCpbDelay: UInt32 = 0
    /// Before output starts, in units of the movie time scale.
    public var initDpbDelay: UInt32 = 0

    /// Nothing said as yet.
    public init() {}
  }

  /// In their order.
  public var operatingPoints: [OperatingPoint] = []

  /// No operating points.
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
