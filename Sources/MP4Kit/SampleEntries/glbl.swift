import BitstreamKit

/// Codec header for formats without a box of their own; an FFmpeg extension.
public struct GlobalHeaderBox: TypedBox {
  public static let structureName: StaticString = "GlobalHeaderBox"
  public static var boxType: FourCC { "glbl" }

  /// Codec-specific data.
  public var data: [UInt8] = []

  /// Creates a box with no data.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.restBytes("data", &data)
  }
}
