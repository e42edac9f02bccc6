import BitstreamKit
import FileIO
import RTMPKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An IP address and port as a `sockaddr`.
struct SocketAddress: Sendable {
  let family: Int32
  /// A `sockaddr` of that family.
  let bytes: [UInt8]

  /// Returns the addresses of a host. Blocks in the system's resolver, which cannot be interrupted.
  static func resolve(_ host: String, _ port: UInt16) throws(RTMPError) -> [SocketAddress] {
    let (found, code) = ask(host, port, flags: AI_NUMERICSERV)
    if code != 0 {
      let why = unsafe gai_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
      throw .unreachable("\(host): \(why)")
    }
    if found.isEmpty { throw .unreachable("\(host): no address") }
    return found
  }

  /// Returns the address of a numeric host; nil for a name. Makes no query.
  static func ofNumber(_ host: String, _ port: UInt16) -> [SocketAddress]? {
    let (found, code) = ask(host, port, flags: AI_NUMERICSERV | AI_NUMERICHOST)
    return code == 0 && !found.isEmpty ? found : nil
  }

  private static func ask(_ host: String, _ port: UInt16, flags: Int32) -> (found: [SocketAddress], code: Int32) {
    var hints = unsafe addrinfo()
    #if canImport(Glibc)
      unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      unsafe hints.ai_socktype = SOCK_STREAM
    #endif
    unsafe hints.ai_flags = flags
    var list: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(host, String(port), &hints, &list)
    if code != 0 { return ([], code) }
    defer { unsafe freeaddrinfo(list) }
    var found: [SocketAddress] = []
    var next = unsafe list
    while let info = unsafe next {
      if let address = unsafe info.pointee.ai_addr {
        let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: address, count: Int(info.pointee.ai_addrlen)))
        found.append(SocketAddress(family: unsafe info.pointee.ai_family, bytes: bytes))
      }
      unsafe next = unsafe info.pointee.ai_next
    }
    return (found, 0)
  }
}

/// A non-blocking TCP socket.
final class Socket {
  let descriptor: Int32

  /// The maximum number of unsent bytes in the kernel, so that data waits in the queue, where it can still be dropped.
  private static var unsentBytes: Int32 { 1 << 17 }

  /// Starts to connect.
  init(connectingTo address: SocketAddress) throws(RTMPError) {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    descriptor = socket(address.family, kind, 0)
    if descriptor < 0 { throw Self.local("socket") }
    let (descriptor, on) = (descriptor, 1 as Int32)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    if fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) < 0 { throw Self.local("fcntl") }
    Self.set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, on)
    #if canImport(Darwin)
      Self.set(descriptor, SOL_SOCKET, SO_NOSIGPIPE, on)
    #endif
    #if os(Linux)
      // TCP_NOTSENT_LOWAT, which some C libraries do not define.
      Self.set(descriptor, Int32(IPPROTO_TCP), 25, Self.unsentBytes)
    #elseif canImport(Darwin)
      Self.set(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, Self.unsentBytes)
    #endif
    let result = unsafe address.bytes.withUnsafeBytes { bytes -> Int32 in
      guard let base = bytes.baseAddress else { return -1 }
      return unsafe connect(descriptor, base.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    if result != 0, errno != EINPROGRESS, errno != EINTR { failure = errno }
  }

  deinit { close(descriptor) }

  /// The error of an immediate connect failure.
  private var failure: Int32 = 0

  private static func set(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) {
    var value = value
    _ = unsafe setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func local(_ what: String) -> RTMPError {
    let code = errno
    return .local(ByteError("\(what): \(systemMessage(code))", code: code))
  }

  /// Returns the result of the connection attempt: nil while pending, 0 for success, otherwise the system's error.
  func connectResult() -> Int32? {
    if failure != 0 { return failure }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard unsafe poll(&waiting, 1, 0) > 0 else { return nil }
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    _ = unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
    // The system reports it only once.
    failure = code
    return code
  }

  /// Reads available bytes into the start of `buffer`.
  /// - Returns: the number of bytes; 0 if the peer has closed, nil if none are available yet.
  func read(into buffer: inout [UInt8]) throws(RTMPError) -> Int? {
    while true {
      let descriptor = descriptor
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count >= 0 { return count }
      if errno == EINTR { continue }
      if errno == EAGAIN || errno == EWOULDBLOCK { return nil }
      throw .closed(systemMessage(errno))
    }
  }

  /// Writes as much of `bytes[range]` as the system accepts.
  func write(_ bytes: [UInt8], _ range: Range<Int>) throws(RTMPError) -> Int {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    while true {
      let descriptor = descriptor
      let count = unsafe bytes[range].withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, flags) }
      if count >= 0 { return count }
      if errno == EINTR { continue }
      if errno == EAGAIN || errno == EWOULDBLOCK { return 0 }
      throw .closed(systemMessage(errno))
    }
  }

  /// Shuts down the sending direction.
  func shutdownWriting() { _ = shutdown(descriptor, Int32(SHUT_WR)) }
}
