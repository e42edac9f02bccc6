import Foundation

/// A scripted server on the loopback interface; serves one connection after the other.
public final class ScriptedServer: @unchecked Sendable {
  /// A connection to the server.
  public final class Connection {
    fileprivate let descriptor: Int32

    fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// The next bytes, at most `most`; empty at the end of the stream.
    public func read(_ most: Int = 1 << 16) -> [UInt8] {
      var buffer = [UInt8](repeating: 0, count: most)
      let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      return Array(buffer.prefix(max(0, count)))
    }

    /// The next `count` bytes, or fewer at the end of the stream.
    public func read(exactly count: Int) -> [UInt8] {
      var bytes: [UInt8] = []
      while bytes.count < count {
        let more = read(count - bytes.count)
        if more.isEmpty { break }
        bytes += more
      }
      return bytes
    }

    /// Sends bytes.
    /// Tells the peer that nothing more comes; what was written arrives.
    public func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    public func write(_ bytes: [UInt8]) {
      var next = 0
      while next < bytes.count {
        let count = bytes[next...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count <= 0 { return }
        next += count
      }
    }

    /// Performs the simple RTMP handshake of old servers.
    /// - Returns: whether the client followed the protocol.
    public func handshake() -> Bool {
      let hello = read(exactly: 1537)
      guard hello.count == 1537, hello[0] == 3 else { return false }
      write([3] + [UInt8](repeating: 0, count: 1536) + hello[1...])
      return read(exactly: 1536).count == 1536
    }
  }

  /// The port it listens on at 127.0.0.1.
  public let port: UInt16
  private let listener: Int32
  private let ended = DispatchSemaphore(value: 0)

  /// The server could not be started.
  public struct Failure: Error {}

  /// Starts a server.
  /// - Parameters:
  ///   - receiveBuffer: size of the socket receive buffer in bytes; nil for the system's default.
  ///   - serve: called with each connection and its number, from 0; the connection is closed when it returns.
  public init(receiveBuffer: Int32? = nil, _ serve: @escaping @Sendable (Connection, Int) -> Void) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    if var size = receiveBuffer { setsockopt(listener, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size)) }
    port = try Self.bind(listener)
    guard listen(listener, 16) == 0 else { throw Failure() }
    let (listener, ended) = (listener, ended)
    let thread = Thread {
      var number = 0
      while true {
        let descriptor = accept(listener, nil, nil)
        if descriptor < 0 { break }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        serve(Connection(descriptor), number)
        close(descriptor)
        number += 1
      }
      ended.signal()
    }
    thread.start()
  }

  /// Closes the server and joins its thread.
  public func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    ended.wait()
    close(listener)
  }

  private static func bind(_ descriptor: Int32) throws -> UInt16 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> Int32 in
        guard Foundation.bind(descriptor, pointer, size) == 0 else { return -1 }
        return getsockname(descriptor, pointer, &size)
      }
    }
    guard result == 0 else { throw Failure() }
    return UInt16(bigEndian: address.sin_port)
  }

  /// A port without a listener, to pass to a program. It stays reserved while the tests run; a server can listen on it with `SO_REUSEADDR`.
  public static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return try bind(descriptor)
  }
}
