import BitstreamKit
import FLVKit

/// The last tags of an FLV file, which tell how long it really is.
public struct FLVEnd {
  /// When the last whole tag of sound or video is due, in milliseconds; nil where there is none.
  public private(set) var lastTime: Int64?
  /// Where the file ends inside of a tag: the start of that tag.
  public private(set) var cutTag: UInt64?

  /// Tags without sound and video at the end of a file, more than any writer puts there.
  private static var mostPassed: Int { 64 }

  /// Looks at the end of a file first. Where no tag ends there, walks all tags by their headers.
  /// - Throws: where the source fails.
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
      if Self.isMedia(tag.tag.header) { lastTime = Int64(tag.tag.header.milliseconds) }
    }
    if let error = walk.error, case .truncated = error.reason { cutTag = error.byteOffset }
  }

  private static func isMedia(_ header: TagHeader) -> Bool { header.type == .audio || header.type == .video }

  /// Follows the tags' sizes backwards to the last tag of sound or video.
  /// - Returns: false where no tag ends at the end of the file.
  private mutating func lookBack(_ source: AnyByteSource) throws(ByteError) -> Bool {
    var bytes: [UInt8] = []
    var end = source.byteCount
    for _ in 0..<Self.mostPassed {
      // The file's header and the PreviousTagSize after it are 13 bytes.
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
        lastTime = Int64(header.milliseconds)
        return true
      }
      end -= 4 + size
    }
    return true
  }
}
