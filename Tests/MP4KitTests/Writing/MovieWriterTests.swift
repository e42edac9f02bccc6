import BitstreamKit
import Foundation
import MP4Kit
import TestSupport
import Testing

/// A named layout under test.
enum WriterLayout: String, CaseIterable, CustomTestStringConvertible {
  case plain, reserved, tight, rewritten, fragmented, cmaf, separate, indexed, hybrid
  var testDescription: String { rawValue }

  var layout: MovieLayout {
    var fragments = MovieFragmentOptions(interval: MediaTime(milliseconds: 500))
    switch self {
    case .plain: return .plain
    case .reserved: return .faststart(reserving: 1 << 16)
    case .tight: return .faststart(reserving: 100)
    case .rewritten: return .faststart()
    case .fragmented: return .fragmented(fragments)
    case .cmaf:
      fragments.isCMAF = true
      fragments.writesSegmentTypes = true
      fragments.segmentIndex = .perFragment
      return .fragmented(fragments)
    case .separate:
      fragments.separatesTracks = true
      return .fragmented(fragments)
    case .indexed:
      fragments.segmentIndex = .front(entries: 4)
      return .fragmented(fragments)
    case .hybrid: return .hybrid(fragments)
    }
  }

  var isFragmented: Bool { [.fragmented, .cmaf, .separate, .indexed].contains(self) }
}

/// The samples of a movie with their data, by track.
func samples(_ file: [UInt8]) throws -> [[(sample: Sample, bytes: [UInt8])]] {
  let movie = try Movie(MemorySource(file))
  var tracks: [[(sample: Sample, bytes: [UInt8])]] = movie.tracks.map { _ in [] }
  var all = movie.samples()
  while let item = try all.next() {
    let (start, end) = (Int(item.sample.offset), Int(item.sample.offset) + Int(item.sample.size))
    if end <= file.count { tracks[item.track].append((item.sample, Array(file[start..<end]))) }
  }
  return tracks
}

@Test(arguments: WriterLayout.allCases, ["plain.mp4", "hvc1.mp4"]) func aMovieHasTheSamplesThatWereAppended(
  way: WriterLayout, fixture: String
) throws {
  let recording = try Recording(fixture, times: 5)
  let log = try recording.write(way.layout)
  let movie = try Movie(MemorySource(log.bytes))
  #expect(movie.findings.isEmpty, "\(movie.findings)")
  #expect(movie.isFragmented == way.isFragmented)
  let written = try samples(log.bytes)
  #expect(written.count == recording.tracks.count)
  for (track, items) in zip(recording.tracks, written) {
    #expect(track.items.count == items.count)
    let shift = (items.first?.sample.decodeTime ?? 0) - (track.items.first?.decode ?? 0)
    for (one, other) in zip(track.items, items) {
      #expect(one.bytes == other.bytes && one.isSync == other.sample.isSync)
      #expect(one.decode + shift == other.sample.decodeTime && one.duration == other.sample.duration)
    }
  }
  // Equal presentation times after applying edit lists.
  for (index, track) in movie.tracks.enumerated() {
    let timeline = track.timeline(movieTimescale: movie.timescale)
    let shown = written[index].map { timeline.presentation(of: $0.sample.compositionTime).time }
    #expect(shown == recording.tracks[index].items.map { $0.composition }, "track \(index)")
  }
  if way == .reserved || way == .tight || way == .rewritten {
    #expect((movie.moovOffset ?? 0) < (movie.mediaDataOffset ?? 0))
  }
  // Writing again gives equal bytes: the output depends only on the samples.
  #expect(try recording.write(way.layout).bytes == log.bytes)
}

// MARK: - Interrupted writes

/// The readable part of a file: the number of complete samples of each track, and the number of listed but missing samples.
private func readable(_ file: [UInt8]) throws -> (whole: [Int], cut: Int, isFragmented: Bool) {
  let movie = try Movie(MemorySource(file))
  var (whole, cut) = (movie.tracks.map { _ in 0 }, 0)
  var all = movie.samples()
  while let item = try all.next() {
    if item.sample.offset + UInt64(item.sample.size) <= UInt64(file.count) { whole[item.track] += 1 } else { cut += 1 }
  }
  return (whole, cut, movie.isFragmented)
}

@Test(arguments: [WriterLayout.hybrid, .fragmented, .cmaf, .indexed, .separate], ["plain.mp4", "hvc1.mp4"])
func theFileIsAMovieBehindEachWrite(way: WriterLayout, fixture: String) throws {
  let recording = try Recording(fixture, times: 8)
  let log = try recording.write(way.layout)
  let all = recording.tracks.map { $0.items.count }
  var (most, turns) = (all.map { _ in 0 }, 0)
  try log.replay { (index, file) in
    if file.isEmpty { return }
    let now = try readable(file)
    #expect(now.whole.count == all.count, "after \(index) writes")
    #expect(zip(now.whole, most).allSatisfy { $0 >= $1 }, "after \(index) writes: \(now.whole) where \(most) were")
    most = now.whole
    if way == .hybrid, !now.isFragmented, turns == 0 {
      // A single write turns the fragmented movie into a plain one, and it is the last write.
      #expect(index == log.operations.count && now.whole == all)
      turns += 1
    }
  }
  #expect(most == all)
  #expect(turns == (way == .hybrid ? 1 : 0))
}

/// A truncated write, as after a kill or on a full disk: every length of every write, in steps.
@Test(arguments: [WriterLayout.hybrid, .fragmented, .indexed]) func aWriteThatIsCutShortLosesTheLastFragmentAtMost(way: WriterLayout) throws
{
  let recording = try Recording("plain.mp4", times: 4)
  let log = try recording.write(way.layout)
  var file: [UInt8] = []
  var before = [0, 0]
  for operation in log.operations {
    switch operation {
    case .append(let part):
      for length in stride(from: 1, to: part.count, by: max(1, part.count / 40)) where !before.isEmpty && !file.isEmpty {
        let now = try readable(file + part[..<length])
        #expect(zip(now.whole, before).allSatisfy { $0 >= $1 }, "\(length) of \(part.count) bytes at \(file.count)")
      }
      file += part
    case .replace(let offset, let part): OutputLog.put(part, at: offset, &file)
    }
    before = try readable(file).whole
  }
}

@Test(arguments: [WriterLayout.hybrid, .fragmented, .cmaf]) func aFullDiskLeavesAMovie(way: WriterLayout) throws {
  let recording = try Recording("plain.mp4", times: 8)
  let whole = try recording.write(way.layout).bytes.count
  for capacity in stride(from: 4000, to: whole, by: 7919) {
    let log = OutputLog()
    log.capacity = capacity
    #expect(throws: MediaError.bytes(ByteError("no space left on device", code: 28))) { try recording.write(way.layout, to: log) }
    let now = try readable(log.bytes)
    // Only the current fragment is missing.
    let bytes = try samples(log.bytes).flatMap { $0 }.reduce(0) { $0 + $1.bytes.count }
    #expect(now.whole.count == 2 && bytes > capacity - 40_000, "\(bytes) of \(capacity)")
  }
}

@Test func whatFailedStaysFailed() throws {
  let log = OutputLog()
  log.capacity = 2000
  let recording = try Recording("plain.mp4", times: 4)
  let writer = try MovieWriter(log.output(), layout: .fragmented())
  let inputs = try recording.inputs(of: writer)
  try writer.startSession(atSourceTime: .zero)
  let error = MediaError.bytes(ByteError("no space left on device", code: 28))
  #expect(throws: error) { for next in recording.order { try recording.append(next.track, next.item, to: inputs) } }
  #expect(writer.status == .failed(error))
  #expect(throws: error) { try recording.append(0, 0, to: inputs) }
  #expect(throws: error) { try writer.finishWriting() }
  #expect(!inputs[0].isReadyForMoreMediaData)
}

// MARK: - Usage errors

@Test func whatCannotBeDoneIsSaid() throws {
  let log = OutputLog()
  let recording = try Recording("plain.mp4")
  for layout in [MovieLayout.plain, .faststart(), .hybrid()] {
    #expect(throws: MediaError.self) { try MovieWriter(log.output(canReplace: false), layout: layout) }
  }
  let writer = try MovieWriter(log.output())
  #expect(throws: MediaError.unsupported("there is no input")) { try writer.startSession(atSourceTime: .zero) }
  var settings = MovieInputSettings(recording.tracks[0].format)
  settings.trackID = 7
  let input = try writer.addInput(settings)
  #expect(throws: MediaError.self) { try writer.addInput(settings) }
  settings.trackID = nil
  settings.rotation = 45
  #expect(throws: MediaError.unsupported("rotation by 45 degrees")) { try writer.addInput(settings) }
  let zero = MediaTime.zero
  #expect(throws: MediaError.unsupported("startSession has not been called")) { try input.append([0], presentationTimeStamp: zero) }
  try writer.startSession(atSourceTime: .zero)
  #expect(throws: MediaError.unsupported("inputs must be added before the session starts")) { try writer.addInput(settings) }
  let (one, two) = (MediaTime(milliseconds: 1000), MediaTime(milliseconds: 2000))
  try input.append([0, 0, 0, 1, 5], presentationTimeStamp: two)
  #expect(throws: MediaError.unsupported("decoding times of track 7 decrease by 16000/16000 s")) {
    try input.append([0, 0, 0, 1, 1], presentationTimeStamp: one)
  }
  #expect(throws: MediaError.self) { try input.append([1], 0..<2, presentationTimeStamp: two) }
  #expect(throws: MediaError.unsupported("the media type of a track cannot change")) { try input.setFormat(recording.tracks[1].format) }
  try input.markAsFinished()
  #expect(throws: MediaError.unsupported("the input is marked as finished")) { try input.append([0], presentationTimeStamp: two) }
  try writer.finishWriting()
  try writer.finishWriting()
  #expect(writer.status == .completed && writer.sampleCount == 1)
  #expect(throws: MediaError.unsupported("the movie is complete")) { try input.append([0], presentationTimeStamp: two) }
  #expect(try samples(log.bytes)[0].map { $0.bytes } == [[0, 0, 0, 1, 5]])
}

@Test func aMovieThatIsCancelledTakesNothingMore() throws {
  let log = OutputLog()
  let recording = try Recording("plain.mp4", times: 3)
  let writer = try MovieWriter(log.output(), layout: .fragmented())
  let inputs = try recording.inputs(of: writer)
  try writer.startSession(atSourceTime: .zero)
  for next in recording.order { try recording.append(next.track, next.item, to: inputs) }
  let count = log.bytes.count
  writer.cancel()
  #expect(throws: MediaError.unsupported("the movie was cancelled")) { try writer.finishWriting() }
  #expect(log.bytes.count == count && writer.status == .cancelled)
}

/// All samples of one track before those of the other: memory stays bounded, and no sample is lost.
@Test(arguments: WriterLayout.allCases) func aTrackThatComesLateIsNotWaitedForForever(way: WriterLayout) throws {
  let recording = try Recording("plain.mp4", times: 30)
  let log = OutputLog()
  let writer = try MovieWriter(log.output(), layout: way.layout)
  let inputs = try recording.inputs(of: writer)
  try writer.startSession(atSourceTime: .zero)
  var wasReady = true
  for item in recording.tracks[0].items.indices {
    try recording.append(0, item, to: inputs)
    wasReady = wasReady && inputs[0].isReadyForMoreMediaData
  }
  #expect(!wasReady && inputs[1].isReadyForMoreMediaData)
  #expect(!log.bytes.isEmpty)
  for item in recording.tracks[1].items.indices { try recording.append(1, item, to: inputs) }
  try writer.finishWriting()
  let written = try samples(log.bytes)
  for (track, items) in zip(recording.tracks, written) { #expect(track.items.map { $0.bytes } == items.map { $0.bytes }) }
}

/// A source whose clock does not advance: samples of duration 0.
@Test(arguments: WriterLayout.allCases, [0, 1000]) func samplesAtOneTimeAreWrittenAllTheSame(way: WriterLayout, interval: Int64) throws {
  let recording = try Recording("plain.mp4")
  let log = OutputLog()
  var fragments = MovieFragmentOptions(interval: MediaTime(milliseconds: interval))
  fragments.byteLimit = 1 << 16
  let layout: MovieLayout = way == .hybrid ? .hybrid(fragments) : way.isFragmented ? .fragmented(fragments) : way.layout
  let writer = try MovieWriter(log.output(), layout: layout)
  let inputs = try recording.inputs(of: writer)
  try writer.startSession(atSourceTime: .zero)
  let sample: [UInt8] = [0, 0, 0x0F, 0xFC, 0x65] + [UInt8](repeating: 1, count: 4091)
  for number in 0..<200 { try inputs[0].append(sample, presentationTimeStamp: MediaTime(milliseconds: number < 100 ? 0 : 40)) }
  // The queue is bounded although the other track has no samples.
  if way.isFragmented || way == .hybrid { #expect(log.bytes.count > 600_000) }
  try inputs[1].append(recording.tracks[1].items[0].bytes, presentationTimeStamp: .zero)
  try writer.finishWriting()
  let written = try samples(log.bytes)
  #expect(written[0].count == 200 && written[1].count == 1 && written[0].allSatisfy { $0.bytes == sample })
  #expect(written[0].map { $0.sample.duration }.reduce(0, +) > 0)
}

/// With input in time order, tracks are at most two seconds apart in the file, and chunks last at most one second.
@Test func mediaIsLaidOutByTime() throws {
  let recording = try Recording("plain.mp4", times: 20)
  let log = try recording.write(.plain)
  let written = try samples(log.bytes)
  let scales = recording.tracks.map { Double($0.timescale) }
  var all = written.enumerated().flatMap { track, items in
    items.map { (place: $0.sample.offset, track: track, time: Double($0.sample.decodeTime) / scales[track], size: $0.sample.size) }
  }
  all.sort { $0.place < $1.place }
  var (latest, chunkStart) = ([0.0, 0.0], 0.0)
  for (index, sample) in all.enumerated() {
    latest[sample.track] = sample.time
    if index == 0 || all[index - 1].track != sample.track { chunkStart = sample.time }
    // A track that is behind writes one more chunk.
    #expect(sample.time - chunkStart < 2.001)
    #expect(latest.max().map { $0 - sample.time < 2 } == true)
    if index > 0 { #expect(all[index - 1].place + UInt64(all[index - 1].size) == sample.place) }
  }
}

/// A sample above half of the byte limit does not stop its own track, whose next sample tells when it ends.
@Test(arguments: WriterLayout.allCases) func aLargeSampleDoesNotStopItsTrack(way: WriterLayout) throws {
  let recording = try Recording("plain.mp4")
  let writer = try MovieWriter(OutputLog().output(), layout: way.layout)
  let inputs = try recording.inputs(of: writer)
  try writer.startSession(atSourceTime: .zero)
  // One NAL unit of 9 MiB, above the limit of every layout.
  var sample = [UInt8](repeating: 1, count: 9 << 20)
  sample.replaceSubrange(..<4, with: [0, 0x8F, 0xFF, 0xFC])
  for number in 0..<3 as Range<Int64> {
    try inputs[0].append(sample, presentationTimeStamp: MediaTime(milliseconds: 40 * number), isSync: true)
    #expect(inputs[0].isReadyForMoreMediaData && inputs[1].isReadyForMoreMediaData, "after sample \(number)")
  }
  writer.cancel()
}

/// Samples of hundreds of kilobytes are queued without copies, between small ones.
@Test(arguments: WriterLayout.allCases) func largeSamplesAreWhole(way: WriterLayout) throws {
  var recording = try Recording("plain.mp4", times: 3)
  for index in recording.tracks[0].items.indices where index % 3 == 1 {
    // A unit of type 12, filler data, with a length prefix of four bytes.
    let size = 300_000 + 1000 * index
    recording.tracks[0].items[index].bytes += [0, UInt8(size >> 16), UInt8(size >> 8 & 255), UInt8(size & 255), 0x0C]
    recording.tracks[0].items[index].bytes += [UInt8](repeating: UInt8(index), count: size - 1)
  }
  let log = try recording.write(way.layout)
  for (track, items) in zip(recording.tracks, try samples(log.bytes)) {
    #expect(track.items.count == items.count)
    for (one, other) in zip(track.items, items) { #expect(one.bytes == other.bytes) }
  }
}
