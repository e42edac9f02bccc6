import FileIO
import RTMPKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A client and its socket: one connection attempt, through all addresses of the host name.
final class RTMPLink {
  var client: RTMPClient
  /// The name lookup while it is pending.
  private var lookup: NameLookup?
  private var socket: Socket?
  private var addresses: [SocketAddress] = []
  private var isConnected = false
  private var began: Int64
  /// The times of the last bytes sent and received.
  private var lastSent: Int64
  private var lastReceived: Int64
  /// Milliseconds without progress after which the connection fails.
  private let timeout: Int64
  private let clock: RTMPClock
  private var lastFailure: Int32 = ETIMEDOUT

  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var cursor = 0
  private var end = 0

  /// Starts to connect.
  init(
    _ client: RTMPClient, timeout: Int64, now: Int64, clock: RTMPClock = RTMPClock(),
    find: @escaping NameLookup.Finder = SocketAddress.resolve
  ) throws(RTMPError) {
    self.client = client
    self.timeout = timeout
    self.clock = clock
    (began, lastSent, lastReceived) = (now, now, now)
    lookup = try NameLookup(client.address.host, client.address.port, find: find)
  }

  /// The descriptor to wait on; negative if there is none.
  var descriptor: Int32 { socket?.descriptor ?? lookup?.descriptor ?? -1 }
  /// Whether to wait for writability as well as for data.
  var wantsRoom: Bool { socket != nil && (!isConnected || client.connection.output.count > 0) }

  private func connectToNext() throws(RTMPError) {
    socket = nil
    guard !addresses.isEmpty else { throw .unreachable("\(client.address.authority): \(systemMessage(lastFailure))") }
    socket = try Socket(connectingTo: addresses.removeFirst())
  }

  /// Sends and receives without blocking. Nothing is received while received bytes are still unparsed.
  func exchange(now: Int64) throws(RTMPError) {
    try lookUp(now)
    guard let socket else { return }
    if !isConnected {
      guard let result = socket.connectResult() else {
        if now - began > timeout { throw .unreachable("\(client.address.authority): no answer for \(spelled(timeout))") }
        return
      }
      if result != 0 {
        lastFailure = result
        return try connectToNext()
      }
      isConnected = true
      (lastSent, lastReceived) = (now, now)
    }
    do throws(RTMPError) {
      try send(socket, now)
      try receive(socket, now)
    } catch { throw during(error) }
    if !client.isReady, now - began > timeout {
      throw .timedOut("\(client.address.authority): the server did not answer \(client.phase) for \(spelled(timeout))")
    }
    if client.connection.output.count > 0, now - lastSent > timeout {
      throw .timedOut("\(client.address.authority): the server accepted no data for \(spelled(timeout))")
    }
    if client.isReady, !client.connection.maySend, now - lastReceived > timeout {
      throw .timedOut("\(client.address.authority): the server sent no acknowledgement for \(spelled(timeout))")
    }
  }

  /// Starts to connect once the addresses are known.
  private func lookUp(_ now: Int64) throws(RTMPError) {
    guard let lookup else { return }
    guard let found = try lookup.addresses() else {
      if now - began > timeout { throw .unreachable("\(client.address.host): name lookup timed out after \(spelled(timeout))") }
      return
    }
    self.lookup = nil
    (addresses, began) = (found, now)
    try connectToNext()
  }

  private func send(_ socket: Socket, _ now: Int64) throws(RTMPError) {
    // The send timeout runs only while there is something to send.
    if client.connection.output.count == 0 { lastSent = now }
    while client.connection.output.count > 0 {
      let count = try socket.write(client.connection.output.bytes, client.connection.output.range)
      if count == 0 { return }
      client.connection.output.drop(count)
      lastSent = now
    }
  }

  private func receive(_ socket: Socket, _ now: Int64) throws(RTMPError) {
    guard cursor == end, let count = try socket.read(into: &buffer) else { return }
    (cursor, end) = (0, count)
    lastReceived = now
    if count == 0 { throw .closed("the server has closed the connection") }
  }

  private func during(_ error: RTMPError) -> RTMPError {
    guard case .closed(let why) = error else { return error }
    return .closed("\(client.address.authority): \(why), during \(client.phase)")
  }

  /// Returns the next event of the bytes received.
  func nextEvent() throws(RTMPError) -> RTMPClientEvent? { try client.next(in: buffer, from: &cursor, to: end) }

  /// Shuts down writing and waits until the server has closed: closing immediately may lose bytes in transit.
  /// - Throws: if the server has reset the connection, as for bytes that it has not read, without a status for the end of the stream.
  func close(within milliseconds: Int64) throws(RTMPError) {
    guard let socket, isConnected else { return }
    let deadline = clock.now + milliseconds
    do throws(RTMPError) {
      while client.connection.output.count > 0, clock.now < deadline {
        try send(socket, clock.now)
        if client.connection.output.count > 0 { waitFor(socket.descriptor, Int16(POLLOUT), deadline) }
      }
      socket.shutdownWriting()
      while clock.now < deadline {
        guard let count = try socket.read(into: &buffer) else {
          waitFor(socket.descriptor, Int16(POLLIN), deadline)
          continue
        }
        if count == 0 { return }
        (cursor, end) = (0, count)
        while let event = try? nextEvent() {
          if case .status(let code, _) = event, code.hasPrefix("NetStream.Unpublish") { return }
        }
      }
    } catch { throw during(error) }
  }

  private func waitFor(_ descriptor: Int32, _ events: Int16, _ deadline: Int64) {
    var waiting = pollfd(fd: descriptor, events: events, revents: 0)
    _ = unsafe poll(&waiting, 1, clock.timeout(until: deadline, most: 100))
  }
}

/// Formats milliseconds, in seconds if integral.
func spelled(_ milliseconds: Int64) -> String {
  milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
}

/// Returns unpredictable bytes for the handshake.
func randomBytes(_ count: Int) -> [UInt8] {
  var generator = SystemRandomNumberGenerator()
  return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
}
