/// Where a stream is: `rtmp://host[:port]/app[/instance]/stream`.
///
/// Adobe's "RTMP URL" of `NetConnection.connect`, which does not say where the application ends. Encoders are of one mind about it: the
/// application is the first part of the path, with the second where a third follows; the stream is all that stands behind, its slashes
/// and its query included. Where a colon comes before the next slash (`app/mp4:folder/name`), the stream begins there already. A query
/// behind the application belongs to it (`app?backup=1/key`). Nothing is decoded: servers get percent signs as they stand.
public struct RTMPAddress: Sendable, Hashable, CustomStringConvertible {
  /// A name, or a number of the internet; that of IPv6 without its brackets.
  public let host: String
  /// 1 to 65,535; 1935 where nothing else is said.
  public let port: UInt16
  /// The application, its query included, without slashes at its end.
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
      if bytes.count > 8, Self.isEqualIgnoringCase(bytes[..<8], Array("rtmps://".utf8)[...]) {
        throw Invalid(description: "rtmps:// is RTMP inside of TLS, which is not spoken here; many servers take rtmp:// as well")
      }
      throw Invalid(description: "an address begins with rtmp://, and no other form of it is spoken")
    }
    if bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F }) { throw Invalid(description: "an address has no blanks in it") }
    let rest = bytes[scheme.count...]
    guard let slash = rest.firstIndex(of: 0x2F) else { throw Invalid(description: "behind the host stand /app/stream") }
    (host, port) = try Self.authority(rest[..<slash])
    let path = rest[(slash + 1)...]
    guard let parts = Self.parts(path) else { throw Invalid(description: "behind the host stand /app/stream") }
    app = String(decoding: path[path.startIndex..<parts.appEnd], as: UTF8.self)
    stream = String(decoding: path[parts.streamStart...], as: UTF8.self)
  }

  /// Where in a path the application ends and the stream begins; nil where one of them is not there.
  private static func parts(_ path: ArraySlice<UInt8>) -> (appEnd: Int, streamStart: Int)? {
    let (slashByte, query, colon) = (0x2F as UInt8, 0x3F as UInt8, 0x3A as UInt8)
    guard let first = path.firstIndex(of: slashByte), first > path.startIndex, path[path.startIndex] != query else { return nil }
    var start = first + 1
    // Slashes in a query are its own.
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
      throw Invalid(description: "a name and password before the host are not supported; most servers take a key behind the stream")
    }
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
    // What stands behind a percent sign is the interface of a link-local address, whose sign RFC 6874 wants to be written %25.
    var name = Array(host)
    if text.first == 0x5B, let percent = name.firstIndex(of: 0x25), name[percent...].starts(with: [0x25, 0x32, 0x35]) {
      name.removeSubrange(percent + 1..<percent + 3)
    }
    return (String(decoding: name, as: UTF8.self), number)
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

  /// The address, with its port. Queries may hold a key and are left out.
  public var description: String {
    func bare(_ text: String) -> String { text.utf8.firstIndex(of: 0x3F).map { String(text[..<$0]) } ?? text }
    return "rtmp://" + authority + "/" + bare(app) + "/" + bare(stream)
  }
}
