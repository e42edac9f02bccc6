import BitstreamKit
import NALKit

/// The NAL units of a byte stream that arrives in chunks of any size (ITU-T H.264 Annex B, H.265 Annex B).
///
///     for try await unit in chunks.annexBUnits() { print(unit.position.offset, unit.bytes.count) }
///
/// A unit is delivered when the next start code or the end of the stream arrives. Bytes before the first start code are skipped.
public struct AsyncAnnexB<Chunks: AsyncSequence>: AsyncSequence where Chunks.Element: Collection, Chunks.Element.Element == UInt8 {
  /// A NAL unit.
  public struct Element: Sendable, Equatable {
    /// The unit with its header, without start code and trailing zeros.
    public let bytes: [UInt8]
    /// The position in the stream.
    public let position: AnnexBUnit
  }

  private let chunks: Chunks
  private let limit: Int

  /// Creates a sequence of the units of a stream.
  /// - Parameter limit: the maximum size of a unit in bytes, 16 MiB by default; the iterator throws at a longer one.
  public init(_ chunks: Chunks, limit: Int = 1 << 24) {
    self.chunks = chunks
    self.limit = limit
  }

  /// Returns an iterator at the start of the stream.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: chunks.makeAsyncIterator(), limit: limit) }

  /// Finds the units one after another.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var chunks: Chunks.AsyncIterator
    private var collector: AnnexBUnitCollector
    private var chunk: [UInt8] = []
    private var cursor = 0
    private var isOver = false

    init(chunks: Chunks.AsyncIterator, limit: Int) {
      self.chunks = chunks
      collector = AnnexBUnitCollector(limit: limit)
    }

    /// Returns the next unit; nil at the end of the stream.
    /// - Throws: the errors of the chunks; `SyntaxError` for a unit over the limit. The sequence ends then.
    public mutating func next() async throws -> Element? { try await next(isolation: nil) }

    /// Returns the next unit; nil at the end of the stream.
    /// - Throws: the errors of the chunks; `SyntaxError` for a unit over the limit. The sequence ends then.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
      while !isOver {
        if let unit = collector.next(in: chunk, from: &cursor, to: chunk.count) { return try element(unit, in: chunk) }
        do {
          guard let next = try await chunks.next(isolation: actor) else { break }
          (chunk, cursor) = ([UInt8](next), 0)
        } catch {
          isOver = true
          throw error
        }
      }
      if isOver { return nil }
      isOver = true
      return try collector.finish().map { try element($0, in: chunk) }
    }

    private mutating func element(_ unit: AnnexBUnitCollector.Unit, in chunk: [UInt8]) throws(SyntaxError) -> Element {
      if unit.position.length > UInt64(collector.limit) {
        isOver = true
        throw SyntaxError(
          .overLimit("a unit of \(unit.position.length) bytes, maximum \(collector.limit)"), element: "NALUnit",
          byteOffset: unit.position.offset)
      }
      return Element(bytes: Array((unit.isHeld ? collector.held : chunk)[unit.range]), position: unit.position)
    }
  }
}

@available(*, unavailable)
extension AsyncAnnexB.AsyncIterator: Sendable {}

extension AsyncAnnexB: Sendable where Chunks: Sendable {}

extension AsyncSequence where Element: Collection, Element.Element == UInt8 {
  /// The NAL units of the byte stream that these chunks are parts of.
  /// - Parameter limit: the maximum size of a unit in bytes.
  public func annexBUnits(limit: Int = 1 << 24) -> AsyncAnnexB<Self> { AsyncAnnexB(self, limit: limit) }
}
