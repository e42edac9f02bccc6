import BitstreamKit
import EncoderKit

/// A file on an HTTP server, requested through the program `curl`.
///
/// Only `http` and `https` are spoken, at most five redirects are followed, and none from `https` to `http`. The address and the headers
/// reach curl through its standard input and not through its arguments, so that other users of the machine do not see them, and no shell
/// is involved. Configuration files of curl are not read; variables such as `https_proxy` and `CURL_CA_BUNDLE` are obeyed.
public struct HTTPRequest: Sendable {
  /// The address without user name and password, for messages.
  public let name: String
  private let userAgent: String
  private let url: String
  private let headers: [String]

  /// Whether a word is an address and not a file.
  public static func isAddress(_ word: String) -> Bool {
    let start = word.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  /// Creates a request.
  /// - Parameters:
  ///   - url: an `http` or `https` address.
  ///   - headers: lines of the form `Name: value`.
  ///   - userAgent: the name and version of the program, as `name/1.0`.
  /// - Throws: if the address or a header has characters that it must not have.
  public init(_ url: String, headers: [String] = [], userAgent: String = "mediaprobe") throws(ByteError) {
    // Spaces and controls never belong to an address; a line break would begin another line of the configuration.
    let isPlain = url.unicodeScalars.allSatisfy { $0.value > 0x20 && !(0x7F...0x9F).contains($0.value) }
    guard Self.isAddress(url), isPlain else { throw ByteError("\(url): not a valid address") }
    for header in headers where !Self.isHeader(header) {
      throw ByteError("the header is not of the form 'Name: value': '\(header)'")
    }
    (self.url, self.headers, self.userAgent) = (url, headers, userAgent)
    name = Self.withoutCredentials(url)
  }

  /// Whether a line is a header: a name of letters, digits and signs, a colon, and a value without line breaks (RFC 9110 5.1, 5.5).
  public static func isHeader(_ line: String) -> Bool {
    guard let colon = line.utf8.firstIndex(of: 0x3A), colon != line.utf8.startIndex else { return false }
    let signs = Array("!#$%&'*+-.^_`|~".utf8)
    let isName = line.utf8[..<colon].allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || signs.contains(byte)
    }
    return isName && line.utf8[colon...].allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 9 }
  }

  private static func withoutCredentials(_ url: String) -> String {
    guard let colon = url.firstIndex(of: ":") else { return url }
    // The two slashes of the scheme; `firstRange(of:)` would link the engine of regular expressions.
    let rest = url[colon...].dropFirst(3)
    let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let at = host.lastIndex(of: "@") else { return url }
    return String(url[..<rest.startIndex]) + String(rest[rest.index(after: at)...])
  }

  /// Starts a transfer.
  /// - Parameter range: the bytes requested; nil for the whole file, without the header of the answer.
  /// - Throws: if curl is not installed.
  func start(_ range: Range<UInt64>?) throws(EncoderError) -> ChildProcess {
    let curl = try FoundProgram("curl")
    let child = try ChildProcess(name: "curl", path: curl.path, arguments: ["--disable", "--config", "-"])
    child.enqueue(Array(configuration(range).utf8))
    child.closeInput()
    return child
  }

  /// The transfer in the form of curl's configuration files.
  func configuration(_ range: Range<UInt64>?) -> String {
    let isSecure = url.prefix(8).lowercased() == "https://"
    var lines = [
      "silent", "show-error", "globoff", "location", "max-redirs = 5", "proto = \"=http,https\"",
      "proto-redir = \"\(isSecure ? "=https" : "=http,https")\"", "connect-timeout = 20", "speed-limit = 1", "speed-time = 60",
      "user-agent = \(Self.quoted(userAgent))",
    ]
    if let range {
      lines += ["include", "suppress-connect-headers", "range = \"\(range.lowerBound)-\(range.upperBound - 1)\""]
    } else {
      lines.append("fail")
    }
    lines += headers.map { "header = \(Self.quoted($0))" }
    lines.append("url = \(Self.quoted(url))")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\\" || scalar == "\"" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
