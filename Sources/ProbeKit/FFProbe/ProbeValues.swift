import BitstreamKit

/// A fraction in ffprobe's form: `30000/1001`, or `0/0` if unknown.
struct ProbeRatio: Equatable {
  var numerator: Int64
  var denominator: Int64

  static let unknown = ProbeRatio(0, 0)

  init(_ numerator: Int64, _ denominator: Int64) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Reduces a fraction to lowest terms; unknown if a part still exceeds 31 bits.
  init(reducing numerator: UInt64, _ denominator: UInt64) {
    guard let ratio = ExactRatio(numerator, denominator)?.reduced, numerator > 0 else {
      self = .unknown
      return
    }
    var (above, below) = (ratio.numerator, ratio.denominator)
    while above > 0x7FFF_FFFF || below > 0x7FFF_FFFF { (above, below) = (above >> 1, below >> 1) }
    self.init(Int64(above), Int64(max(1, below)))
  }

  init(_ ratio: ExactRatio) { self.init(reducing: ratio.numerator, ratio.denominator) }

  var value: Double { denominator == 0 ? 0 : Double(numerator) / Double(denominator) }
  func text(_ separator: String) -> String { "\(numerator)\(separator)\(denominator)" }
}

/// The unit of a number.
enum ProbeUnit {
  case hertz, byte, bitsPerSecond

  var name: StaticString {
    switch self {
    case .hertz: "Hz"
    case .byte: "byte"
    case .bitsPerSecond: "bit/s"
    }
  }
}

/// Formatting of numbers with units.
struct ProbeValueStyle {
  var showsUnit = false
  var usesPrefix = false
  var usesBinaryPrefix = false
  var isSexagesimal = false

  /// The style of `-pretty`.
  static let pretty = ProbeValueStyle(showsUnit: true, usesPrefix: true, usesBinaryPrefix: true, isSexagesimal: true)

  private static let prefixes: [(decimal: Double, binary: Double, name: String)] = [
    (1, 1, ""), (1e3, 1024, "K"), (1e6, 1_048_576, "M"), (1e9, 1_073_741_824, "G"), (1e12, 1_099_511_627_776, "T"),
    (1e15, 1_125_899_906_842_624, "P"),
  ]

  /// Formats an integer with its unit.
  func text(_ value: Int64, _ unit: ProbeUnit) -> String {
    if !usesPrefix { return "\(value)" + (showsUnit ? " \(unit.name)" : "") }
    return prefixed(Double(value), unit == .byte && usesBinaryPrefix, isFloat: false, unit.name)
  }

  /// Formats a time in seconds.
  func seconds(_ value: Double) -> String {
    if isSexagesimal {
      // Truncates towards zero like a C conversion to int; the sign is kept.
      let whole = Int64(saturating: max(-2e9, min(2e9, value)))
      let minutes = whole / 60
      let rest = decimalText(value - Double(minutes * 60))
      let padded = rest.hasPrefix("-") ? rest : String(repeating: "0", count: max(0, 9 - rest.utf8.count)) + rest
      return "\(minutes / 60):\(Self.twoDigits(minutes % 60)):\(padded)"
    }
    if usesPrefix { return prefixed(value, false, isFloat: true, "s") }
    return decimalText(value) + (showsUnit ? " s" : "")
  }

  private static func twoDigits(_ value: Int64) -> String { value >= 0 && value < 10 ? "0\(value)" : "\(value)" }

  private func prefixed(_ value: Double, _ isBinary: Bool, isFloat: Bool, _ unit: StaticString) -> String {
    var (shown, name) = (value, "")
    if value > 1 {
      let steps = isBinary ? Self.prefixes.map { $0.binary } : Self.prefixes.map { $0.decimal }
      let index = steps.lastIndex { $0 <= value } ?? 0
      shown = value / steps[index]
      name = Self.prefixes[index].name + (isBinary && index > 0 ? "i" : "")
    }
    let number = isFloat || shown != shown.rounded(.towardZero) ? decimalText(shown) : "\(Int64(saturating: shown))"
    return number + (!name.isEmpty || showsUnit ? " " : "") + name + (showsUnit ? unit.description : "")
  }
}

/// Formats a number with six decimals, rounded from its exact binary value as C does.
func decimalText(_ value: Double) -> String {
  guard value.isFinite, value.magnitude < 9e18 else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
  let whole = value.magnitude.rounded(.towardZero)
  let fraction = value.magnitude - whole
  var millionths: UInt64 = 0
  if fraction > 0 {
    // fraction = significand / 2^shift, both integers.
    let shift = 52 - Int(fraction.exponent)
    let significand = UInt64(1) << 52 | fraction.significandBitPattern
    if fraction.isNormal, shift < 110 {
      let product = UInt128(significand) * 1_000_000
      let quotient = product >> UInt128(shift)
      let rest = product - quotient << UInt128(shift)
      let half = UInt128(1) << UInt128(shift - 1)
      millionths = UInt64(quotient) + (rest > half || (rest == half && quotient & 1 == 1) ? 1 : 0)
    }
  }
  let units = UInt64(saturating: whole) + millionths / 1_000_000
  let digits = String(millionths % 1_000_000 + 1_000_000).dropFirst()
  return (value.sign == .minus ? "-" : "") + "\(units).\(digits)"
}
