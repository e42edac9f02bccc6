import BitstreamKit

/// The same picture at several sizes, each in tiles.
///
/// ISO/IEC 23008-12:2022, `ImagePyramid` entity group.
public struct ImagePyramidEntityGroupBox: TypedBox {
  public static let structureName: StaticString = "ImagePyramidEntityGroupBox"
  public static var boxType: FourCC { "pymd" }

  /// One picture.
  public struct Layer: Equatable, Sendable {
    /// How many pixels of the largest picture one pixel stands for, in a row.
    public var layerBinning: UInt16 = 1
    /// Tiles in a row, less 1.
    public var tilesInLayerRowMinus1: UInt16 = 0
    /// Tiles in a column, less 1.
    public var tilesInLayerColumnMinus1: UInt16 = 0

    /// Nothing said as yet.
    public init() {}
  }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The group.
  public var groupId: UInt32 = 0
  /// The pictures, smallest first.
  public var entityIDs: [UInt32] = []
  /// Of a tile, in pixels.
  public var tileSizeX: UInt16 = 0
  /// Of a tile, in pixels.
  public var tileSizeY: UInt16 = 0
  /// How each picture is made of tiles.
  public var layers: [Layer] = []

  /// No pictures.
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
