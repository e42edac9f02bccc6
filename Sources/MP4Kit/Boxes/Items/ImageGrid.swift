import BitstreamKit

/// Data of an item of type `grid`: an image composed of tiles of one size.
///
/// ISO/IEC 23008-12:2022, 6.6.2.3.2 `ImageGrid`. Not a box: usually in `idat`.
public struct ImageGrid: Syntax {
  public static let structureName: StaticString = "ImageGrid"

  /// Version: 0.
  public var version: UInt8 = 0
  /// Bit 0: the size of the image has 32 bits instead of 16.
  public var flags: UInt8 = 0
  /// Number of rows of tiles minus 1.
  public var rowsMinusOne: UInt8 = 0
  /// Number of columns of tiles minus 1.
  public var columnsMinusOne: UInt8 = 0
  /// Width of the image in pixels.
  public var outputWidth: UInt32 = 0
  /// Height of the image in pixels.
  public var outputHeight: UInt32 = 0

  /// Creates a grid of one tile without a size.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("version", &version, bits: 8, in: 0...0)
    try c.u("flags", &flags, bits: 8, in: 0...255, sizing: true, at: -1, -1)
    let fieldLength = flags & 1 != 0 ? 32 : 16
    try c.u("rows_minus_one", &rowsMinusOne, bits: 8)
    try c.u("columns_minus_one", &columnsMinusOne, bits: 8)
    try c.u("output_width", &outputWidth, bits: fieldLength)
    try c.u("output_height", &outputHeight, bits: fieldLength)
  }

  /// Number of rows of tiles, 1 to 256.
  public var rows: Int { Int(rowsMinusOne) + 1 }
  /// Number of columns of tiles, 1 to 256.
  public var columns: Int { Int(columnsMinusOne) + 1 }
  /// Size of the image in pixels.
  public var size: PictureSize { PictureSize(width: Int(clamping: outputWidth), height: Int(clamping: outputHeight)) }
}
