/// Width and height in luma samples.
public struct PictureSize: Hashable, Sendable {
  /// In luma samples.
  public var width: Int, height: Int

  /// Creates a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A ratio as coded, not reduced.
public struct ExactRatio: Hashable, Sendable {
  /// The number above.
  public var numerator: UInt64
  /// The denominator, greater than 0.
  public var denominator: UInt64

  /// Creates a ratio; nil if the denominator is 0.
  public init?(_ numerator: UInt64, _ denominator: UInt64) {
    guard denominator > 0 else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The same ratio in lowest terms.
  public var reduced: ExactRatio {
    var (a, b) = (numerator, denominator)
    while b != 0 { (a, b) = (b, a % b) }
    return a > 1 ? ExactRatio(numerator / a, denominator / a) ?? self : self
  }

  /// The nearest floating-point value.
  public var value: Double { Double(numerator) / Double(denominator) }
}
