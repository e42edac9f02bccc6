import BitstreamKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// File names as text that keeps every byte.
///
/// A file name is a byte string, usually UTF-8. In the text, a byte that is not UTF-8 is represented by one of the private-use characters
/// U+F780...U+F7FF, and so is each byte of such a character. `text(_:)` and `bytes(_:)` are inverses for every name, so a name from the
/// command line reaches the system unchanged. Messages show these bytes as `\x80`...`\xFF`.
public enum SystemPath {
  /// The characters that represent single bytes.
  public static let byteScalars = rawByteScalars

  /// Returns the text of a name.
  public static func text(_ bytes: [UInt8]) -> String {
    if let plain = String(validating: bytes, as: UTF8.self), !plain.unicodeScalars.contains(where: { byteScalars.contains($0.value) }) {
      return plain
    }
    var text = String.UnicodeScalarView()
    var index = 0
    while index < bytes.count {
      let end = min(bytes.count, index + scalarLength(bytes[index]))
      let scalars = String(validating: bytes[index..<end], as: UTF8.self)?.unicodeScalars
      if let scalar = scalars?.first, scalars?.count == 1, !byteScalars.contains(scalar.value) {
        text.append(scalar)
        index = end
        continue
      }
      // The bytes of a character that itself represents a byte are escaped one by one.
      let count = scalars?.count == 1 ? end - index : 1
      for byte in bytes[index..<index + count] {
        if let scalar = Unicode.Scalar(0xF700 + UInt32(byte)) { text.append(scalar) }
      }
      index += count
    }
    return String(text)
  }

  /// Returns the bytes of a name.
  public static func bytes(_ text: String) -> [UInt8] { rawBytes(text) }

  /// Whether a text contains bytes that are not UTF-8.
  public static func hasRawBytes(_ text: String) -> Bool { text.unicodeScalars.contains { byteScalars.contains($0.value) } }

  /// Calls `body` with the name as a C string.
  @safe public static func withCString<Result>(_ text: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    if !hasRawBytes(text) { return unsafe text.withCString(body) }
    let bytes = bytes(text).map { CChar(bitPattern: $0) } + [0]
    return unsafe body(bytes)
  }

  /// Returns the text of a C string from the system.
  @unsafe public static func text(_ pointer: UnsafePointer<CChar>) -> String {
    let count = unsafe strlen(pointer)
    return text(unsafe UnsafeBufferPointer(start: pointer, count: count).map { UInt8(bitPattern: $0) })
  }

  /// Returns the directory of a file with its trailing slash; empty if the name has none. A slash is found as a byte, regardless of
  /// combining characters after it.
  static func folder(_ path: String) -> String {
    let scalars = path.unicodeScalars
    guard let slash = scalars.lastIndex(of: "/") else { return "" }
    return String(scalars[...slash])
  }

  /// Returns the part after the last slash.
  public static func lastComponent(_ path: String) -> String {
    let scalars = path.unicodeScalars
    guard let slash = scalars.lastIndex(of: "/") else { return path }
    return String(scalars[scalars.index(after: slash)...])
  }

  private static func scalarLength(_ lead: UInt8) -> Int {
    switch lead {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}

/// The command line arguments after the program name, with every byte unchanged; nil if the system does not provide them: on Linux the
/// standard library reads them from `/proc`, which a chroot may lack.
public func commandLineWords() -> [String]? {
  if CommandLine.argc == 0 { return nil }
  var words: [String] = []
  for index in 0..<Int(CommandLine.argc) {
    guard let word = unsafe CommandLine.unsafeArgv[index] else { break }
    if index > 0 { words.append(unsafe SystemPath.text(UnsafePointer(word))) }
  }
  return words
}
