import BitstreamKit
import FLVKit

/// Walks the tags of an FLV file by their headers without reading bodies.
struct FLVTagWalk {
  /// A tag.
  struct Tag {
    var tag: FLVTag
  }

  private var reader = FLVReader()
  private var source: AnyByteSource
  private var chunk: [UInt8] = []
  private var cursor = 0
  var findings: [String] = []
  var error: SyntaxError?
  /// Finding for script data that exceeds the memory limit.
  private(set) var tooLarge: String?

  private static var maxFindings: Int { 64 }

  init(_ source: AnyByteSource) { self.source = source }

  /// The next tag; nil at the end of the file, or after a syntax error (`error`).
  mutating func next() throws(MediaError) -> Tag? {
    while error == nil {
      if let event = reader.next(in: chunk, from: &cursor, to: chunk.count) {
        if let tag = take(event) { return tag }
        continue
      }
      do {
        if reader.skippable > 0 {
          reader.skip(reader.skippable)
          chunk.removeAll(keepingCapacity: true)
        }
        try source.read(at: reader.position, count: 4096, into: &chunk)
      } catch { throw .bytes(error) }
      cursor = 0
      if chunk.isEmpty {
        while let event = reader.finish() { if let tag = take(event) { return tag } }
        return nil
      }
    }
    return nil
  }

  private mutating func take(_ event: FLVEvent) -> Tag? {
    switch event {
    case .header: break
    case .tag(let tag): return Tag(tag: tag)
    case .finding(.previousTagSizeMissing(let position)) where position > source.byteCount:
      findings.append("the file ends \(counted(position - source.byteCount, "byte")) before the end of its last tag")
    case .finding(let finding):
      if findings.count < Self.maxFindings { findings.append("\(finding) at \(finding.position)") }
    case .error(let problem): error = problem
    case .previousTagSize, .body, .tagEnd: break
    }
    return nil
  }

  /// The header of a video tag's body; nil if it cannot be parsed.
  func videoHeader(_ tag: Tag) -> VideoTagHeader? {
    var header = VideoTagHeader()
    var bits = BitReader(reader.head, 0..<min(tag.tag.headCount, reader.head.count), policy: .lenient)
    return (try? header.syntax(&bits)) == nil ? nil : header
  }

  /// The header of an audio tag's body; nil if it cannot be parsed.
  func audioHeader(_ tag: Tag) -> AudioTagHeader? {
    var header = AudioTagHeader()
    var bits = BitReader(reader.head, 0..<min(tag.tag.headCount, reader.head.count), policy: .lenient)
    return (try? header.syntax(&bits)) == nil ? nil : header
  }

  /// The body of a tag after its codec header, at most `limit` bytes.
  mutating func body(_ tag: Tag, after header: Int, limit: Int = .max) throws(MediaError) -> [UInt8] {
    var bytes: [UInt8] = []
    let count = min(max(0, Int(tag.tag.header.dataSize) - header), limit)
    do {
      try source.read(at: tag.tag.bodyPosition + UInt64(header), count: count, into: &bytes)
    } catch { throw .bytes(error) }
    return bytes
  }

  /// The data of a script tag; nil if it cannot be parsed.
  mutating func script(_ tag: Tag) throws(MediaError) -> ScriptData? {
    let bytes = try body(tag, after: 0)
    do { return try ScriptData(parsing: bytes) } catch {
      if case .overLimit = error.reason { tooLarge = "script data at \(tag.tag.bodyPosition): \(error)" }
      return nil
    }
  }
}
