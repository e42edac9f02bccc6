import AACKit
import BitstreamKit

/// AAC: the parser of ADTS by chunks and as a whole, raw data blocks, and configurations that are written as headers.
func fuzzADTS(_ input: [UInt8]) throws(Violation) {
  var tape = ByteTape(input)
  let seed = tape.byte()
  let stream = tape.rest()
  let events = try parsed([stream])
  let parts = try parsed(chunks(of: stream, seed: seed))
  try demand(parts == events, "chunks give other events:\n\(parts)\n\(events)")
  try checkCover(events, stream.count)
  for event in events {
    guard case .frame(let frame) = event, frame.end <= UInt64(stream.count) else { continue }
    blocks(frame, stream)
  }
  if let config = try? AudioSpecificConfig(parsing: stream) { try configuration(config, stream) }
}

private func parsed(_ chunks: [[UInt8]]) throws(Violation) -> [ADTSParser.Event] {
  var parser = ADTSParser()
  var events: [ADTSParser.Event] = []
  for chunk in chunks {
    var cursor = 0
    while let event = parser.next(in: chunk, from: &cursor, to: chunk.count) { events.append(event) }
    try demand(cursor == chunk.count, "the parser leaves bytes of a chunk")
  }
  while let event = parser.finish() { events.append(event) }
  return events
}

/// Events follow one another and cover every byte.
private func checkCover(_ events: [ADTSParser.Event], _ count: Int) throws(Violation) {
  var next: UInt64 = 0
  for event in events {
    let (position, size): (UInt64, UInt64) =
      switch event {
      case .frame(let frame): (frame.position, UInt64(frame.header.aacFrameLength))
      case .id3(let position, let size): (position, size)
      case .garbage(let position, let count, _): (position, count)
      case .truncated(let position, _, _): (position, UInt64(count) - min(position, UInt64(count)))
      }
    try demand(position == next && size > 0, "an event of \(size) bytes at \(position), the one before ends at \(next)")
    next = position + size
  }
  try demand(next == UInt64(count), "the events end at \(next) of \(count)")
}

private func blocks(_ frame: ADTSFrame, _ stream: [UInt8]) {
  var program: ProgramConfigElement?
  let payload = Int(frame.payloadPosition)..<max(Int(frame.payloadPosition), Int(frame.end))
  if frame.header.channelConfiguration == 0 { program = try? ProgramConfigElement(leading: Array(stream[payload])) }
  guard let config = try? AudioSpecificConfig(frame.header, programConfigElement: program), var walker = try? RawDataBlockWalker(config)
  else { return }
  for range in frame.rawDataBlocks ?? [] {
    _ = try? walker.walk(stream, Int(range.lowerBound)..<min(stream.count, Int(range.upperBound)))
  }
  walker.isLenient = true
  _ = try? walker.walk(stream, payload)
}

private func configuration(_ config: AudioSpecificConfig, _ stream: [UInt8]) throws(Violation) {
  _ = (config.sampleRate, config.channelCount, config.samplesPerFrame, config.codecString, config.objectTypeName, config.psPresentFlag)
  if var walker = try? RawDataBlockWalker(config) {
    _ = try? walker.walk(stream, 0..<stream.count)
    walker.isLenient = true
    _ = try? walker.walk(stream, min(2, stream.count)..<stream.count)
  }
  guard let writer = try? ADTSWriter(config), config.channelConfiguration > 0 else { return }
  var bytes: [UInt8] = []
  guard (try? writer.append(stream, 0..<min(stream.count, 64), to: &bytes)) != nil else { return }
  guard let header = try? ADTSHeader(parsing: bytes) else { throw Violation("a header that was written cannot be read") }
  try demand(Int(header.aacFrameLength) == bytes.count, "a frame of \(bytes.count) bytes has a header of \(header.aacFrameLength)")
}
