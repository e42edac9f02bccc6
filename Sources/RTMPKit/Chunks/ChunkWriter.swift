import BitstreamKit

/// Splits messages into chunks, each with the shortest possible header.
///
/// Adobe RTMP 1.0 (2012), 5.3.
struct ChunkWriter: Sendable {
  private struct Stream: Sendable {
    var id: UInt32
    var message: RTMPMessage
    /// The last timestamp delta; nil after a header of format 0, after which implementations differ in the meaning of format 3.
    var delta: UInt32?
  }

  /// The maximum payload size of a chunk.
  var chunkSize = 128
  private var streams: [Stream] = []

  /// Appends the chunks of a message with payload `bytes[range]`.
  mutating func append(_ message: RTMPMessage, on chunkStream: UInt32, _ bytes: [UInt8], _ range: Range<Int>, to output: inout [UInt8]) {
    var header = ChunkHeader()
    header.chunkStreamID = chunkStream
    let time = begin(message, chunkStream, &header)
    header.append(to: &output)
    var next = range.lowerBound
    while true {
      let end = min(range.upperBound, next + max(1, chunkSize))
      output.append(contentsOf: bytes[next..<end])
      next = end
      if next >= range.upperBound { return }
      output.append(0xC0 | header.csId)
      if let more = header.csIdMinus64 {
        output.append(UInt8(truncatingIfNeeded: more))
        if header.csId == 1 { output.append(UInt8(truncatingIfNeeded: more >> 8)) }
      }
      if let time { output.append(bigEndian: time) }
    }
  }

  /// Fills in the header.
  /// - Returns: the extended timestamp that each chunk repeats.
  private mutating func begin(_ message: RTMPMessage, _ chunkStream: UInt32, _ header: inout ChunkHeader) -> UInt32? {
    let index = streams.firstIndex { $0.id == chunkStream }
    let last = index.map { streams[$0] }
    let delta = last.map { message.timestamp &- $0.message.timestamp }
    // Timestamps that go backwards, or far ahead, are sent in full.
    if let last, let delta, delta < 0xFF_FFFF, last.message.streamID == message.streamID {
      let isAlike = last.message.type == message.type && last.message.length == message.length
      header.fmt = isAlike ? (last.delta == delta ? 3 : 2) : 1
    }
    let time = header.fmt == 0 ? message.timestamp : delta ?? 0
    let isExtended = header.fmt == 0 && time >= 0xFF_FFFF
    header.timestamp = header.fmt < 3 ? (isExtended ? 0xFF_FFFF : time) : nil
    header.extendedTimestamp = isExtended ? time : nil
    header.messageLength = header.fmt < 2 ? UInt32(truncatingIfNeeded: message.length) : nil
    header.messageTypeId = header.fmt < 2 ? message.type.rawValue : nil
    header.messageStreamId = header.fmt == 0 ? message.streamID : nil
    let next = Stream(id: chunkStream, message: message, delta: header.fmt == 0 ? nil : delta)
    if let index { streams[index] = next } else { streams.append(next) }
    return header.extendedTimestamp
  }
}
