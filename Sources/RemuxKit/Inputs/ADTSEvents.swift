import AACKit
import BitstreamKit

/// The frames of an ADTS stream in a source and what is between them. Reads chunks in order, and seeks past payloads that the parser does
/// not need.
package struct ADTSEvents {
  private static var chunkSize: Int { 1 << 16 }

  private var parser = ADTSParser()
  private var source: AnyByteSource
  private var chunk: [UInt8] = []
  /// The next byte of `chunk` to parse.
  private var cursor = 0
  /// The offset of `chunk` in the source.
  private var offset: UInt64 = 0
  private var isAtEnd = false

  /// Creates a reader of the events from the first byte of `source`.
  package init(_ source: AnyByteSource) { self.source = source }

  /// Returns the next event; nil at the end of the stream.
  /// - Throws: if the source cannot be read.
  package mutating func next() throws(ByteError) -> ADTSParser.Event? {
    while !isAtEnd {
      if let event = parser.next(in: chunk, from: &cursor, to: chunk.count) { return event }
      offset += UInt64(chunk.count)
      // A frame or tag that the end of the stream cuts off must not count as complete.
      let skipped = min(parser.skippable, source.byteCount - min(offset, source.byteCount))
      parser.skip(skipped)
      offset += skipped
      try source.read(at: offset, count: Self.chunkSize, into: &chunk)
      cursor = 0
      isAtEnd = chunk.isEmpty
    }
    return parser.finish()
  }
}
