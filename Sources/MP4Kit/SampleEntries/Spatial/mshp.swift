import BitstreamKit

/// A sphere, or part of one, as a mesh of triangles.
///
/// Google, Spherical Video V2 RFC, `mshp`.
public struct MeshProjectionBox: TypedBox {
  public static let structureName: StaticString = "MeshProjectionBox"
  public static var boxType: FourCC { "mshp" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// CRC-32 of all that follows.
  public var crc: UInt32 = 0
  /// `raw ` or `dfl8` for DEFLATE.
  public var encodingFourCc: FourCC = "raw "
  /// Boxes `mesh`, compressed where the encoding says so.
  public var data: [UInt8] = []

  /// No mesh.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("crc", &crc, bits: 32)
    try c.fourCC("encoding_four_cc", &encodingFourCc)
    try c.restBytes("data", &data)
  }
}
