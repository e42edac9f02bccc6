import BitstreamKit

extension FLVReader {
  /// Bytes of a picture's body that `nextOrdinary` wants to see: AVC's header, and four of the first unit's length.
  public static var ordinaryHeadLength: Int { 9 }

  /// The next tag, where it is an ordinary one and `chunk[cursor..<end]` has its headers and, of video, `ordinaryHeadLength` bytes more;
  /// nil where `next` has to say what comes. Its body begins at the cursor and not in `head`.
  ///
  /// Nearly all tags of nearly all files are such, and this takes a fifth of the time that the events of `next` take.
  public mutating func nextOrdinary(in chunk: [UInt8], from cursor: inout Int, to end: Int) -> FLVOrdinaryTag? {
    guard passedBody(&cursor, end) else { return nil }
    let end = min(end, chunk.count)
    let body = cursor + 4 + TagHeader.byteCount
    guard body + Self.ordinaryHeadLength <= end else { return nil }
    let word = chunk.bigEndian64(at: cursor + 4)
    let type = UInt8(truncatingIfNeeded: word >> 56)
    // The number of the stream, behind type, size and time, is 0.
    guard UInt32(unpacking: chunk, at: cursor) == expectedPreviousTagSize, type == 8 || type == 9,
      chunk.bigEndian64(at: cursor + 7) & 0xFF_FFFF == 0
    else { return nil }
    let size = UInt32(truncatingIfNeeded: word >> 32) & 0xFF_FFFF
    let time = UInt32(truncatingIfNeeded: word >> 8) & 0xFF_FFFF | UInt32(truncatingIfNeeded: word & 0xFF) << 24
    if size < Self.ordinaryHeadLength { return nil }
    // AVC's NAL units, in a frame that is no command.
    let frame = chunk[body]
    if type == 9, frame & 0x0F != 7 || frame >> 4 == 0 || frame >> 4 > 3 || chunk[body + 1] != 1 { return nil }
    let tag = FLVOrdinaryTag(
      previousTagSize: expectedPreviousTagSize, position: position + 4, isVideo: type == 9, dataSize: size, milliseconds: time)
    return enter(tag, &cursor) ? tag : nil
  }
}
