import BitstreamKit

/// How the movie is repeated.
///
/// QuickTime File Format, User Data Atoms.
public struct LoopingBox: TypedBox {
  public static let structureName: StaticString = "LoopingBox"
  public static var boxType: FourCC { "LOOP" }

  /// 0 from the start, 1 to and fro.
  public var style: UInt32 = 0

  /// From the start.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("style", &style, bits: 32)
  }
}
