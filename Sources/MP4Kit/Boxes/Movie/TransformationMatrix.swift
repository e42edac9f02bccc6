import BitstreamKit

/// What becomes of a picture on its way to the screen: `(x y 1) × (a b u / c d v / x y w)`.
///
/// ISO/IEC 14496-12:2022, 6.2.2 and 8.2.2.3. Nine numbers as coded: a, b, c, d, x and y have 16 bits behind the point, u, v and w 30.
public struct TransformationMatrix: Equatable, Sendable {
  /// Row by row: a, b, u, c, d, v, x, y, w.
  public var values: [Int32]

  /// A matrix that changes nothing.
  public init() { values = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000] }

  /// Names the nine numbers.
  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.list("matrix", &values, count: 9, atLeast: 32, 0) { (c, v, i) throws(SyntaxError) in
      try c.fixedPoint("matrix", &v, bits: 32, fraction: i % 3 == 2 ? 30 : 16, at: i)
    }
  }

  /// By how much the picture is turned clockwise, in degrees: 0, 90, 180 or 270; nil where the matrix does anything but turn by
  /// quarters, mirror, move and scale. Of a mirrored picture (`isMirrored`) it is the turn after the picture is mirrored left to right.
  public var rotation: Int? {
    guard values.count == 9 else { return nil }
    let (a, b, c, d) = (values[0], values[1], values[3], values[4])
    if b == 0, c == 0, a != 0, d != 0 { return d < 0 ? 180 : 0 }
    if a == 0, d == 0, b != 0, c != 0 { return c < 0 ? 90 : 270 }
    return nil
  }

  /// Whether the matrix mirrors the picture: its determinant is negative.
  public var isMirrored: Bool {
    guard values.count == 9 else { return false }
    let (a, b, c, d) = (Int64(values[0]), Int64(values[1]), Int64(values[3]), Int64(values[4]))
    return a * d - b * c < 0
  }
}
