/// The header of a server's answer, as curl's `--include` prints it: the headers of redirects and of interim answers come before it.
struct HTTPAnswer: Equatable {
  /// A part of a file, as `Content-Range` has it.
  struct Part: Equatable {
    var first: UInt64
    var last: UInt64
    /// The size of the file.
    var total: UInt64
  }

  /// What tells versions of a file apart, RFC 9110 8.8.
  struct Validator: Equatable {
    /// `ETag`, if it is a strong one: equal tags promise equal bytes.
    var tag: String?
    /// `Last-Modified`.
    var date: String?

    /// Whether parts with the two may be of different versions. Equal dates outweigh tags, which servers behind one address make each its
    /// own.
    func differs(from other: Validator) -> Bool {
      if let date, let otherDate = other.date { return date != otherDate }
      if let tag, let otherTag = other.tag { return tag != otherTag }
      return false
    }
  }

  /// The status code.
  var status: Int
  /// The version of the file.
  var validator = Validator()
  /// The part that the body is; nil if the size of the file is unknown, or the body is not a part.
  var part: Part?
  /// The size of the file that the error 416 announces.
  var unsatisfiedTotal: UInt64?
  /// The index of the first byte of the body.
  var bodyStart: Int

  /// The maximum size of all headers of an answer.
  static var maxBytes: Int { 1 << 18 }

  /// Parses the header at the start of `bytes`; nil if it is incomplete.
  init?(_ bytes: [UInt8]) {
    var start = 0
    while let end = Self.end(bytes, from: start) {
      let lines = bytes[start..<end].split(separator: 0x0A).map { line in
        String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
      }
      let words = (lines.first ?? "").split(separator: " ")
      let status = words.count > 1 && words[0].hasPrefix("HTTP/") ? Int(words[1]) ?? 0 : 0
      let isRedirect = (300...399).contains(status) && Self.value("location", lines) != nil
      if !(100...199).contains(status), !isRedirect {
        (self.status, bodyStart) = (status, end)
        read(Self.value("content-range", lines) ?? "")
        let tag = Self.value("etag", lines)
        validator = Validator(tag: tag?.hasPrefix("W/") == true ? nil : tag, date: Self.value("last-modified", lines))
        return
      }
      start = end
    }
    return nil
  }

  /// Parses `bytes 0-99/1000` or `bytes */1000` (RFC 9110 14.4).
  private mutating func read(_ range: String) {
    let words = range.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bytes" else { return }
    let parts = words[1].split(separator: "/")
    guard parts.count == 2, let total = UInt64(parts[1]) else { return }
    if parts[0] == "*" {
      unsatisfiedTotal = total
      return
    }
    let ends = parts[0].split(separator: "-")
    guard ends.count == 2, let first = UInt64(ends[0]), let last = UInt64(ends[1]), first <= last, last < total else { return }
    part = Part(first: first, last: last, total: total)
  }

  private static func value(_ name: String, _ lines: [String]) -> String? {
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name else { continue }
      return String(line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" })
    }
    return nil
  }

  /// The index after the empty line that ends a header; nil if there is none.
  private static func end(_ bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      if bytes[index] == 0x0A {
        if index + 1 < bytes.count, bytes[index + 1] == 0x0A { return index + 2 }
        if index + 2 < bytes.count, bytes[index + 1] == 0x0D, bytes[index + 2] == 0x0A { return index + 3 }
      }
      index += 1
    }
    return nil
  }
}
