import BitstreamKit

/// Where on the screen the movie's window opens.
///
/// QuickTime File Format, User Data Atoms.
public struct WindowLocationBox: TypedBox {
  public static let structureName: StaticString = "WindowLocationBox"
  public static var boxType: FourCC { "WLOC" }

  /// From the left.
  public var x: Int16 = 0
  /// From the top.
  public var y: Int16 = 0

  /// In the corner.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.i("x", &x, bits: 16)
    try c.i("y", &y, bits: 16)
  }
}
