import BitstreamKit

/// The layers that a track of L-HEVC or VVC has.
///
/// ISO/IEC 14496-15:2022, `LayerInfoGroupEntry`.
public struct LayerInfoGroupEntry: Syntax {
  public static let structureName: StaticString = "LayerInfoGroupEntry"

  /// A layer.
  public struct Layer: Equatable, Sendable {
    /// 0.
    public var reserved1: UInt8 = 0
    /// Whether random access points are in this layer alone.
    public var irapGdrPicsInLayerOnlyFlag = false
    /// Whether the track has all of the layer.
    public var completenessFlag = false
    /// The layer.
    public var layerId: UInt8 = 0
    /// The lowest temporal layer.
    public var minTemporalId: UInt8 = 0
    /// The highest temporal layer.
    public var maxTemporalId: UInt8 = 0
    /// 0.
    public var reserved2: UInt8 = 0
    /// A bit for each temporal layer that is there.
    public var subLayerPresenceFlags: UInt8 = 0

    /// Nothing said as yet.
    public init() {}
  }

  /// 0.
  public var reserved: UInt8 = 0
  /// At most 63.
  public var layers: [Layer] = []

  /// No layers.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("reserved", &reserved, bits: 2)
    let numLayersInTrack = try c.count("num_layers_in_track", layers.count, bits: 6)
    try c.list("layer", &layers, count: numLayersInTrack, atLeast: 24, Layer()) { (c, v, i) throws(SyntaxError) in
      try c.u("reserved", &v.reserved1, bits: 2, at: i)
      try c.flag("irap_gdr_pics_in_layer_only_flag", &v.irapGdrPicsInLayerOnlyFlag, at: i)
      try c.flag("completeness_flag", &v.completenessFlag, at: i)
      try c.u("layer_id", &v.layerId, bits: 6, at: i)
      try c.u("min_TemporalId", &v.minTemporalId, bits: 3, at: i)
      try c.u("max_TemporalId", &v.maxTemporalId, bits: 3, at: i)
      try c.u("reserved", &v.reserved2, bits: 1, at: i)
      try c.u("sub_layer_presence_flags", &v.subLayerPresenceFlags, bits: 7, at: i)
    }
  }
}
