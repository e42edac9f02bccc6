import BitstreamKit

/// Regions of the picture that can be decoded alone.
///
/// ISO/IEC 14496-15:2022, `IroiInfoBox`.
public struct IroiInfoBox: TypedBox {
  public static let structureName: StaticString = "IroiInfoBox"
  public static var boxType: FourCC { "iroi" }

  /// 0 for a grid of regions of one size, 1 for a list; 2 and 3 are reserved.
  public var iroiType: UInt8 = 0
  /// 0.
  public var reserved: UInt8 = 0
  /// For type 0.
  public var grid: Grid?
  /// For type 1.
  public var regions: [Region] = []

  /// Nothing said as yet.
  public init() { grid = Grid() }

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("iroi_type", &iroiType, bits: 2, in: 0...3, sizing: true, at: -1, -1)
    try c.u("reserved", &reserved, bits: 6)
    try c.when(iroiType == 0, &grid, Grid()) { (c, v) throws(SyntaxError) in
      try c.u("grid_roi_mb_width", &v.gridRoiMbWidth, bits: 8)
      try c.u("grid_roi_mb_height", &v.gridRoiMbHeight, bits: 8)
    }
    let count = iroiType == 1 ? try c.count("num_roi", regions.count, bits: 24) : 0
    try c.list("roi", &regions, count: count, atLeast: 48, Region()) { (c, v, i) throws(SyntaxError) in
      try c.u("top_left_mb", &v.topLeftMb, bits: 32, at: i)
      try c.u("roi_mb_width", &v.roiMbWidth, bits: 8, at: i)
      try c.u("roi_mb_height", &v.roiMbHeight, bits: 8, at: i)
    }
  }

  /// Regions of one size.
  public struct Grid: Equatable, Sendable {
    /// In macroblocks.
    public var gridRoiMbWidth: UInt8 = 0
    /// In macroblocks.
    public var gridRoiMbHeight: UInt8 = 0

    /// No size.
    public init() {}
  }

  /// A region.
  public struct Region: Equatable, Sendable {
    /// The address of its first macroblock.
    public var topLeftMb: UInt32 = 0
    /// In macroblocks.
    public var roiMbWidth: UInt8 = 0
    /// In macroblocks.
    public var roiMbHeight: UInt8 = 0

    /// No size.
    public init() {}
  }
}
