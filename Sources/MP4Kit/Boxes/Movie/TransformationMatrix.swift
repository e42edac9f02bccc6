import BitstreamKit

/// Transformation matrix of a picture for display: `(x y 1) × (a b u / c d v / x y w)`.
///
/// ISO/IEC 14496-12:2022, 6.2.2 and 8.2.2.3. Nine coded values: a, b, c, d, x and y are 16.16 fixed point, u, v and w are 2.30.
public struct TransformationMatrix: Equatable, Sendable {
  /// Values row by row: a, b, u, c, d, v, x, y, w.
  public var values: [Int32]

  /// Creates an instance with default values (the identity matrix).
  public init() { values = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000] }

  /// Codes the nine values.
  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.list("matrix", &values, count: 9, atLeast: 32, 0) { (c, v, i) throws(SyntaxError) in
      try c.fixedPoint("matrix", &v, bits: 32, fraction: i % 3 == 2 ? 30 : 16, at: i)
    }
  }

  /// Clockwise rotation in degrees: 0, 90, 180 or 270; nil if the matrix does anything other than rotate by multiples of 90 degrees,
  /// mirror, translate and scale. If `isMirrored`, the rotation follows a left-right mirroring.
  public var rotation: Int? {
    guard values.count == 9 else { return nil }
    let (a, b, c, d) = (values[0], values[1], values[3], values[4])
    if b == 0, c == 0, a != 0, d != 0 { return d < 0 ? 180 : 0 }
    if a == 0, d == 0, b != 0, c != 0 { return c < 0 ? 90 : 270 }
    return nil
  }

  /// Whether the matrix mirrors the picture (negative determinant).
  public var isMirrored: Bool {
    guard values.count == 9 else { return false }
    let (a, b, c, d) = (Int64(values[0]), Int64(values[1]), Int64(values[3]), Int64(values[4]))
    return a * d - b * c < 0
  }

  /// Whether the matrix maps the picture to an area and not to a line or a point.
  public var isInvertible: Bool {
    guard values.count == 9 else { return false }
    return Int64(values[0]) * Int64(values[4]) != Int64(values[1]) * Int64(values[3])
  }

  /// The product of this matrix and the one that is applied after it, as of a track and its movie; excess bits are truncated.
  public func followed(by next: TransformationMatrix) -> TransformationMatrix {
    guard values.count == 9, next.values.count == 9, next != TransformationMatrix() else { return self }
    if self == TransformationMatrix() { return next }
    var product = TransformationMatrix()
    for row in 0..<3 {
      for column in 0..<3 {
        var sum: Int64 = 0
        // The last column has 30 fractional bits, the others 16.
        for step in 0..<3 { sum &+= (Int64(values[3 * row + step]) * Int64(next.values[3 * step + column])) >> (step == 2 ? 30 : 16) }
        product.values[3 * row + column] = Int32(truncatingIfNeeded: sum)
      }
    }
    return product
  }
}
