import BitstreamKit

/// Independently decodable regions of interest.
///
/// ISO/IEC 14496-15:2022, `IroiInfoBox`.
public struct IroiInfoBox: TypedBox {
  public static let structureName: StaticString = "IroiInfoBox"
  public static var boxType: FourCC { "iroi" }

  /// 0 for a grid of equal regions, 1 for a list of regions; 2 and 3 are reserved.
  public var iroiType: UInt8 = 0
  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Region size; type 0 only.
  public var grid: Grid?
  /// List of regions; type 1 only.
  public var regions: [Region] = []

  /// Creates a box with default values.
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

  /// Size of the regions of a grid.
  public struct Grid: Equatable, Sendable {
    /// Width in macroblocks.
    public var gridRoiMbWidth: UInt8 = 0
    /// Height in macroblocks.
    public var gridRoiMbHeight: UInt8 = 0

    /// Creates an instance with size 0.
    public init() {}
  }

  /// One region of interest.
  public struct Region: Equatable, Sendable {
    /// Address of the top-left macroblock.
    public var topLeftMb: UInt32 = 0
    /// Width in macroblocks.
    public var roiMbWidth: UInt8 = 0
    /// Height in macroblocks.
    public var roiMbHeight: UInt8 = 0

    /// Creates an instance with size 0.
    public init() {}
  }
}
