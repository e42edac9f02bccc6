import AACKit
import BitstreamKit
import MP4Kit

/// A `MovieWriter` driven by the bytes: the movie has the samples that were appended, with their bytes, times and sync flags.
func fuzzMovieWriter(_ input: [UInt8]) throws(Violation) {
  var tape = ByteTape(input)
  let file = MemoryFile(capacity: 1 << 22)
  let layout = tape.byte()
  let options = options(&tape)
  guard
    let writer = try? MovieWriter(
      file.output(canReplace: layout & 128 == 0, canRead: layout & 64 == 0), layout: movieLayout(layout, &tape), options: options)
  else { return }
  var tracks: [WrittenTrack] = []
  for _ in 0..<(1 + tape.byte() & 3) { if let track = WrittenTrack(&tape, writer) { tracks.append(track) } }
  let start = MediaTime(milliseconds: Int64(Int8(bitPattern: tape.byte())))
  guard (try? writer.startSession(atSourceTime: start)) != nil else { return }
  while !tape.isAtEnd, writer.status == .writing {
    let operation = tape.byte()
    let track = Int(operation & 3) % tracks.count
    switch operation >> 2 & 15 {
    case 0: try? tracks[track].input.markAsFinished()
    case 1: tracks[track].changeFormat(&tape)
    default: tracks[track].append(&tape, operation, writer)
    }
  }
  guard (try? writer.finishWriting()) != nil else { return }
  try demand(writer.byteCount == UInt64(file.bytes.count), "\(file.bytes.count) bytes are counted as \(writer.byteCount)")
  try compare(file.bytes, tracks, writer)
}

private func options(_ tape: inout ByteTape) -> MovieWriterOptions {
  var options = MovieWriterOptions()
  let choice = tape.byte()
  if choice & 1 != 0 { options.compositionOffsets = .editList }
  if choice & 2 != 0 { options.compositionOffsets = .signed }
  if choice & 4 != 0 { options.timescale = UInt32(tape.number(4)) }
  if choice & 8 != 0 { options.metadata = [MovieMetadataItem("title", "A title"), MovieMetadataItem("com.example", "x")] }
  if choice & 16 != 0 { options.patience = MediaTime(milliseconds: Int64(tape.byte())) }
  options.keepsDamagedSamples = choice & 32 == 0
  return options
}

private func movieLayout(_ choice: UInt8, _ tape: inout ByteTape) -> MovieLayout {
  switch choice & 3 {
  case 0: return .plain
  case 1: return .faststart(reserving: Int(tape.number(2)))
  default: break
  }
  var fragments = MovieFragmentOptions(interval: MediaTime(milliseconds: Int64(tape.byte()) * 8))
  let flags = tape.byte()
  fragments.beginsWithSyncSample = flags & 1 == 0
  fragments.separatesTracks = flags & 2 != 0
  fragments.isCMAF = flags & 4 != 0
  fragments.writesSegmentTypes = flags & 8 != 0
  fragments.writesRandomAccessIndex = flags & 16 == 0
  if flags & 32 != 0 { fragments.segmentIndex = flags & 64 != 0 ? .perFragment : .front(entries: Int(tape.byte())) }
  if flags & 128 != 0 { fragments.byteLimit = Int(tape.number(2)) }
  fragments.longestInterval = MediaTime(milliseconds: Int64(tape.number(2)))
  return choice & 3 == 2 ? .fragmented(fragments) : .hybrid(fragments)
}

/// A track and what was appended to it.
private struct WrittenTrack {
  struct Item {
    var bytes: [UInt8]
    var decode: Int64
    var composition: Int64
    var isSync: Bool
  }

  let input: MovieWriterInput
  let timescale: UInt32
  let formats: [MovieFormat]
  var items: [Item] = []
  private var time: Int64 = 0

  init?(_ tape: inout ByteTape, _ writer: MovieWriter) {
    let choice = tape.byte()
    formats = MovieFormat.samples[Int(choice & 3)]
    guard let first = formats.first else { return nil }
    var settings = MovieInputSettings(first)
    timescale = UInt32(max(1, tape.number(choice & 4 == 0 ? 2 : 4)))
    settings.timescale = timescale
    settings.parameterSetsInSamples = choice & 8 != 0
    settings.rotation = Int(choice >> 4 & 3) * 90
    settings.compositionToDecode = choice & 64 != 0 ? .always : .negativeOffsets
    if choice & 128 != 0 { settings.primingSamples = UInt32(tape.number(2)) }
    guard let input = try? writer.addInput(settings) else { return nil }
    self.input = input
  }

  mutating func changeFormat(_ tape: inout ByteTape) {
    try? input.setFormat(formats[Int(tape.byte()) % formats.count])
  }

  mutating func append(_ tape: inout ByteTape, _ operation: UInt8, _ writer: MovieWriter) {
    let detail = tape.byte()
    let step = Int64(tape.number(detail & 1 == 0 ? 1 : 4))
    let decode = time + step
    let offset: Int64 = detail & 2 == 0 ? 0 : detail & 4 == 0 ? Int64(Int8(bitPattern: tape.byte())) : Int64(tape.number(4))
    let count = Int(detail & 8 == 0 ? tape.byte() & 15 : tape.byte())
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &+ items.count) }
    let isSync = operation & 64 != 0
    let duration = operation & 128 == 0 ? nil : MediaTime(value: Int64(tape.byte()), timescale: timescale)
    guard let shown = MediaTime(value: decode + offset, timescale: timescale), let decoded = MediaTime(value: decode, timescale: timescale)
    else { return }
    let before = writer.sampleCount
    do {
      try input.append(bytes, presentationTimeStamp: shown, decodeTimeStamp: decoded, duration: duration, isSync: isSync)
    } catch { if writer.sampleCount == before { return } }
    time = decode
    items.append(Item(bytes: bytes, decode: decode, composition: decode + offset, isSync: isSync))
  }
}

/// The movie against what was appended.
private func compare(_ bytes: [UInt8], _ tracks: [WrittenTrack], _ writer: MovieWriter) throws(Violation) {
  guard let movie = try? Movie(MemorySource(bytes)) else { throw Violation("memory cannot be read") }
  if let finding = movie.findings.first { throw Violation("the movie is broken: \(finding)") }
  try demand(movie.tracks.count == tracks.count, "\(movie.tracks.count) tracks for \(tracks.count) inputs")
  for (index, track) in tracks.enumerated() {
    var samples = movie.samples(ofTrack: index)
    var found: [Sample] = []
    while let item = (try? samples.next()) ?? nil { found.append(item.sample) }
    if let finding = samples.findings.first { throw Violation("track \(index) is broken: \(finding)") }
    try demand(found.count == track.items.count, "track \(index): \(found.count) samples for \(track.items.count)")
    try demand(movie.tracks[index].timescale == track.timescale, "track \(index): time scale \(movie.tracks[index].timescale)")
    guard let (first, firstItem) = zip(found, track.items).first(where: { _ in true }) else { continue }
    for (sample, item) in zip(found, track.items) {
      let name = "track \(index), sample \(sample.index)"
      let (from, count) = (Int(clamping: sample.offset), Int(sample.size))
      try demand(from <= bytes.count && count <= bytes.count - from, "\(name) ends after the file")
      try demand(bytes[from..<from + count].suffix(item.bytes.count).elementsEqual(item.bytes), "\(name) has other bytes")
      try demand(sample.decodeTime - first.decodeTime == item.decode - firstItem.decode, "\(name): decoded at \(sample.decodeTime)")
      try demand(
        sample.compositionTime - first.compositionTime == item.composition - firstItem.composition,
        "\(name): shown at \(sample.compositionTime)")
      try demand(sample.isSync == item.isSync, "\(name): sync is \(sample.isSync)")
    }
  }
}

extension MovieFormat {
  /// Formats of one kind each, of which the first is that of a track and the others are changed to.
  fileprivate static let samples: [[MovieFormat]] = [
    [
      [0x67, 0x42, 0xC0, 0x0A, 0xDC, 0x21, 0x11, 0x00], [0x67, 0x42, 0xC0, 0x0A, 0xDA, 0x79],
    ].compactMap { set in try? .avc(parameterSets: [set, [0x68, 0xCE, 0x3C, 0x80]]) },
    [[0x12, 0x10], [0x11, 0x90]].compactMap { config in try? .aac(audioSpecificConfig: config) },
    [.mp3(sampleRate: 44100, channels: 2)],
    [.entry(handler: "text", [0, 0, 0, 16] + Array("stxt".utf8) + [0, 0, 0, 0, 0, 0, 0, 1])],
  ]
}
