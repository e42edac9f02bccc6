import BitstreamKit
import MP4Kit

/// The source of the boxes: a seekable file, or a pipe read sequentially, of which a window is kept.
final class BoxSource: ByteSource {
  /// Bytes of a pipe kept before the read position. Larger than the fields read from a box before its children.
  private static let kept = 1 << 20 + 1 << 17
  private static let chunkSize = 1 << 16

  let input: ProbeInput
  private var held: [UInt8] = []
  private var heldFrom: UInt64 = 0
  private var isOver = false
  private var chunk: [UInt8]
  /// The payload of an expanded compressed box; nil for the file itself.
  private let expanded: MemorySource?

  init(_ input: ProbeInput) {
    self.input = input
    expanded = nil
    chunk = input.isSeekable ? [] : [UInt8](repeating: 0, count: Self.chunkSize)
  }

  /// A source over the expanded payload of a compressed box.
  init(_ input: ProbeInput, expanded bytes: [UInt8]) {
    self.input = input
    expanded = MemorySource(bytes)
    chunk = []
  }

  /// For a pipe, `UInt64.max` until its end is reached.
  var byteCount: UInt64 { expanded?.byteCount ?? seenByteCount }

  private var seenByteCount: UInt64 { input.isSeekable ? input.byteCount : isOver ? heldEnd : .max }

  private var heldEnd: UInt64 { heldFrom + UInt64(held.count) }

  func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    if let expanded { return try expanded.read(at: offset, count: count, into: &buffer) }
    if input.isSeekable { return try input.read(at: offset, count: count, into: &buffer) }
    if offset < heldFrom { throw ByteError("\(input.name): cannot seek back in a pipe to byte \(offset)") }
    let (end, overflow) = offset.addingReportingOverflow(UInt64(max(0, count)))
    while !isOver, heldEnd < (overflow ? .max : end) {
      forget(before: min(offset, heldEnd))
      let got = try input.read(into: &chunk)
      if got == 0 { isOver = true } else { held.append(contentsOf: chunk[..<got]) }
    }
    buffer.removeAll(keepingCapacity: true)
    guard offset < heldEnd else { return }
    let first = Int(offset - heldFrom)
    buffer.append(contentsOf: held[first..<min(held.count, first + max(0, count))])
  }

  /// Drops bytes far before an offset. Runs rarely, to avoid moving bytes often.
  private func forget(before offset: UInt64) {
    guard offset - heldFrom > UInt64(2 * Self.kept) else { return }
    let gone = Int(offset - heldFrom) - Self.kept
    held.removeSubrange(..<gone)
    heldFrom += UInt64(gone)
  }
}

/// Whether a file can begin with this box: its type is known, or it ends within the file.
func canBeginWith(_ place: BoxPlace, of byteCount: UInt64) -> Bool {
  if !place.isBox { return false }
  let isReadable = [24, 16, 8, 0].allSatisfy { (shift: UInt32) in
    let byte = place.header.type.rawValue >> shift & 0xFF
    return byte >= 0x20 && byte < 0x7F || byte == 0xA9
  }
  if !isReadable { return false }
  if place.header.type == "mdat" || isKnown(place) { return true }
  return place.header.form != .toEnd && place.header.size <= byteCount - place.offset
}

/// Whether MP4Kit has a structure for a box.
func isKnown(_ place: BoxPlace) -> Bool {
  place.isBox && BoxKind(place.header, in: place.context) != nil
}

/// Whether a box holds media data, which is not read.
func isMedia(_ place: BoxPlace) -> Bool { place.header.type == "mdat" && place.isBox }

/// Whether a box is free space.
func isFree(_ place: BoxPlace) -> Bool {
  place.isBox && (place.header.type == "free" || place.header.type == "skip" || place.header.type == "wide")
}
