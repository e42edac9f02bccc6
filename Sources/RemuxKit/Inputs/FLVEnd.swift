import BitstreamKit
import FLVKit

/// Finds the last tags of an FLV file, which give its actual duration.
public struct FLVEnd {
  /// Timestamp of the last complete audio or video tag, in milliseconds; nil if there is none. One that only ends a sequence counts if it is
  /// later than the tag before it: some writers leave its timestamp 0.
  public private(set) var lastTime: Int64?
  /// Offset of the tag that the end of the file truncates; nil if the last tag is complete.
  public private(set) var cutTag: UInt64?

  /// The largest number of tags without audio or video to pass at the end of a file.
  private static var maxPassed: Int { 64 }

  /// Walks backwards from the end of the file; if no tag ends there, walks all tag headers from the start.
  /// - Throws: `MediaError` if reading fails.
  public init<Source: ByteSource>(_ file: Source) throws(MediaError) {
    let source = AnyByteSource(file)
    do { if try lookBack(source) { return } } catch { throw .bytes(error) }
    var walk = FLVTagWalk(source)
    while let tag = try walk.next() {
      let (start, size) = (tag.tag.bodyPosition, UInt64(tag.tag.header.dataSize))
      if start > source.byteCount || size > source.byteCount - start {
        cutTag = tag.tag.position
        return
      }
      if Self.isMedia(tag.tag.header) {
        let time = Int64(tag.tag.header.milliseconds)
        do {
          if let last = lastTime, time < last, try Self.endsSequence(tag.tag.header, start, source) { continue }
        } catch { throw .bytes(error) }
        lastTime = time
      }
    }
    if let error = walk.error, case .truncated = error.reason { cutTag = error.byteOffset }
  }

  private static func isMedia(_ header: TagHeader) -> Bool { header.type == .audio || header.type == .video }

  /// Whether a tag has no frame and ends a sequence.
  /// - Parameter offset: where its body begins.
  private static func endsSequence(_ header: TagHeader, _ offset: UInt64, _ source: AnyByteSource) throws(ByteError) -> Bool {
    var bytes: [UInt8] = []
    try source.read(at: offset, count: min(Int(header.dataSize), 32), into: &bytes)
    var reader = BitReader(bytes)
    if header.type == .video {
      var data = VideoTagHeader()
      return (try? data.syntax(&reader)) != nil && data.endsSequence
    }
    var data = AudioTagHeader()
    return (try? data.syntax(&reader)) != nil && data.endsSequence
  }

  /// Follows PreviousTagSize fields backwards to the last audio or video tag.
  /// - Returns: false if no tag ends at the end of the file.
  private mutating func lookBack(_ source: AnyByteSource) throws(ByteError) -> Bool {
    var bytes: [UInt8] = []
    var end = source.byteCount
    for _ in 0..<Self.maxPassed {
      // The FLV header and the first PreviousTagSize are 13 bytes.
      if end < 13 + 11 + 4 { return end == 13 }
      try source.read(at: end - 4, count: 4, into: &bytes)
      if bytes.count < 4 { return false }
      let size = bytes.reduce(0) { $0 << 8 | UInt64($1) }
      if size < 11 || size > end - 4 - 13 { return false }
      try source.read(at: end - 4 - size, count: TagHeader.byteCount, into: &bytes)
      if bytes.count < TagHeader.byteCount { return false }
      let header = TagHeader(unpacking: bytes, at: 0)
      if UInt64(header.dataSize) + 11 != size || !header.type.isKnown { return false }
      if Self.isMedia(header) {
        lastTime = max(lastTime ?? 0, Int64(header.milliseconds))
        if try !Self.endsSequence(header, end - 4 - size + UInt64(TagHeader.byteCount), source) { return true }
      }
      end -= 4 + size
    }
    return true
  }
}
