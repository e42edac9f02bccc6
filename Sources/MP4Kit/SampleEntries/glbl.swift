import BitstreamKit

/// What a decoder needs before the first sample, where the format has no box of its own for it. FFmpeg's.
public struct GlobalHeaderBox: TypedBox {
  public static let structureName: StaticString = "GlobalHeaderBox"
  public static var boxType: FourCC { "glbl" }

  /// As the codec defines it.
  public var data: [UInt8] = []

  /// No data.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.restBytes("data", &data)
  }
}
