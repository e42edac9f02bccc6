/// Where a stream is: `rtmp://host[:port]/app/stream`.
///
/// Adobe's "RTMP URL" of `NetConnection.connect`. What stands behind the last slash is the stream, with a query that servers take keys
/// from; what stands before it is the application, of one part or more.
public struct RTMPAddress: Sendable, Hashable, CustomStringConvertible {
  /// A name, or a number of the internet; that of IPv6 without its brackets.
  public let host: String
  /// 1 to 65,535; 1935 where nothing else is said.
  public let port: UInt16
  /// The application.
  public let app: String
  /// The stream, its query included.
  public let stream: String

  /// Why a text is no such address.
  public struct Invalid: Error, Sendable, Equatable, CustomStringConvertible {
    /// One line.
    public let description: String
  }

  /// Takes an address apart.
  /// - Throws: what is wrong with it.
  public init(_ text: String) throws(Invalid) {
    let bytes = Array(text.utf8)
    let scheme = Array("rtmp://".utf8)
    guard bytes.count > scheme.count, Self.isEqualIgnoringCase(bytes[..<scheme.count], scheme[...]) else {
      throw Invalid(description: "an address begins with rtmp://, and no other form of it is spoken")
    }
    if bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F }) { throw Invalid(description: "an address has no blanks in it") }
    let rest = bytes[scheme.count...]
    guard let slash = rest.firstIndex(of: 0x2F) else { throw Invalid(description: "behind the host stand /app/stream") }
    (host, port) = try Self.authority(rest[..<slash])
    let path = rest[(slash + 1)...]
    let query = path.firstIndex(of: 0x3F) ?? path.endIndex
    guard let last = path[..<query].lastIndex(of: 0x2F), last > path.startIndex, last + 1 < query else {
      throw Invalid(description: "behind the host stand /app/stream")
    }
    app = String(decoding: path[..<last], as: UTF8.self)
    stream = String(decoding: path[(last + 1)...], as: UTF8.self)
  }

  private static func authority(_ text: ArraySlice<UInt8>) throws(Invalid) -> (String, UInt16) {
    if text.contains(0x40) { throw Invalid(description: "a name and password in the address are not supported") }
    var (host, port) = (text, nil as ArraySlice<UInt8>?)
    if text.first == 0x5B {
      guard let end = text.firstIndex(of: 0x5D) else { throw Invalid(description: "a bracket is not closed") }
      host = text[(text.startIndex + 1)..<end]
      let behind = text[(end + 1)...]
      if behind.first == 0x3A {
        port = behind.dropFirst()
      } else if !behind.isEmpty {
        throw Invalid(description: "something stands behind the bracket")
      }
    } else if let colon = text.firstIndex(of: 0x3A) {
      (host, port) = (text[..<colon], text[(colon + 1)...])
    }
    if host.isEmpty { throw Invalid(description: "there is no host") }
    var number: UInt16 = 1935
    if let port {
      guard let given = UInt16(String(decoding: port, as: UTF8.self)), given > 0 else {
        throw Invalid(description: "'\(String(decoding: port, as: UTF8.self))' is no port")
      }
      number = given
    }
    return (String(decoding: host, as: UTF8.self), number)
  }

  private static func isEqualIgnoringCase(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Bool {
    a.elementsEqual(b) { ($0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0) == $1 }
  }

  /// Host and port as a connection needs them: `[::1]:1935`.
  public var authority: String {
    let isNumber6 = host.utf8.contains(0x3A)
    return (isNumber6 ? "[\(host)]" : host) + ":\(port)"
  }

  /// What a client says that it connects to: the address without the stream.
  public var connectionURL: String { "rtmp://" + authority + "/" + app }

  /// The address, with its port. The query may hold a key and is left out.
  public var description: String {
    let name = stream.utf8.firstIndex(of: 0x3F).map { String(stream[..<$0]) } ?? stream
    return connectionURL + "/" + name
  }
}
