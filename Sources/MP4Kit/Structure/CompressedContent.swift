import BitstreamKit

/// The expanded content of a compressed box.
///
/// The QuickTime File Format compresses a whole `moov` with its header (`cmvd`); ISO/IEC 14496-12:2022, 8.19, compresses the payload of a
/// box without its header (`!mov`, `!mof`, `!six`, `!ssx`). Both use DEFLATE in the zlib format. Raw DEFLATE is accepted too.
public struct CompressedContent: Equatable, Sendable {
  /// The expanded boxes, headers included, up to the error if there is one.
  public var bytes: [UInt8] = []
  /// Why the expansion ended early; nil if it is complete.
  public var failure: String?

  /// The maximum size in bytes of a compressed box and of its expanded content.
  public static var limit: Int { 8 << 20 }

  /// The type of the box that a compressed box replaces; nil if the box is not compressed.
  public static func replacedType(of place: BoxPlace) -> FourCC? {
    if !place.isBox { return nil }
    return switch place.header.type {
    case "cmvd", "!mov": "moov"
    case "!mof": "moof"
    case "!six": "sidx"
    case "!ssx": "ssix"
    default: nil
    }
  }

  /// Expands a compressed box.
  /// - Parameter limit: the maximum number of bytes to read and to expand to.
  /// - Returns: nil if the box is not compressed.
  /// - Throws: `ByteError` if the source cannot be read.
  public init?<Source: ByteSource>(
    _ place: BoxPlace, in window: inout ByteWindow<Source>, limit: Int = CompressedContent.limit
  ) throws(ByteError) {
    guard let type = Self.replacedType(of: place) else { return nil }
    if place.payloadSize > UInt64(limit) {
      failure = "\(place.payloadSize) bytes of compressed data exceed the limit of \(limit) bytes"
      return
    }
    let (first, count) = try window.load(place.payloadOffset, Int(place.payloadSize))
    let payload = Array(window.bytes[first..<first + count])
    if place.header.type == "cmvd" { expandMovie(payload, limit) } else { expandPayload(payload, type, limit) }
  }

  private mutating func expandMovie(_ payload: [UInt8], _ limit: Int) {
    guard payload.count >= 4 else {
      failure = "no uncompressed_size"
      return
    }
    let size = Int(payload.bigEndian64(at: 0) >> 32)
    let result = Self.expand(payload, from: 4, limit: limit)
    bytes = result.bytes
    failure = result.failure?.description
    if failure == nil, bytes.count != size { failure = "uncompressed_size is \(size), but the data expands to \(bytes.count) bytes" }
  }

  private mutating func expandPayload(_ payload: [UInt8], _ type: FourCC, _ limit: Int) {
    let result = Self.expand(payload, from: 0, limit: limit)
    failure = result.failure?.description
    if failure == nil, result.consumed < payload.count {
      failure = "\(counted(payload.count - result.consumed, "byte follows", "bytes follow")) the compressed data"
    }
    bytes = BoxHeader(type, size: UInt64(result.bytes.count + 8)).encoded + result.bytes
  }

  private static func expand(_ payload: [UInt8], from start: Int, limit: Int) -> Inflate.Result {
    Inflate.hasZlibHeader(payload, from: start)
      ? Inflate.zlib(payload, from: start, limit: limit) : Inflate.raw(payload, from: start, limit: limit)
  }
}

/// A source that replaces a range of another source with other bytes, and may extend it.
struct OverlaidSource<Base: ByteSource>: ByteSource {
  private var base: Base
  private let overlay: MemorySource

  /// Overlays `bytes` at offset `start`.
  init(_ base: Base, _ bytes: [UInt8], at start: UInt64) {
    self.base = base
    overlay = MemorySource(bytes, at: start)
  }

  var byteCount: UInt64 { max(base.byteCount, overlay.byteCount) }

  mutating func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    buffer.removeAll(keepingCapacity: true)
    var part: [UInt8] = []
    while buffer.count < count {
      let (at, overflow) = offset.addingReportingOverflow(UInt64(buffer.count))
      if overflow { return }
      let wanted = count - buffer.count
      if at >= overlay.start, at < overlay.byteCount {
        try overlay.read(at: at, count: wanted, into: &part)
      } else {
        let room = at < overlay.start ? overlay.start - at : .max
        try base.read(at: at, count: Int(clamping: min(UInt64(wanted), room)), into: &part)
      }
      if part.isEmpty { return }
      buffer.append(contentsOf: part)
    }
  }
}
