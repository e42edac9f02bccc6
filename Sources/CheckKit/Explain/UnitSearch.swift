import BitstreamKit
import ProbeKit
import RemuxKit
import NALKit

/// Walks the NAL units of a byte stream in bounded memory.
struct UnitSearch {
  /// A unit, with its first bytes.
  struct Unit {
    var index: UInt64
    var position: AnnexBUnit
    var end: UInt64
    /// The unit, or its first bytes.
    var bytes: [UInt8]
  }

  /// Bytes kept of a unit.
  static let limit = 1 << 20
  private static let chunkSize = 1 << 17

  private let source: AnyByteSource
  private var collector = AnnexBUnitCollector(limit: UnitSearch.limit)
  private var chunk: [UInt8] = []
  private var cursor = 0
  private var offset: UInt64 = 0
  private var isOver = false
  private(set) var count: UInt64 = 0

  init(_ input: ProbeInput) { source = AnyByteSource(input) }

  /// The next unit; nil at the end.
  mutating func next() throws(ExplainError) -> Unit? {
    while !isOver {
      if let unit = collector.next(in: chunk, from: &cursor, to: chunk.count) { return take(unit) }
      offset += UInt64(chunk.count)
      do { try source.read(at: offset, count: Self.chunkSize, into: &chunk) } catch { throw .media(.bytes(error)) }
      cursor = 0
      if chunk.isEmpty { isOver = true }
    }
    return collector.finish().map { take($0) }
  }

  private mutating func take(_ unit: AnnexBUnitCollector.Unit) -> Unit {
    defer { count += 1 }
    let bytes = unit.isHeld ? Array(collector.held[unit.range]) : Array(chunk[unit.range].prefix(Self.limit))
    return Unit(index: count, position: unit.position, end: unit.end, bytes: bytes)
  }
}
