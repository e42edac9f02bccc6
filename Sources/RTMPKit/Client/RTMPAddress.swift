/// The address of a stream: `rtmp://host[:port]/app[/instance]/stream`.
///
/// Adobe's "RTMP URL" of `NetConnection.connect` does not define where the application ends. Encoders agree on this: the application is
/// the first path component, and the second if a third follows; the stream is everything after that, including slashes and query. If a
/// colon precedes the next slash (`app/mp4:folder/name`), the stream starts there. A query after the application belongs to it
/// (`app?backup=1/key`). Nothing is percent-decoded: servers receive percent signs as written.
public struct RTMPAddress: Sendable, Hashable, CustomStringConvertible {
  /// A host name or IP address; an IPv6 address without brackets.
  public let host: String
  /// 1 to 65,535; 1935 by default.
  public let port: UInt16
  /// The application with its query, without trailing slashes.
  public let app: String
  /// The stream with its query.
  public let stream: String

  /// A malformed address.
  public struct Invalid: Error, Sendable, Equatable, CustomStringConvertible {
    /// One line.
    public let description: String
  }

  /// Parses an address.
  /// - Throws: a description of the error.
  public init(_ text: String) throws(Invalid) {
    let bytes = Array(text.utf8)
    let scheme = Array("rtmp://".utf8)
    guard bytes.count > scheme.count, Self.isEqualIgnoringCase(bytes[..<scheme.count], scheme[...]) else {
      if bytes.count > 8, Self.isEqualIgnoringCase(bytes[..<8], Array("rtmps://".utf8)[...]) {
        throw Invalid(description: "rtmps:// (RTMP over TLS) is not supported; many servers also accept rtmp://")
      }
      throw Invalid(description: "the address must begin with rtmp://; other protocols are not supported")
    }
    if bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F }) { throw Invalid(description: "the address has a blank or control character") }
    let rest = bytes[scheme.count...]
    guard let slash = rest.firstIndex(of: 0x2F) else { throw Invalid(description: "/app/stream is missing after the host") }
    (host, port) = try Self.authority(rest[..<slash])
    let path = rest[(slash + 1)...]
    guard let parts = Self.parts(path) else { throw Invalid(description: "/app/stream is missing after the host") }
    app = String(decoding: path[path.startIndex..<parts.appEnd], as: UTF8.self)
    stream = String(decoding: path[parts.streamStart...], as: UTF8.self)
  }

  /// Returns the end of the application and the start of the stream in a path; nil if one of them is missing.
  private static func parts(_ path: ArraySlice<UInt8>) -> (appEnd: Int, streamStart: Int)? {
    let (slashByte, query, colon) = (0x2F as UInt8, 0x3F as UInt8, 0x3A as UInt8)
    guard let first = path.firstIndex(of: slashByte), first > path.startIndex, path[path.startIndex] != query else { return nil }
    var start = first + 1
    // Slashes in the query do not separate components.
    let end = path[start...].firstIndex(of: query) ?? path.endIndex
    if !path[..<first].contains(query), let second = path[start..<end].firstIndex(of: slashByte),
      !path[start..<second].contains(colon)
    {
      start = second + 1
    }
    while start < path.endIndex, path[start] == slashByte { start += 1 }
    var appEnd = start
    while appEnd > path.startIndex, path[appEnd - 1] == slashByte { appEnd -= 1 }
    guard start < path.endIndex, path[start] != query else { return nil }
    return (appEnd, start)
  }

  private static func authority(_ text: ArraySlice<UInt8>) throws(Invalid) -> (String, UInt16) {
    if text.contains(0x40) {
      throw Invalid(description: "user name and password before the host are not supported; most servers take a key after the stream")
    }
    var (host, port) = (text, nil as ArraySlice<UInt8>?)
    if text.first == 0x5B {
      guard let end = text.firstIndex(of: 0x5D) else { throw Invalid(description: "missing closing bracket") }
      host = text[(text.startIndex + 1)..<end]
      let rest = text[(end + 1)...]
      if rest.first == 0x3A {
        port = rest.dropFirst()
      } else if !rest.isEmpty {
        throw Invalid(description: "unexpected text after the bracket")
      }
    } else if let colon = text.firstIndex(of: 0x3A) {
      (host, port) = (text[..<colon], text[(colon + 1)...])
    }
    if host.isEmpty { throw Invalid(description: "the host is missing") }
    var number: UInt16 = 1935
    if let port {
      guard let given = UInt16(String(decoding: port, as: UTF8.self)), given > 0 else {
        throw Invalid(description: "'\(String(decoding: port, as: UTF8.self))' is not a valid port")
      }
      number = given
    }
    // The part after a percent sign is the zone of a link-local address; RFC 6874 requires the percent sign to be written %25.
    var name = Array(host)
    if text.first == 0x5B, let percent = name.firstIndex(of: 0x25), name[percent...].starts(with: [0x25, 0x32, 0x35]) {
      name.removeSubrange(percent + 1..<percent + 3)
    }
    return (String(decoding: name, as: UTF8.self), number)
  }

  private static func isEqualIgnoringCase(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Bool {
    a.elementsEqual(b) { ($0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0) == $1 }
  }

  /// Host and port for a connection: `[::1]:1935`.
  public var authority: String {
    let isNumber6 = host.utf8.contains(0x3A)
    return (isNumber6 ? "[\(host)]" : host) + ":\(port)"
  }

  /// The tcUrl that a client sends in connect: the address without the stream.
  public var connectionURL: String { "rtmp://" + authority + "/" + app }

  /// The address with its port. Queries, which may contain a key, are omitted.
  public var description: String {
    func bare(_ text: String) -> String { text.utf8.firstIndex(of: 0x3F).map { String(text[..<$0]) } ?? text }
    return "rtmp://" + authority + "/" + bare(app) + "/" + bare(stream)
  }
}
