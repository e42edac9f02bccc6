import BitstreamKit

/// Layers of an L-HEVC or VVC track.
///
/// ISO/IEC 14496-15:2022, `LayerInfoGroupEntry`.
public struct LayerInfoGroupEntry: Syntax {
  public static let structureName: StaticString = "LayerInfoGroupEntry"

  /// One layer.
  public struct Layer: Equatable, Sendable {
    /// Reserved: 0.
    public var reserved1: UInt8 = 0
    /// Whether random access points occur only in this layer.
    public var irapGdrPicsInLayerOnlyFlag = false
    /// Whether the track contains the complete layer.
    public var completenessFlag = false
    /// Layer ID.
    public var layerId: UInt8 = 0
    /// Lowest temporal layer.
    public var minTemporalId: UInt8 = 0
    /// Highest temporal layer.
    public var maxTemporalId: UInt8 = 0
    /// Reserved: 0.
    public var reserved2: UInt8 = 0
    /// One bit for each temporal layer present.
    public var subLayerPresenceFlags: UInt8 = 0

    /// Creates an instance with default values.
    public init() {}
  }

  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Layers, at most 63.
  public var layers: [Layer] = []

  /// Creates an entry with no layers.
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
