import BitstreamKit

/// The resolution of depth views.
///
/// ISO/IEC 14496-15:2022, `MVDDepthResolutionBox`.
public struct MVDDepthResolutionBox: TypedBox {
  public static let structureName: StaticString = "MVDDepthResolutionBox"
  public static var boxType: FourCC { "3dpr" }

  /// In samples.
  public var depthWidth: UInt16 = 0
  /// In samples.
  public var depthHeight: UInt16 = 0
  /// How samples of depth lie over those of texture.
  public var grid: Grid?

  /// No samples.
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

  /// The factors between depth and texture, and the place of views.
  public struct Grid: Equatable, Sendable {
    /// The horizontal factor, less one.
    public var depthHorMultMinus1: UInt16 = 0
    /// The vertical factor, less one.
    public var depthVerMultMinus1: UInt16 = 0
    /// By how many bits the product is shifted to the right.
    public var depthHorRsh: UInt8 = 0
    /// By how many bits the product is shifted to the right.
    public var depthVerRsh: UInt8 = 0
    /// Where views lie that do not start at the texture's first sample.
    public var views: [View] = []

    /// Depth and texture alike.
    public init() {}
  }

  /// The place of a view.
  public struct View: Equatable, Sendable {
    /// 0.
    public var reserved: UInt8 = 0
    /// The view.
    public var gridPosViewID: UInt16 = 0
    /// In luma samples of the texture.
    public var gridPosX: Int16 = 0
    /// In luma samples of the texture.
    public var gridPosY: Int16 = 0

    /// The first sample.
    public init() {}
  }
}
