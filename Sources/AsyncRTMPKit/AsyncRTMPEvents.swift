import FLVKit
import RTMPKit

/// An event of a played stream.
public enum RTMPStreamEvent: Sendable, Equatable {
  /// The server has accepted the stream.
  case ready
  /// Audio, video or script data: the body of an FLV tag.
  case tag(RTMPTag)
  /// A status of the stream: the server's code and description.
  case status(code: String, description: String)
  /// The stream has ended; the server's description.
  case ended(String)
  /// A harmless protocol violation.
  case finding(String)
}

/// The events of an RTMP client over any transport: bytes of the server arrive in chunks of any size, and `send` takes what the client
/// answers.
///
///     let client = RTMPClient(.play, address, nonce: randomBytes)
///     for try await event in connection.bytes.rtmpEvents(client, send: { try await connection.write($0) }) {
///       if case .tag(let tag) = event { print(tag.type, tag.time) }
///     }
///
/// The sequence ends after `RTMPStreamEvent.ended`, or when the chunks end.
public struct AsyncRTMPEvents<Chunks: AsyncSequence>: AsyncSequence where Chunks.Element: Collection, Chunks.Element.Element == UInt8 {
  /// An event.
  public typealias Element = RTMPStreamEvent

  private let chunks: Chunks
  private let client: RTMPClient
  private let send: @Sendable ([UInt8]) async throws -> Void

  /// Creates a sequence of the events of a client in its initial state.
  /// - Parameter send: sends bytes to the server, all of them.
  public init(_ chunks: Chunks, _ client: RTMPClient, send: @escaping @Sendable ([UInt8]) async throws -> Void) {
    self.chunks = chunks
    self.client = client
    self.send = send
  }

  /// Returns an iterator that starts with the handshake.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: chunks.makeAsyncIterator(), client: client, send: send) }

  /// Delivers the events one after another.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var chunks: Chunks.AsyncIterator
    private var client: RTMPClient
    private let send: @Sendable ([UInt8]) async throws -> Void
    private var chunk: [UInt8] = []
    private var cursor = 0
    private var isOver = false

    init(chunks: Chunks.AsyncIterator, client: RTMPClient, send: @escaping @Sendable ([UInt8]) async throws -> Void) {
      self.chunks = chunks
      self.client = client
      self.send = send
    }

    /// Returns the next event; nil at the end of the stream.
    /// - Throws: the errors of the chunks and of `send`; `RTMPError` if the server rejects a request or violates the protocol. The sequence
    ///   ends then.
    public mutating func next() async throws -> RTMPStreamEvent? { try await next(isolation: nil) }

    /// Returns the next event; nil at the end of the stream.
    /// - Throws: the errors of the chunks and of `send`; `RTMPError` if the server rejects a request or violates the protocol. The sequence
    ///   ends then.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> RTMPStreamEvent? {
      do {
        while !isOver {
          try await flush(isolation: actor)
          if let event = try client.next(in: chunk, from: &cursor, to: chunk.count) {
            try await flush(isolation: actor)
            if let event = told(event) { return event }
            continue
          }
          guard let next = try await chunks.next(isolation: actor) else { break }
          (chunk, cursor) = ([UInt8](next), 0)
        }
      } catch {
        isOver = true
        throw error
      }
      isOver = true
      return nil
    }

    private mutating func flush(isolation actor: isolated (any Actor)?) async throws {
      let output = client.connection.output
      if output.count == 0 { return }
      client.connection.output.drop(output.count)
      try await send(Array(output.bytes[output.range]))
    }

    private mutating func told(_ event: RTMPClientEvent) -> RTMPStreamEvent? {
      switch event {
      case .ready: return .ready
      case .status(let code, let words): return .status(code: code, description: words)
      case .finding(let finding): return .finding(finding)
      case .ended(let words):
        isOver = true
        return .ended(words)
      case .message(let message):
        let type = TagType(rawValue: message.type.rawValue)
        return .tag(RTMPTag(type, at: Int64(message.timestamp), Array(client.connection.payload[client.connection.range])))
      }
    }
  }
}

@available(*, unavailable)
extension AsyncRTMPEvents.AsyncIterator: Sendable {}

extension AsyncRTMPEvents: Sendable where Chunks: Sendable {}

extension AsyncSequence where Element: Collection, Element.Element == UInt8 {
  /// The events of an RTMP client that receives these chunks.
  /// - Parameters:
  ///   - client: a client in its initial state.
  ///   - send: sends bytes to the server, all of them.
  public func rtmpEvents(
    _ client: RTMPClient, send: @escaping @Sendable ([UInt8]) async throws -> Void
  ) -> AsyncRTMPEvents<Self> { AsyncRTMPEvents(self, client, send: send) }
}
