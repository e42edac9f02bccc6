/// A bucket that empties at a constant rate. Its largest fullness is the size of the buffer that the pictures need at that rate.
struct LeakyBucket {
  /// Bits a second.
  let rate: Double
  /// The current fullness in bits.
  private var waiting = 0.0
  /// The largest fullness so far in bits.
  private(set) var largest = 0.0

  init(rate: Double) { self.rate = rate }

  /// Adds a picture of some bits, an interval after the one before. Returns whether the fullness is the largest so far.
  ///
  /// Empties the bucket if time runs backwards, or after ten seconds without a picture.
  mutating func take(_ bits: Double, after seconds: Double) -> Bool {
    if seconds < 0 || seconds > 10 { waiting = 0 }
    waiting = max(0, waiting - max(0, seconds) * rate) + bits
    if waiting <= largest { return false }
    largest = waiting
    return true
  }
}
