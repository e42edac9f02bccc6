import BitstreamKit

/// Limits how often messages of a server are passed on: ten at once, two a second after that, and a hundred in all. The rest is counted.
struct ServerVoice {
  static let maxAtOnce = 10
  /// Milliseconds after which one more may pass.
  static let interval: Int64 = 500
  static let maxTotal = 100

  /// How many were not passed on.
  private(set) var suppressed: UInt64 = 0
  private var passed = 0
  private var credit = maxAtOnce
  private var refilled: Int64?

  /// Whether the next message may pass.
  /// - Parameter now: milliseconds of any clock that does not go backwards.
  mutating func mayPass(_ now: Int64) -> Bool {
    let since = now - (refilled ?? now)
    if refilled == nil || since >= Self.interval {
      credit = Int(min(Int64(Self.maxAtOnce), Int64(credit) + since / Self.interval))
      refilled = now - since % Self.interval
    }
    guard credit > 0, passed < Self.maxTotal else {
      suppressed += 1
      return false
    }
    credit -= 1
    passed += 1
    return true
  }

  /// The last line: how many were not passed on; nil for none.
  var rest: String? {
    suppressed == 0 ? nil : "\(counted(suppressed, "more message")) of the server suppressed"
  }
}
