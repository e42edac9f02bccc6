import BitstreamKit

/// Mirroring for display, applied after rotation.
///
/// ISO/IEC 23008-12:2022, 6.5.12 `ImageMirror`.
public struct ImageMirror: TypedBox {
  public static let structureName: StaticString = "ImageMirror"
  public static var boxType: FourCC { "imir" }

  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// 0 swaps top and bottom, 1 swaps left and right.
  public var axis: UInt8 = 0

  /// Creates an instance with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("reserved", &reserved, bits: 7)
    try c.u("axis", &axis, bits: 1)
  }
}
