/// How long to wait before a server is asked again: half a second, then twice as long each time, up to a limit.
public struct RTMPBackOff: Sendable {
  /// The longest wait, in milliseconds.
  public let longest: Int64
  private var wait: Int64

  private static var shortest: Int64 { 500 }

  /// A server that has not failed yet.
  /// - Parameter longest: milliseconds.
  public init(longest: Int64 = 15000) {
    self.longest = longest
    wait = min(Self.shortest, longest)
  }

  /// The server has failed.
  /// - Returns: milliseconds to wait.
  public mutating func failed() -> Int64 {
    defer { wait = min(longest, wait * 2) }
    return wait
  }

  /// The server has taken the stream.
  public mutating func succeeded() { wait = min(Self.shortest, longest) }
}
