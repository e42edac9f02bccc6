import BitstreamKit

extension OutputBuffer {
  /// Appends a text, with the characters escaped that mean something in HTML and XML, and those that XML does not allow.
  package mutating func markup(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": verbatim("&lt;")
      case ">": verbatim("&gt;")
      case "&": verbatim("&amp;")
      case "\"": verbatim("&quot;")
      case "'": verbatim("&#39;")
      default: self.scalar(scalar)
      }
    }
  }
}

extension ProbeSink {
  /// A sink of JSON that can stand in HTML: `<` is written as `\u003c`.
  package func escapingMarkup() -> ProbeSink {
    let put = unsafe write
    return unsafe ProbeSink(
      self,
      write: { (bytes) throws(ByteError) in
        var start = 0
        for place in 0..<bytes.count where unsafe bytes[place] == 0x3C {
          if place > start { try unsafe put(UnsafeBufferPointer(rebasing: bytes[start..<place])) }
          try unsafe put(UnsafeBufferPointer(start: markupEscape.utf8Start, count: markupEscape.utf8CodeUnitCount))
          start = place + 1
        }
        if start < bytes.count { try unsafe put(UnsafeBufferPointer(rebasing: bytes[start...])) }
      })
  }
}

private let markupEscape: StaticString = "\\u003c"
