/// A time or a duration as an exact fraction of seconds.
public struct MediaTime: Sendable, CustomStringConvertible {
  /// The value in units of 1/`timescale` seconds.
  public var value: Int64
  /// Units per second, 1 to 2^32 − 1.
  public let timescale: UInt32

  /// Creates a time of `value`/`timescale` seconds; nil for a timescale of 0.
  public init?(value: Int64, timescale: UInt32) {
    if timescale == 0 { return nil }
    self.value = value
    self.timescale = timescale
  }

  /// Creates a time of `value` units of a known timescale: `MediaTime(3003, per: 90_000)`.
  public init(_ value: Int64, per timescale: MediaTimescale) { self.init(value, unitsPerSecond: timescale.rawValue) }

  /// Creates the multiple of 1/`timescale` seconds nearest to a number of seconds; nil if there is none in 64 bits, and for NaN.
  public init?(seconds: Double, timescale: MediaTimescale = .milliseconds) {
    guard let value = Int64(checked: (seconds * Double(timescale.rawValue)).rounded()) else { return nil }
    self.init(value, per: timescale)
  }

  private init(_ value: Int64, unitsPerSecond: UInt32) {
    self.value = value
    timescale = unitsPerSecond
  }

  /// Zero.
  public static let zero = MediaTime(0, unitsPerSecond: 1)

  /// Creates a time in milliseconds, as used by FLV and RTMP.
  public init(milliseconds: Int64) { self.init(milliseconds, unitsPerSecond: 1000) }

  /// The rounding of a time that is not a multiple of the target unit.
  public enum Rounding: Sendable {
    /// To the nearest unit, halves away from zero.
    case nearest
    /// To the nearest unit, halves towards plus infinity: times on both sides of 0 keep their distances if these are whole units.
    case nearestUp
    /// Towards minus infinity.
    case down
    /// Towards plus infinity.
    case up
  }

  /// Returns the time in units of another timescale; nil if it does not fit 64 bits.
  public func value(in scale: UInt32, rounding: Rounding = .nearest) -> Int64? {
    if scale == timescale { return value }
    let product = value.magnitude.multipliedFullWidth(by: UInt64(scale))
    guard scale > 0, product.high < UInt64(timescale) else { return nil }
    let (quotient, remainder) = UInt64(timescale).dividingFullWidth(product)
    let negative = value < 0
    let awayFromZero =
      switch rounding {
      case .nearest: remainder >= UInt64(timescale) - remainder && remainder != 0
      case .nearestUp where negative: remainder > UInt64(timescale) - remainder
      case .nearestUp: remainder >= UInt64(timescale) - remainder && remainder != 0
      case .down: negative && remainder != 0
      case .up: !negative && remainder != 0
      }
    let (magnitude, overflow) = quotient.addingReportingOverflow(awayFromZero ? 1 : 0)
    if overflow { return nil }
    return negative ? (magnitude == Int64.min.magnitude ? Int64.min : Int64(exactly: magnitude).map { -$0 }) : Int64(exactly: magnitude)
  }

  /// Returns the time in another timescale; nil if it does not fit.
  public func rescaled(to scale: UInt32, rounding: Rounding = .nearest) -> MediaTime? {
    value(in: scale, rounding: rounding).flatMap { MediaTime(value: $0, timescale: scale) }
  }

  /// Returns the exact sum; nil if it needs a timescale of more than 32 bits or a value of more than 64 bits.
  public func adding(_ other: MediaTime) -> MediaTime? {
    let common = Self.leastCommonMultiple(timescale, other.timescale)
    guard let scale = UInt32(exactly: common), let a = value(in: scale), let b = other.value(in: scale) else { return nil }
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? nil : MediaTime(value: sum, timescale: scale)
  }

  /// Returns the exact difference; nil if it does not fit.
  public func subtracting(_ other: MediaTime) -> MediaTime? {
    let (negated, overflow) = (0 as Int64).subtractingReportingOverflow(other.value)
    return overflow ? nil : adding(MediaTime(negated, unitsPerSecond: other.timescale))
  }

  /// The time in seconds, rounded to a `Double`.
  public var seconds: Double { Double(value) / Double(timescale) }

  /// The value as a fraction: `1001/30000`.
  public var description: String { "\(value)/\(timescale)" }

  private static func leastCommonMultiple(_ a: UInt32, _ b: UInt32) -> UInt64 {
    var (x, y) = (a, b)
    while y != 0 { (x, y) = (y, x % y) }
    return UInt64(a / x) * UInt64(b)
  }
}

extension MediaTime: Comparable, Hashable {
  /// Compares times regardless of their timescales.
  public static func == (a: MediaTime, b: MediaTime) -> Bool { compare(a, b) == 0 }
  /// Whether the first time is earlier.
  public static func < (a: MediaTime, b: MediaTime) -> Bool { compare(a, b) < 0 }

  private static func compare(_ a: MediaTime, _ b: MediaTime) -> Int {
    let left = a.value.multipliedFullWidth(by: Int64(b.timescale))
    let right = b.value.multipliedFullWidth(by: Int64(a.timescale))
    if left.high != right.high { return left.high < right.high ? -1 : 1 }
    return left.low == right.low ? 0 : left.low < right.low ? -1 : 1
  }

  /// Hashes the reduced fraction, so that equal times have equal hashes.
  public func hash(into hasher: inout Hasher) {
    var (x, y) = (value.magnitude, UInt64(timescale))
    while y != 0 { (x, y) = (y, x % y) }
    hasher.combine(value < 0)
    hasher.combine(value.magnitude / x)
    hasher.combine(UInt64(timescale) / x)
  }
}

extension MediaTime: AdditiveArithmetic {
  /// The sum: exact if 64 bits and a timescale of 32 bits hold it, which `adding` tests; otherwise to the nearest unit of the finer
  /// timescale, and at most `Int64.max` and at least `Int64.min` units.
  public static func + (a: MediaTime, b: MediaTime) -> MediaTime { a.adding(b) ?? rounded(a, b, negating: false) }

  /// The difference, rounded like a sum.
  public static func - (a: MediaTime, b: MediaTime) -> MediaTime { a.subtracting(b) ?? rounded(a, b, negating: true) }

  private static func rounded(_ a: MediaTime, _ b: MediaTime, negating: Bool) -> MediaTime {
    let scale = max(a.timescale, b.timescale)
    func units(_ time: MediaTime) -> Int64 { time.value(in: scale) ?? (time.value < 0 ? .min : .max) }
    let (left, right) = (units(a), units(b))
    let (value, overflow) = negating ? left.subtractingReportingOverflow(right) : left.addingReportingOverflow(right)
    return MediaTime(overflow ? (left < 0 ? .min : .max) : value, unitsPerSecond: scale)
  }
}

/// A number of units per second that is known to be valid: a literal or a constant.
public struct MediaTimescale: RawRepresentable, Sendable, Hashable, ExpressibleByIntegerLiteral {
  /// Units per second, 1 to 2^32 − 1.
  public let rawValue: UInt32

  /// Creates a timescale; nil for 0.
  public init?(rawValue: UInt32) {
    if rawValue == 0 { return nil }
    self.rawValue = rawValue
  }

  /// Creates a timescale from a literal.
  /// - Precondition: not 0. For values from a file, use `init(rawValue:)`.
  public init(integerLiteral value: UInt32) {
    precondition(value > 0, "a timescale is greater than 0")
    rawValue = value
  }

  /// 1000 per second, as in FLV and RTMP.
  public static let milliseconds: MediaTimescale = 1000
  /// 90 000 per second, as in MPEG-2 systems and RTP.
  public static let mpeg: MediaTimescale = 90_000
}
