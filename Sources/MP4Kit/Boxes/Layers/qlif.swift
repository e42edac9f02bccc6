import BitstreamKit

/// The priorities of a stream and their bit rates.
///
/// ISO/IEC 14496-15:2022, `SVCPriorityLayerInfoBox`.
public struct SVCPriorityLayerInfoBox: TypedBox {
  public static let structureName: StaticString = "SVCPriorityLayerInfoBox"
  public static var boxType: FourCC { "qlif" }

  /// A priority.
  public struct Layer: Equatable, Sendable {
    /// The priority.
    public var prLayer: UInt8 = 0
    /// profile_idc, the constraint flags and level_idc.
    public var profileLevelIdc: UInt32 = 0
    /// In bits per second, over any window of one second.
    public var maxBitrate: UInt32 = 0
    /// In bits per second.
    public var avgBitrate: UInt32 = 0

    /// Nothing said as yet.
    public init() {}
  }

  /// By priority.
  public var layers: [Layer] = []

  /// No priorities.
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
