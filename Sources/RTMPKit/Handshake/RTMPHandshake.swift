import BitstreamKit

/// The handshake of either side: consumes the bytes received and appends the bytes to send.
///
/// Adobe RTMP 1.0 (2012), 5.2; with or without the digests that servers verify.
struct RTMPHandshake: Sendable {
  private enum State { case version, first, second, done }

  private let role: RTMPRole
  private let usesDigest: Bool
  /// The random bytes of this side.
  private let nonce: [UInt8]
  private var state = State.version
  /// C1 or S1 as sent, and its digest.
  private var own: [UInt8] = []
  private var ownDigest: [UInt8]?
  /// The bytes received so far of the current packet.
  private var partial: [UInt8] = []
  private var otherDigest: [UInt8]?
  /// A harmless protocol violation.
  private var finding: String?

  /// Creates a handshake in the initial state.
  /// - Parameters:
  ///   - nonce: random bytes; 1,528 are used, fewer are repeated.
  ///   - usesDigest: whether a client signs its packet; a server follows its client.
  init(_ role: RTMPRole, nonce: [UInt8], usesDigest: Bool) {
    self.role = role
    self.nonce = nonce
    self.usesDigest = usesDigest
  }

  var isDone: Bool { state == .done }

  mutating func takeFinding() -> String? {
    defer { finding = nil }
    return finding
  }

  /// Appends C0 and C1, which a client sends first.
  mutating func begin(to output: inout [UInt8]) {
    guard role == .client, own.isEmpty else { return }
    makeOwn(version: usesDigest ? [128, 0, 7, 2] : [0, 0, 0, 0])
    if usesDigest { ownDigest = HandshakeDigest.sign(&own, .front, key: HandshakeDigest.clientKey) }
    output.append(3)
    output += own
  }

  /// Consumes bytes until the handshake is done or `range` is exhausted.
  /// - Returns: the number of bytes consumed.
  /// - Throws: if the peer does not speak RTMP.
  mutating func take(_ bytes: [UInt8], _ range: Range<Int>, to output: inout [UInt8]) throws(SyntaxError) -> Int {
    var next = range.lowerBound
    while next < range.upperBound, state != .done {
      if state == .version {
        try takeVersion(bytes[next])
        next += 1
        continue
      }
      let count = min(HandshakeDigest.packetSize - partial.count, range.upperBound - next)
      partial += bytes[next..<next + count]
      next += count
      if partial.count == HandshakeDigest.packetSize {
        if state == .first { takeFirst(to: &output) } else { takeSecond() }
        partial.removeAll(keepingCapacity: false)
      }
    }
    return next - range.lowerBound
  }

  private mutating func takeVersion(_ version: UInt8) throws(SyntaxError) {
    // 6 and 8 are encrypted variants that this side does not request; the first byte of a text protocol is a printable character.
    guard version == 3 || role == .server && version < 32 else {
      let why = version >= 32 ? "the peer does not speak RTMP" : "the peer speaks unknown RTMP version \(version)"
      throw SyntaxError(.unsupported(why), element: role == .client ? "S0" : "C0", byteOffset: 0, path: ["handshake"])
    }
    state = .first
  }

  private mutating func takeFirst(to output: inout [UInt8]) {
    let isClient = role == .client
    // Version 0.0.0.0 indicates that there is no digest.
    let mayBeSigned = partial[4..<8].contains { $0 != 0 } && (!isClient || usesDigest)
    let found = mayBeSigned ? HandshakeDigest.find(in: partial, key: isClient ? HandshakeDigest.serverKey : HandshakeDigest.clientKey) : nil
    otherDigest = found?.digest
    if !isClient {
      makeOwn(version: found == nil ? [0, 0, 0, 0] : [4, 5, 0, 1])
      if let found { ownDigest = HandshakeDigest.sign(&own, found.scheme, key: HandshakeDigest.serverKey) }
      output.append(3)
      output += own
    }
    if let digest = otherDigest {
      output += HandshakeDigest.answer(to: digest, filler(), key: isClient ? HandshakeDigest.clientKey : HandshakeDigest.serverKey)
    } else {
      output += partial
    }
    state = .second
  }

  private mutating func takeSecond() {
    state = .done
    let isEcho = partial[8...].elementsEqual(own[8...])
    let key = role == .client ? HandshakeDigest.serverKey : HandshakeDigest.clientKey
    let isAnswer = ownDigest.map { HandshakeDigest.isAnswer(partial, to: $0, key: key) } ?? false
    // Some servers and clients send an arbitrary last packet: it is accepted with a finding.
    if !isEcho, !isAnswer { finding = "the last handshake packet does not match the one sent" }
  }

  private mutating func makeOwn(version: [UInt8]) {
    own = [0, 0, 0, 0] + version + filler().prefix(HandshakeDigest.packetSize - 8)
  }

  private func filler() -> [UInt8] {
    if nonce.isEmpty { return [UInt8](repeating: 0, count: HandshakeDigest.packetSize) }
    var bytes = nonce
    while bytes.count < HandshakeDigest.packetSize { bytes += nonce }
    return Array(bytes.prefix(HandshakeDigest.packetSize))
  }
}

/// The role of this side of a connection.
public enum RTMPRole: Sendable {
  /// The side that connects.
  case client
  /// The side that accepts connections.
  case server
}
