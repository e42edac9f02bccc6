import BitstreamKit
import FLVKit

/// FLV: a reader of chunks gives the same as one of the whole, whichever way bodies are taken.
func fuzzFLV(_ input: [UInt8]) throws(Violation) {
  var tape = ByteTape(input)
  let (seed, headLength) = (tape.byte(), Int(tape.byte()))
  let file = tape.rest()
  let whole = try walk([file], .bodies, headLength)
  let parts = try walk(chunks(of: file, seed: seed), .bodies, headLength)
  try demand(whole == parts, "chunks give other events:\n\(parts.events)\n\(whole.events)")
  let heads = try walk(chunks(of: file, seed: seed), .headOnly, headLength)
  try demand(heads.events == whole.events.filter { $0 != .tagEnd }, "a reader without bodies gives other events:\n\(heads.events)")
  try demand(skipped(file, headLength) == heads.events, "a reader that skips bodies gives other events")
  try ordinary(file, whole)
  for (tag, body) in zip(whole.tags, whole.bodies) { try headers(tag, body) }
}

private struct Walked: Equatable {
  var events: [FLVEvent] = []
  var tags: [FLVTag] = []
  var bodies: [[UInt8]] = []

  mutating func take(_ event: FLVEvent, _ reader: FLVReader, _ chunk: [UInt8]) {
    switch event {
    case .body(let range): if !bodies.isEmpty { bodies[bodies.count - 1] += chunk[range] }
    case .tag(let tag):
      tags.append(tag)
      bodies.append(Array(reader.head.prefix(tag.headCount)))
      events.append(event)
    default: events.append(event)
    }
  }
}

private func walk(_ chunks: [[UInt8]], _ mode: FLVReader.Mode, _ headLength: Int) throws(Violation) -> Walked {
  var reader = FLVReader(mode: mode, headLength: headLength)
  var walked = Walked()
  for chunk in chunks {
    var cursor = 0
    while let event = reader.next(in: chunk, from: &cursor, to: chunk.count) { walked.take(event, reader, chunk) }
    try demand(cursor == chunk.count, "the reader leaves bytes of a chunk")
  }
  while let event = reader.finish() { walked.take(event, reader, []) }
  return walked
}

/// The events where the reader's wish to skip is followed.
private func skipped(_ file: [UInt8], _ headLength: Int) -> [FLVEvent] {
  var reader = FLVReader(mode: .headOnly, headLength: headLength)
  var events: [FLVEvent] = []
  while Int(reader.position) < file.count {
    reader.skip(min(reader.skippable, UInt64(file.count) - reader.position))
    let start = Int(reader.position)
    let chunk = Array(file[start..<min(file.count, start + 64)])
    var cursor = 0
    while let event = reader.next(in: chunk, from: &cursor, to: chunk.count) { events.append(event) }
    if chunk.isEmpty { break }
  }
  while let event = reader.finish() { events.append(event) }
  return events
}

/// The shortcut for ordinary tags gives the same tags as the events.
private func ordinary(_ file: [UInt8], _ walked: Walked) throws(Violation) {
  var reader = FLVReader(mode: .headOnly, headLength: 0)
  var cursor = 0
  var found: [(UInt64, UInt32)] = []
  while true {
    if let tag = reader.nextOrdinary(in: file, from: &cursor, to: file.count) {
      found.append((tag.position, tag.milliseconds))
    } else if let event = reader.next(in: file, from: &cursor, to: file.count) {
      if case .tag(let tag) = event { found.append((tag.position, tag.header.milliseconds)) }
    } else {
      break
    }
  }
  while let event = reader.finish() { if case .tag(let tag) = event { found.append((tag.position, tag.header.milliseconds)) } }
  let expected = walked.tags.map { ($0.position, $0.header.milliseconds) }
  try demand(found.elementsEqual(expected, by: ==), "ordinary tags are \(found), expected \(expected)")
}

/// The contents of a tag.
private func headers(_ tag: FLVTag, _ body: [UInt8]) throws(Violation) {
  switch tag.header.type {
  case .video:
    var header = VideoTagHeader()
    var reader = BitReader(body, policy: .lenient)
    guard (try? reader.nested(&header)) != nil else { return }
    _ = (header.codecName, header.compositionOffset, header.isSequenceHeader, header.hasPicture, header.nalCodec)
    try demand(header.byteCount == reader.bitPosition / 8, "a header of \(header.byteCount) bytes takes \(reader.bitPosition / 8)")
    guard let ex = header.exVideoTagHeader else { return }
    var offset = header.byteCount
    while ex.hasTracks, let track = try? ex.nextTrack(in: body, from: &offset, dataSize: Int(tag.header.dataSize)) {
      try demand(track.payload.upperBound <= Int(tag.header.dataSize), "a track ends after its tag")
    }
  case .audio:
    var header = AudioTagHeader()
    var reader = BitReader(body, policy: .lenient)
    guard (try? reader.nested(&header)) != nil else { return }
    _ = (header.codecName, header.sampleRate, header.channelCount, header.isSequenceHeader)
    try demand(header.byteCount == reader.bitPosition / 8, "a header of \(header.byteCount) bytes takes \(reader.bitPosition / 8)")
    guard let ex = header.exAudioTagHeader else { return }
    var offset = header.byteCount
    while ex.hasTracks, let track = try? ex.nextTrack(in: body, from: &offset, dataSize: Int(tag.header.dataSize)) {
      try demand(track.payload.upperBound <= Int(tag.header.dataSize), "a track ends after its tag")
    }
  default:
    if let script = try? ScriptData(parsing: body) { try checkScript(script) }
  }
}
