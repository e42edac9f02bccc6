import BitstreamKit

/// The same picture at several sizes, each divided into tiles.
///
/// ISO/IEC 23008-12:2022, `ImagePyramid` entity group.
public struct ImagePyramidEntityGroupBox: TypedBox {
  public static let structureName: StaticString = "ImagePyramidEntityGroupBox"
  public static var boxType: FourCC { "pymd" }

  /// One picture of the pyramid.
  public struct Layer: Equatable, Sendable {
    /// Number of pixels of the largest picture that one pixel represents, horizontally.
    public var layerBinning: UInt16 = 1
    /// Number of tiles in a row minus 1.
    public var tilesInLayerRowMinus1: UInt16 = 0
    /// Number of tiles in a column minus 1.
    public var tilesInLayerColumnMinus1: UInt16 = 0

    /// Creates an instance with default values.
    public init() {}
  }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Group ID.
  public var groupId: UInt32 = 0
  /// Picture IDs, smallest picture first.
  public var entityIDs: [UInt32] = []
  /// Tile width in pixels.
  public var tileSizeX: UInt16 = 0
  /// Tile height in pixels.
  public var tileSizeY: UInt16 = 0
  /// Tiling of each picture.
  public var layers: [Layer] = []

  /// Creates a box with no pictures.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("group_id", &groupId, bits: 32)
    let count = try c.count("num_entities_in_group", entityIDs.count, bits: 32)
    try c.list("entity_id", &entityIDs, count: count, atLeast: 32, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("entity_id", &v, bits: 32, at: i)
    }
    try c.u("tile_size_x", &tileSizeX, bits: 16)
    try c.u("tile_size_y", &tileSizeY, bits: 16)
    try c.list("layers", &layers, count: count, atLeast: 48, Layer()) { (c, v, i) throws(SyntaxError) in
      try c.u("layer_binning", &v.layerBinning, bits: 16, at: i)
      try c.u("tiles_in_layer_row_minus1", &v.tilesInLayerRowMinus1, bits: 16, at: i)
      try c.u("tiles_in_layer_column_minus1", &v.tilesInLayerColumnMinus1, bits: 16, at: i)
    }
  }
}
