import BitstreamKit
import RemuxKit
import NALKit

/// The NAL units of a byte stream in a source, one after another, in bounded memory.
struct UnitWalk {
  private static let chunkSize = 1 << 17

  private let source: AnyByteSource
  private var parser = AnnexBParser()
  private var chunk: [UInt8] = []
  private var cursor = 0
  private var fed: UInt64 = 0
  private var isOver = false

  init(_ source: AnyByteSource) { self.source = source }

  /// The next unit, which may be empty; nil after the last.
  mutating func next() throws(ByteError) -> AnnexBUnit? {
    while !isOver {
      if let unit = parser.next(in: chunk, from: &cursor, to: chunk.count) { return unit }
      try source.read(at: fed, count: Self.chunkSize, into: &chunk)
      fed += UInt64(chunk.count)
      cursor = 0
      if chunk.isEmpty {
        isOver = true
        return parser.finish()
      }
    }
    return nil
  }
}
