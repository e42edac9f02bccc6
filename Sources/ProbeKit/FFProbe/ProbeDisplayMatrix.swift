/// A display matrix as ffprobe prints it: coded values row by row, and the rotation that follows from them.
struct ProbeDisplayMatrix {
  let values: [Int32]

  /// Three rows of three numbers, each on a line after its offset, as in a dump.
  var text: String {
    var text = "\n"
    for row in 0..<3 {
      text += "0000000\(row):"
      for column in 0..<3 {
        let number = "\(values[3 * row + column])"
        text += String(repeating: " ", count: max(1, (column == 0 ? 13 : 12) - number.utf8.count)) + number
      }
      text += "\n"
    }
    return text
  }

  /// Counterclockwise rotation of the upper edge in whole degrees, rounded towards 0; `Int64.min` if the matrix maps an axis to a point.
  var rotation: Int64 {
    let (a, b, c, d) = (Double(values[0]), Double(values[1]), Double(values[3]), Double(values[4]))
    let horizontal = (a * a + c * c).squareRoot()
    let vertical = (b * b + d * d).squareRoot()
    if horizontal == 0 || vertical == 0 { return Int64.min }
    let angle = -Self.degrees(a / horizontal, b / vertical)
    // Multiples of 45 degrees are exact in fixed point, but not in the sum of the series.
    let nearest = angle.rounded()
    return Int64(abs(angle - nearest) < 1e-9 ? nearest : angle)
  }

  /// Angle of the direction (x, y) in degrees, more than -180 and at most 180.
  private static func degrees(_ x: Double, _ y: Double) -> Double {
    if x < 0 { return (y < 0 ? -180 : 180) - degrees(-x, y) }
    // Tangent of a sixteenth of the angle, at most 0.1: the power series needs few terms.
    var tangent = y / ((x * x + y * y).squareRoot() + x)
    for _ in 0..<3 { tangent /= (1 + tangent * tangent).squareRoot() + 1 }
    var (sum, power, sign) = (0.0, tangent, 1.0)
    for exponent in stride(from: 1.0, to: 16, by: 2) {
      sum += sign * power / exponent
      power *= tangent * tangent
      sign = -sign
    }
    return sum * 16 * 180 / Double.pi
  }
}
