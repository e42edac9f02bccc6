import BitstreamKit
import RemuxKit
import TestSupport
import NALKit
import Testing

extension MemoryOutput {
  /// A seekable or non-seekable output.
  func output(canReplace: Bool = true) -> MediaOutput {
    canReplace ? MediaOutput(self) : MediaOutput(append: { (part, range) throws(ByteError) in try self.write(part, range) })
  }
}

/// An opened file in memory.
func mediaInput(_ bytes: [UInt8], _ name: String = "a file", rate: ExactRatio? = nil) throws(MediaError) -> MediaInput {
  try MediaInput(MemorySource(bytes), name: name, frameRate: rate)
}

/// Writes a composition; returns the bytes, the report and the first difference that `CarryVerifier` finds.
func written(_ composition: MediaComposition, _ target: Remuxer.Target, _ layout: CarryOptions.Layout = .plain) throws(MediaError)
  -> (bytes: [UInt8], report: CarryReport, difference: String?)
{
  let memory = MemoryOutput()
  var options = CarryOptions()
  options.layout = layout
  let report = try Remuxer.carry(composition, to: target, memory.output(), options)
  let difference = try CarryVerifier.difference(between: composition, and: MemorySource(memory.bytes), written: target, options)
  return (memory.bytes, report, difference)
}

/// The samples of a file, track by track.
func samples(_ bytes: [UInt8], rate: ExactRatio? = nil) throws -> (reader: MediaReader, tracks: [[MediaSample]]) {
  var reader = try MediaReader(MemorySource(bytes), frameRate: rate)
  var tracks: [[MediaSample]] = reader.tracks.map { _ in [] }
  while let sample = try reader.next() { tracks[sample.track].append(sample) }
  return (reader, tracks)
}

/// Presentation times of all shown samples, relative to the earliest of any track, and the total duration, in seconds.
func shownTimes(_ bytes: [UInt8]) throws -> (times: [[Double]], span: Double) {
  let (reader, tracks) = try samples(bytes)
  var (times, end): ([[Double]], Double) = ([], 0)
  for (index, track) in tracks.enumerated() {
    let scale = Double(reader.tracks[index].timescale ?? 1)
    let timeline = reader.movie.map { $0.tracks[index].timeline(movieTimescale: $0.timescale) }
    var shown: [Double] = []
    for (place, sample) in track.enumerated() {
      let found = timeline?.presentation(of: sample.presentationTime) ?? (time: sample.presentationTime, isShown: true)
      let step = place > 0 ? sample.decodeTime - track[place - 1].decodeTime : 0
      let length = sample.duration > 0 ? Int64(sample.duration) : step
      if !found.isShown { continue }
      shown.append(Double(found.time) / scale)
      end = max(end, Double(found.time + length) / scale)
    }
    times.append(shown)
  }
  if let movie = reader.movie, !movie.isFragmented {
    end = movie.tracks.map { Double($0.timeline(movieTimescale: movie.timescale).duration ?? 0) / Double(movie.timescale) }.max() ?? end
  }
  let start = times.flatMap { $0 }.min() ?? 0
  return (times.map { $0.map { $0 - start } }, end - start)
}

/// The sizes of the samples of a file, track by track.
func sampleSizes(_ bytes: [UInt8]) throws -> [[UInt64]] { try samples(bytes).tracks.map { $0.map(\.size) } }

/// What is recovered of a file, written to its own container: the sizes of the samples, and the notes.
func recovered(_ bytes: [UInt8], for target: Remuxer.Target) throws -> (sizes: [[UInt64]], notes: [String]) {
  let composition = try Recovery.media(in: MemorySource(bytes), name: "a file", for: target)
  let result = try written(composition, target)
  #expect(result.difference == nil, "\(result.difference ?? "")")
  return (try sampleSizes(result.bytes), composition.notes)
}

/// What is recovered of a movie, as a movie.
func recoveredBytes(_ bytes: [UInt8]) throws -> [UInt8] {
  try written(try Recovery.media(in: MemorySource(bytes), name: "a file", for: .mp4), .mp4).bytes
}

/// Complete media files of the corpus.
let mediaFiles: [String] =
  ["aac", "flv", "h264", "hevc", "mp4"].flatMap { Places.corpusFiles($0) }
  .filter { !$0.contains("/segments/") && !$0.contains("/heif/") && !$0.contains("/fragments/") }

/// The NAL units of a sample; the sample itself if it has none.
func nalUnits(_ bytes: [UInt8], _ framing: MediaFraming) -> [[UInt8]] {
  switch framing {
  case .opaque: return [bytes]
  case .lengthPrefixed(let size):
    var (units, next) = ([[UInt8]](), 0)
    while next + size.rawValue <= bytes.count {
      let length = bytes[next..<next + size.rawValue].reduce(0) { $0 << 8 | Int($1) }
      next += size.rawValue
      units.append(Array(bytes[next..<min(bytes.count, next + length)]))
      next += length
    }
    return units
  case .annexB:
    var parser = AnnexBParser()
    var (units, cursor) = ([AnnexBUnit](), 0)
    while let unit = parser.next(in: bytes, from: &cursor, to: bytes.count) { units.append(unit) }
    if let last = parser.finish() { units.append(last) }
    return units.map { Array(bytes[Int($0.offset)..<Int($0.offset + $0.length)]) }
  }
}
