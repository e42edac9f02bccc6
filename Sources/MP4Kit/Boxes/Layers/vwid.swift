import BitstreamKit

/// Views of a track and their dependencies.
///
/// ISO/IEC 14496-15:2022, `ViewIdentifierBox`.
public struct ViewIdentifierBox: TypedBox {
  public static let structureName: StaticString = "ViewIdentifierBox"
  public static var boxType: FourCC { "vwid" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Lowest temporal layer.
  public var minTemporalId: UInt8 = 0
  /// Highest temporal layer.
  public var maxTemporalId: UInt8 = 0
  /// Views in decoding order.
  public var views: [View] = []

  /// Creates a box with no views.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("reserved", &reserved, bits: 2)
    try c.u("min_temporal_id", &minTemporalId, bits: 3)
    try c.u("max_temporal_id", &maxTemporalId, bits: 3)
    let count = try c.count("num_views", views.count, bits: 16)
    try c.list("view", &views, count: count, atLeast: 48, View()) { (c, v, i) throws(SyntaxError) in try v.syntax(&c, at: i) }
  }

  /// One view.
  public struct View: Equatable, Sendable {
    /// Reserved: 0.
    public var reserved1: UInt8 = 0
    /// View ID.
    public var viewID: UInt16 = 0
    /// Reserved: 0.
    public var reserved2: UInt8 = 0
    /// Index in decoding order.
    public var viewOrderIndex: UInt16 = 0
    /// Whether the stream contains the texture of the view.
    public var textureInStream = false
    /// Whether this track contains the texture of the view.
    public var textureInTrack = false
    /// Whether the stream contains the depth of the view.
    public var depthInStream = false
    /// Whether this track contains the depth of the view.
    public var depthInTrack = false
    /// Base view type.
    public var baseViewType: UInt8 = 0
    /// Reference views of inter-view prediction.
    public var references: [Reference] = []

    /// Creates an instance with default values (view 0, no dependencies).
    public init() {}

    mutating func syntax(_ c: inout SyntaxCoder, at i: Int) throws(SyntaxError) {
      try c.u("reserved1", &reserved1, bits: 6, at: i)
      try c.u("view_id", &viewID, bits: 10, at: i)
      try c.u("reserved2", &reserved2, bits: 6, at: i)
      try c.u("view_order_index", &viewOrderIndex, bits: 10, at: i)
      try c.flag("texture_in_stream", &textureInStream, at: i)
      try c.flag("texture_in_track", &textureInTrack, at: i)
      try c.flag("depth_in_stream", &depthInStream, at: i)
      try c.flag("depth_in_track", &depthInTrack, at: i)
      try c.u("base_view_type", &baseViewType, bits: 2, at: i)
      let count = try c.count("num_ref_views", references.count, bits: 10)
      try c.list("ref_view", &references, count: count, atLeast: 16, Reference()) { (c, v, j) throws(SyntaxError) in
        try c.u("reserved5", &v.reserved, bits: 4, at: i, j)
        try c.u("dependent_component_idc", &v.dependentComponentIdc, bits: 2, at: i, j)
        try c.u("ref_view_id", &v.refViewID, bits: 10, at: i, j)
      }
    }
  }

  /// A reference view of another view.
  public struct Reference: Equatable, Sendable {
    /// Reserved: 0.
    public var reserved: UInt8 = 0
    /// Components referenced: texture, depth or both.
    public var dependentComponentIdc: UInt8 = 0
    /// View ID.
    public var refViewID: UInt16 = 0

    /// Creates an instance with default values (view 0).
    public init() {}
  }
}
