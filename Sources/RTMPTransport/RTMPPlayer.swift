import FLVKit
import FileIO
import RTMPKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Receives a stream that a server has.
public final class RTMPPlayer {
  /// Why a stream has ended.
  public enum End: Sendable, Equatable {
    /// The server says so, in these words, or has closed.
    case stream(String)
    /// Who takes the parts has had enough.
    case enough
    /// Somebody wants the program to end.
    case interrupted
  }

  /// Where the stream is.
  public let address: RTMPAddress
  private let timeout: Int64
  private let idleTimeout: Int64
  private let usesDigest: Bool
  private let notice: (String) -> Void

  /// A player that has not connected.
  /// - Parameters:
  ///   - timeout: milliseconds after which a server that does not answer is given up.
  ///   - idleTimeout: milliseconds after which a stream of which nothing comes is given up.
  ///   - notice: is told what happens, a line at a time.
  public init(
    _ address: RTMPAddress, timeout: Int64 = 10_000, idleTimeout: Int64 = 30_000, usesDigest: Bool = true,
    notice: @escaping (String) -> Void
  ) {
    self.address = address
    self.timeout = timeout
    self.idleTimeout = idleTimeout
    self.usesDigest = usesDigest
    self.notice = notice
  }

  /// Connects and hands over the stream until it ends.
  /// - Parameter take: takes a part of the stream: its type, its time, and where its body lies in the bytes. False where it is enough.
  /// - Throws: why there is no stream, or what became of it.
  public func run(
    _ take: (RTMPMessageType, UInt32, [UInt8], Range<Int>) throws(RTMPError) -> Bool
  ) throws(RTMPError) -> End {
    let client = RTMPClient(.play, address, nonce: randomBytes(1528), usesDigest: usesDigest)
    let link = try RTMPLink(client, timeout: timeout, now: monotonicMilliseconds())
    var lastMessage: Int64?
    var voice = ServerVoice()
    defer { if let rest = voice.rest { notice(rest) } }
    while true {
      let now = monotonicMilliseconds()
      if StopRequest.hasCome { return leave(link, .interrupted) }
      let wasPlaying = lastMessage != nil
      do throws(RTMPError) { try link.exchange(now: now) } catch {
        // A server that closes behind the stream has said enough.
        if wasPlaying, case .closed(let why) = error { return .stream(why) }
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
        throw .timedOut("\(address): nothing has come for \(spelled(idleTimeout))")
      }
      wait(link)
    }
  }

  private func leave(_ link: RTMPLink, _ end: End) -> End {
    try? link.client.finish()
    link.close(within: 500)
    return end
  }

  private func wait(_ link: RTMPLink) {
    var waiting = pollfd(fd: link.descriptor, events: Int16(link.wantsRoom ? POLLIN | POLLOUT : POLLIN), revents: 0)
    _ = unsafe poll(&waiting, 1, 250)
  }
}
