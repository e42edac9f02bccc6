/// Exponential backoff between connection attempts: half a second, doubled each time, up to a limit.
public struct RTMPBackOff: Sendable {
  /// The maximum delay in milliseconds.
  public let longest: Int64
  private var wait: Int64

  private static var shortest: Int64 { 500 }

  /// Creates a backoff with the shortest delay.
  /// - Parameter longest: the maximum delay in milliseconds.
  public init(longest: Int64 = 15000) {
    self.longest = longest
    wait = min(Self.shortest, longest)
  }

  /// Records a failed attempt.
  /// - Returns: the delay in milliseconds.
  public mutating func failed() -> Int64 {
    defer { wait = wait > longest / 2 ? longest : wait * 2 }
    return wait
  }

  /// Records a success, which resets the delay.
  public mutating func succeeded() { wait = min(Self.shortest, longest) }
}
