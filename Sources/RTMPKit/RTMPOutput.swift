/// Bytes that are to be sent, dropped from the front as they go.
public struct RTMPOutput: Sendable {
  /// Holds them at `range`.
  public internal(set) var bytes: [UInt8] = []
  private var first = 0
  /// Memory that stays when all is sent.
  private static var mostSpare: Int { 1 << 18 }

  init() {}

  /// Where in `bytes` they are.
  public var range: Range<Int> { first..<bytes.count }
  /// How many there are.
  public var count: Int { bytes.count - first }

  /// The first `count` were sent.
  public mutating func drop(_ count: Int) {
    first = min(bytes.count, first + max(0, count))
    if first < bytes.count {
      // What was sent goes when it is the larger part, so that each byte is moved once at most.
      if first > 1 << 16, first > bytes.count / 2 {
        bytes.removeSubrange(..<first)
        first = 0
      }
      return
    }
    first = 0
    if bytes.capacity > Self.mostSpare { bytes = [] } else { bytes.removeAll(keepingCapacity: true) }
  }
}
