import BitstreamKit

/// Initial position of the movie window on the screen.
///
/// QuickTime File Format, User Data Atoms.
public struct WindowLocationBox: TypedBox {
  public static let structureName: StaticString = "WindowLocationBox"
  public static var boxType: FourCC { "WLOC" }

  /// Offset from the left.
  public var x: Int16 = 0
  /// Offset from the top.
  public var y: Int16 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.i("x", &x, bits: 16)
    try c.i("y", &y, bits: 16)
  }
}
