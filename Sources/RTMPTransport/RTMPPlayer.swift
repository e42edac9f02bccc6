import FLVKit
import RTMPKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Plays a stream from a server.
public final class RTMPPlayer {
  /// Why a stream has ended.
  public enum End: Sendable, Equatable {
    /// The server ended the stream, with its description.
    case stream(String)
    /// The server closed the connection without a word about the stream, as some do at its end.
    case closed(String)
    /// The connection was closed in the middle of a message: the stream is not complete.
    case cut(String)
    /// The consumer stopped.
    case enough
    /// `isStopped` has returned true.
    case interrupted
  }

  /// The address of the stream.
  public let address: RTMPAddress
  private let timeout: Int64
  private let idleTimeout: Int64
  private let usesDigest: Bool
  private let isStopped: @Sendable () -> Bool
  private let notice: (String) -> Void
  /// The clock of the deadlines; other than the monotonic clock in tests.
  package var clock = RTMPClock()

  /// Creates a player, not connected yet.
  /// - Parameters:
  ///   - timeout: milliseconds without a response after which the connection fails.
  ///   - idleTimeout: milliseconds without data after which the stream is considered lost.
  ///   - isStopped: returns whether to stop; called at least four times a second.
  ///   - notice: called with one-line messages about events.
  public init(
    _ address: RTMPAddress, timeout: Int64 = 10_000, idleTimeout: Int64 = 30_000, usesDigest: Bool = true,
    isStopped: @escaping @Sendable () -> Bool = { false }, notice: @escaping (String) -> Void
  ) {
    self.address = address
    self.timeout = timeout
    self.idleTimeout = idleTimeout
    self.usesDigest = usesDigest
    self.isStopped = isStopped
    self.notice = notice
  }

  /// Connects and delivers the stream until it ends.
  /// - Parameter take: called with the type, timestamp, buffer and range of each tag body; returns false to stop.
  /// - Throws: why the stream could not be played, or was interrupted.
  public func run(
    _ take: (RTMPMessageType, UInt32, [UInt8], Range<Int>) throws(RTMPError) -> Bool
  ) throws(RTMPError) -> End {
    let client = RTMPClient(.play, address, nonce: randomBytes(1528), usesDigest: usesDigest)
    let link = try RTMPLink(client, timeout: timeout, now: clock.now, clock: clock)
    var lastMessage: Int64?
    var voice = ServerVoice()
    defer { if let rest = voice.rest { notice(rest) } }
    while true {
      let now = clock.now
      if isStopped() { return leave(link, .interrupted) }
      let wasPlaying = lastMessage != nil
      do throws(RTMPError) { try link.exchange(now: now) } catch {
        // Some servers end a stream so; whether this one did is not known.
        if wasPlaying, case .closed(let why) = error { return link.client.connection.isInsideMessage ? .cut(why) : .closed(why) }
        throw error
      }
      while let event = try link.nextEvent() {
        switch event {
        case .ready: if lastMessage == nil { lastMessage = now }
        case .message(let message):
          lastMessage = now
          if try !take(message.type, message.timestamp, link.client.connection.payload, link.client.connection.range) {
            return leave(link, .enough)
          }
        case .status(let code, let words):
          if voice.mayPass(now) { notice("the server says \(code)" + (words.isEmpty ? "" : " (\(words))")) }
        case .ended(let why): return leave(link, .stream(why))
        case .finding(let finding): if voice.mayPass(now) { notice(finding) }
        }
      }
      if let lastMessage, now - lastMessage > idleTimeout {
        throw .timedOut("\(address.authority): no data for \(spelled(idleTimeout))")
      }
      wait(link)
    }
  }

  private func leave(_ link: RTMPLink, _ end: End) -> End {
    try? link.client.finish()
    try? link.close(within: 500)
    return end
  }

  private func wait(_ link: RTMPLink) {
    var waiting = pollfd(fd: link.descriptor, events: Int16(link.wantsRoom ? POLLIN | POLLOUT : POLLIN), revents: 0)
    _ = unsafe poll(&waiting, 1, clock.timeout(until: .max, most: 250))
  }
}
