import BitstreamKit

/// Loop mode of the movie.
///
/// QuickTime File Format, User Data Atoms.
public struct LoopingBox: TypedBox {
  public static let structureName: StaticString = "LoopingBox"
  public static var boxType: FourCC { "LOOP" }

  /// 0 loops from the start, 1 plays forwards and backwards in turn.
  public var style: UInt32 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("style", &style, bits: 32)
  }
}
