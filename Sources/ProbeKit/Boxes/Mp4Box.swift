import BitstreamKit
import MP4Kit

/// A box to print.
struct Mp4Box {
  var place: BoxPlace
  /// Types of the box and its ancestors, outermost first.
  var path: [FourCC]
  /// Depth below the outermost printed boxes.
  var depth: Int
  /// Whether a path selects it, so that its bytes are printed completely.
  var isNamed: Bool
  /// Name of the structure; nil for an unknown box.
  var name: StaticString?
  /// The first bytes of its fields.
  var bytes: [UInt8] = []
  /// Errors found in it.
  var errors: [String] = []

  /// Position of its fields in the file.
  var fields: Range<UInt64> { place.payloadOffset..<max(place.payloadOffset, place.childrenOffset ?? place.end) }
  /// Whether the box is shown as bytes, without fields.
  var isBytes: Bool { name == nil || isFree(place) }

  /// Position of an element, counted from the first byte of the fields; nil if it is not byte-aligned.
  func bytes(of element: TraceElement) -> Range<UInt64>? {
    if element.bitOffset % 8 != 0 || element.bitLength % 8 != 0 { return nil }
    let start = UInt64(element.bitOffset / 8)
    let end = start + UInt64(element.bitLength / 8)
    // An element that extends to the end of the box continues after the bytes that were read.
    let total = fields.length
    return start..<(end == UInt64(bytes.count) ? max(end, total) : end)
  }
}

extension Range<UInt64> {
  /// Size in bytes. `count` would overflow for a box that extends to the end of a pipe.
  var length: UInt64 { upperBound - lowerBound }
}
