import BitstreamKit

/// Bit rates of the priority layers of a stream.
///
/// ISO/IEC 14496-15:2022, `SVCPriorityLayerInfoBox`.
public struct SVCPriorityLayerInfoBox: TypedBox {
  public static let structureName: StaticString = "SVCPriorityLayerInfoBox"
  public static var boxType: FourCC { "qlif" }

  /// One priority layer.
  public struct Layer: Equatable, Sendable {
    /// Priority.
    public var prLayer: UInt8 = 0
    /// profile_idc, constraint flags and level_idc.
    public var profileLevelIdc: UInt32 = 0
    /// Maximum bit rate in any one-second window, in bits per second.
    public var maxBitrate: UInt32 = 0
    /// Average bit rate in bits per second.
    public var avgBitrate: UInt32 = 0

    /// Creates an instance with default values.
    public init() {}
  }

  /// Layers, by priority.
  public var layers: [Layer] = []

  /// Creates a box with no layers.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let prLayerNum = try c.count("pr_layer_num", layers.count, bits: 8)
    try c.list("layer", &layers, count: prLayerNum, atLeast: 96, Layer()) { (c, v, i) throws(SyntaxError) in
      try c.u("pr_layer", &v.prLayer, bits: 8, at: i)
      try c.u("profile_level_idc", &v.profileLevelIdc, bits: 24, at: i)
      try c.u("max_bitrate", &v.maxBitrate, bits: 32, at: i)
      try c.u("avg_bitrate", &v.avgBitrate, bits: 32, at: i)
    }
  }
}
