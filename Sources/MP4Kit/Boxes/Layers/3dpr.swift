import BitstreamKit

/// Resolution of depth views.
///
/// ISO/IEC 14496-15:2022, `MVDDepthResolutionBox`.
public struct MVDDepthResolutionBox: TypedBox {
  public static let structureName: StaticString = "MVDDepthResolutionBox"
  public static var boxType: FourCC { "3dpr" }

  /// Width in samples.
  public var depthWidth: UInt16 = 0
  /// Height in samples.
  public var depthHeight: UInt16 = 0
  /// Alignment of the depth sample grid with texture; nil if absent.
  public var grid: Grid?

  /// Creates a box with no samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("depth_width", &depthWidth, bits: 16)
    try c.u("depth_height", &depthHeight, bits: 16)
    let hasGrid = c.moreBytes(grid != nil)
    try c.when(hasGrid, &grid, Grid()) { (c, v) throws(SyntaxError) in
      try c.u("depth_hor_mult_minus1", &v.depthHorMultMinus1, bits: 16)
      try c.u("depth_ver_mult_minus1", &v.depthVerMultMinus1, bits: 16)
      try c.u("depth_hor_rsh", &v.depthHorRsh, bits: 4)
      try c.u("depth_ver_rsh", &v.depthVerRsh, bits: 4)
      let count = try c.count("grid_pos_num_views", v.views.count, bits: 16)
      try c.list("grid_pos", &v.views, count: count, atLeast: 48, View()) { (c, v, i) throws(SyntaxError) in
        try c.u("reserved", &v.reserved, bits: 6, at: i)
        try c.u("grid_pos_view_id", &v.gridPosViewID, bits: 10, at: i)
        try c.i("grid_pos_x", &v.gridPosX, bits: 16, at: i)
        try c.i("grid_pos_y", &v.gridPosY, bits: 16, at: i)
      }
    }
  }

  /// Scale factors from depth to texture, and offsets of views.
  public struct Grid: Equatable, Sendable {
    /// Horizontal scale multiplier minus 1.
    public var depthHorMultMinus1: UInt16 = 0
    /// Vertical scale multiplier minus 1.
    public var depthVerMultMinus1: UInt16 = 0
    /// Right shift of the horizontally scaled value, in bits.
    public var depthHorRsh: UInt8 = 0
    /// Right shift of the vertically scaled value, in bits.
    public var depthVerRsh: UInt8 = 0
    /// Views whose grid does not start at the first texture sample.
    public var views: [View] = []

    /// Creates an instance with default values.
    public init() {}
  }

  /// Grid offset of one view.
  public struct View: Equatable, Sendable {
    /// Reserved: 0.
    public var reserved: UInt8 = 0
    /// View ID.
    public var gridPosViewID: UInt16 = 0
    /// Horizontal offset in luma samples of the texture.
    public var gridPosX: Int16 = 0
    /// Vertical offset in luma samples of the texture.
    public var gridPosY: Int16 = 0

    /// Creates an instance with default values (offset 0).
    public init() {}
  }
}
