import BitstreamKit

/// A display matrix as ffprobe prints it: coded values row by row, and the rotation that follows from them.
struct ProbeDisplayMatrix {
  let values: [Int32]

  init(values: [Int32]) { self.values = values }

  /// The matrix of a display orientation message (ITU-T H.264, D.2.26): flips, and then a rotation, counted counterclockwise in units of a
  /// turn / 65536. nil if it changes nothing.
  init?(rotation: UInt16, flipsAcross: Bool, flipsDown: Bool) {
    if rotation == 0, !flipsAcross, !flipsDown { return nil }
    // FFmpeg flips last, for which the rotation changes its sense.
    let turn = flipsAcross == flipsDown ? rotation : 0 &- rotation
    let (cosine, sine) = Self.circle(turn)
    let (across, down): (Double, Double) = (flipsAcross ? -1 : 1, flipsDown ? -1 : 1)
    func fixed(_ value: Double) -> Int32 { Int32(Int64(saturating: (value * 65536).rounded(.towardZero))) }
    values = [
      fixed(cosine * across), fixed(-sine * down), 0, fixed(sine * across), fixed(cosine * down), 0, 0, 0, 1 << 30,
    ]
  }

  /// Cosine and sine of an angle in units of a turn / 65536.
  private static func circle(_ turn: UInt16) -> (cosine: Double, sine: Double) {
    let angle = Double(turn & 0x3FFF) * Double.pi / 32768
    var (cosine, sine, term) = (0.0, 0.0, 1.0)
    // The power series of a quarter of a turn, or less.
    for power in 0..<24 {
      if power & 1 == 0 { cosine += power & 2 == 0 ? term : -term } else { sine += power & 2 == 0 ? term : -term }
      term *= angle / Double(power + 1)
    }
    switch turn >> 14 {
    case 0: return (cosine, sine)
    case 1: return (-sine, cosine)
    case 2: return (-cosine, -sine)
    default: return (sine, -cosine)
    }
  }

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
    return Int64(saturating: abs(angle - nearest) < 1e-9 ? nearest : angle)
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
