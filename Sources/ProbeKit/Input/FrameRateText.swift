import BitstreamKit

extension ExactRatio {
  /// Parses a frame rate such as `25`, `29.97` or `30000/1001`. Decimal approximations of NTSC rates give the exact fraction.
  /// - Returns: nil if the text is no rate, or 0.
  package init?(frameRate text: String) {
    let parts = Array(text.utf8).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let above = Self.number(parts[0]), let below = Self.number(parts[1]), above > 0, above < 1 << 32, below < 1 << 32 else {
        return nil
      }
      self.init(above, below)
      return
    }
    let known: [(String, UInt64)] = [("23.976", 24), ("23.98", 24), ("29.97", 30), ("47.952", 48), ("59.94", 60), ("119.88", 120)]
    for rate in known where rate.0 == text {
      self.init(rate.1 * 1000, 1001)
      return
    }
    let digits = Array(text.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard digits.count <= 2, let whole = Self.number(digits[0]), whole < 1 << 20 else { return nil }
    if digits.count == 1 {
      if whole == 0 { return nil }
      self.init(whole, 1)
      return
    }
    guard digits[1].count <= 3, let fraction = Self.number(digits[1]) else { return nil }
    var scale: UInt64 = 1
    for _ in digits[1] { scale *= 10 }
    guard whole * scale + fraction > 0, let ratio = ExactRatio(whole * scale + fraction, scale)?.reduced else { return nil }
    self = ratio
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? { UInt64(String(decoding: digits, as: UTF8.self)) }
}
