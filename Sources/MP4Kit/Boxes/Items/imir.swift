import BitstreamKit

/// How a picture is mirrored to be shown, after it is turned.
///
/// ISO/IEC 23008-12:2022, 6.5.12 `ImageMirror`.
public struct ImageMirror: TypedBox {
  public static let structureName: StaticString = "ImageMirror"
  public static var boxType: FourCC { "imir" }

  /// 0.
  public var reserved: UInt8 = 0
  /// 0 upside down, 1 left to right.
  public var axis: UInt8 = 0

  /// Upside down.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("reserved", &reserved, bits: 7)
    try c.u("axis", &axis, bits: 1)
  }
}
