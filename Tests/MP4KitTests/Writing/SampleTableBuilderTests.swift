import BitstreamKit
import MP4Kit
import TestSupport
import Testing

@Test func rowsOfSampleTablesArePackedAsTheirSyntaxWritesThem() {
  checkRows(TimeToSampleBox.Entry.self)
  for layout in 0...1 as ClosedRange<UInt32> { checkRows(CompositionOffsetBox.Entry.self, layout: layout) }
  checkRows(SampleToChunkBox.Entry.self)
  for layout in 0..<32 as Range<UInt32> { checkRows(TrackRunBox.Sample.self, layout: (layout >> 1) << 8 | layout & 1) }
}

/// Random samples: runs and single ones, of equal and different sizes.
struct Told {
  var entries: [MovieMuxer.Entry] = []

  init(seed: UInt64, count: Int, tracks: Int = 2) {
    var generator = Generator(seed: seed)
    func draw(_ bound: UInt64) -> UInt64 { generator.next() % bound }
    let (sizes, durations, offsets) = (1 + draw(3), 1 + draw(2), draw(4))
    let (syncEvery, known) = (1 + draw(4), draw(3) == 0)
    for index in 0..<count {
      entries.append(
        MovieMuxer.Entry(
          track: Int(draw(UInt64(tracks))), duration: UInt32(durations == 1 ? 512 : draw(5)),
          compositionOffset: offsets == 0 ? 0 : Int32(draw(4)) * 100 - (offsets == 1 ? 100 : 0), size: UInt32(sizes == 1 ? 7 : draw(30)),
          isSync: UInt64(index) % syncEvery == 0, dependency: known ? UInt8(draw(256)) : 0, descriptionIndex: 1 + UInt32(draw(50) / 49)))
    }
  }

  func of(_ track: Int) -> [MovieMuxer.Entry] { entries.filter { $0.track == track } }
}

func blueprints(_ count: Int) throws -> [TrackBlueprint] {
  try (0..<count).map { index in
    var track = try TrackBlueprint.audio(entries: [try SampleEntryBuilding.mp3(sampleRate: 48000, channels: 2)], timescale: 48000)
    track.trackID = UInt32(index + 1)
    return track
  }
}

/// Checks that the samples of each track equal those appended, at consecutive offsets given by `starts`.
func check(_ file: some ByteSource, _ told: Told, start: [Int64] = [0, 0], sourceLocation: SourceLocation = #_sourceLocation) throws {
  let movie = try Movie(file)
  #expect(movie.findings.isEmpty, "\(movie.findings)", sourceLocation: sourceLocation)
  for track in movie.tracks.indices {
    var samples = movie.samples(ofTrack: track)
    var time = start[track]
    for entry in told.of(track) {
      let sample = try #require(try samples.next()?.sample, sourceLocation: sourceLocation)
      #expect(sample.decodeTime == time && sample.duration == entry.duration, sourceLocation: sourceLocation)
      #expect(sample.compositionOffset == Int64(entry.compositionOffset), sourceLocation: sourceLocation)
      #expect(sample.size == entry.size && sample.isSync == entry.isSync, sourceLocation: sourceLocation)
      #expect(sample.descriptionIndex == entry.descriptionIndex, sourceLocation: sourceLocation)
      time += Int64(entry.duration)
    }
    #expect(try samples.next() == nil, sourceLocation: sourceLocation)
    #expect(samples.findings.isEmpty, "\(samples.findings)", sourceLocation: sourceLocation)
  }
}

/// A plain movie whose media data is `fill` for the n-th appended sample.
private func plain(_ told: Told, front: Bool) throws -> [UInt8] {
  var muxer = MovieMuxer(MovieBlueprint(), tracks: try blueprints(2), layout: .plain)
  for entry in told.entries { muxer.append(entry) }
  var media: [UInt8] = []
  for (index, entry) in told.entries.enumerated() { media += [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: Int(entry.size)) }
  #expect(muxer.mediaByteCount == UInt64(media.count))
  if front { return try muxer.front().bytes + media }
  let head = try muxer.beginning() + MovieMuxer.mediaDataHeader(muxer.mediaByteCount)
  return try head + media + muxer.end(mediaDataAt: UInt64(head.count)).bytes
}

@Test(arguments: 0..<40 as Range<UInt64>, [false, true]) func samplesOfAPlainMovieAreThoseThatWereTold(seed: UInt64, front: Bool) throws {
  let told = Told(seed: seed, count: 300)
  let file = try plain(told, front: front)
  try check(MemorySource(file), told)
  // In the file, samples are in the order in which they were appended; empty samples have no position.
  var samples = try Movie(MemorySource(file)).samples()
  for (index, entry) in told.entries.enumerated() where entry.size > 0 {
    var sample = try #require(try samples.next()?.sample)
    while sample.size == 0 { sample = try #require(try samples.next()?.sample) }
    let bytes = file[Int(sample.offset)..<Int(sample.offset) + Int(sample.size)]
    #expect(bytes.allSatisfy { $0 == UInt8(truncatingIfNeeded: index) } && sample.size == entry.size)
  }
}

@Test func tablesOfManyBlocksAreReadBack() throws {
  let told = Told(seed: 11, count: 50_000)
  try check(MemorySource(try plain(told, front: true)), told)
}

@Test func dependenciesStandWhereTheyWereTold() throws {
  var told = Told(seed: 3, count: 20, tracks: 1)
  for index in told.entries.indices { told.entries[index].dependency = index < 7 ? 0 : UInt8(index) }
  let movie = try Movie(MemorySource(try plain(told, front: true)))
  var samples = movie.samples(ofTrack: 0)
  for entry in told.entries { #expect(try samples.next()?.sample.dependency == entry.dependency) }
}

/// A sparse file.
private struct Sparse: ByteSource {
  let head: [UInt8]
  let tail: [UInt8]
  let byteCount: UInt64

  mutating func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    buffer.removeAll(keepingCapacity: true)
    let tailAt = byteCount - UInt64(tail.count)
    for place in offset..<min(byteCount, offset + UInt64(count)) {
      buffer.append(place < UInt64(head.count) ? head[Int(place)] : place >= tailAt ? tail[Int(place - tailAt)] : 0)
    }
  }
}

@Test(arguments: [0xFFFF_FF00, 0xFFFF_FFFF, 0x8000_0000] as [UInt32], [false, true])
func placesBeyondFourGigabytesTakeEightBytes(size: UInt32, front: Bool) throws {
  var told = Told(seed: 1, count: 12)
  for index in told.entries.indices { told.entries[index].size = index == 3 ? size - 1 : size }
  var muxer = MovieMuxer(MovieBlueprint(), tracks: try blueprints(2), layout: .plain)
  for entry in told.entries { muxer.append(entry) }
  let media = muxer.mediaByteCount
  var file: Sparse
  if front {
    let head = try muxer.front().bytes
    file = Sparse(head: head, tail: [], byteCount: UInt64(head.count) + media)
  } else {
    let head = try muxer.beginning() + MovieMuxer.mediaDataHeader(media)
    let tail = try muxer.end(mediaDataAt: UInt64(head.count)).bytes
    file = Sparse(head: head, tail: tail, byteCount: UInt64(head.count + tail.count) + media)
  }
  try check(file, told)
  var samples = try Movie(file).samples()
  var place = UInt64(file.head.count)
  for entry in told.entries {
    #expect(try samples.next()?.sample.offset == place)
    place += UInt64(entry.size)
  }
}

@Test func whatAllSamplesHaveAlikeTakesNoTable() throws {
  var muxer = MovieMuxer(MovieBlueprint(), tracks: try blueprints(1), layout: .plain)
  for _ in 0..<1000 { muxer.append(MovieMuxer.Entry(track: 0, duration: 1024, size: 4, isSync: true)) }
  let bytes = try muxer.end(mediaDataAt: 0).bytes
  #expect(bytes.count < 800)
  for type in ["stss", "ctts", "sdtp"] as [String] { #expect(!String(decoding: bytes, as: UTF8.self).contains(type)) }
}

/// The `ctts` and `cslg` of samples with these composition offsets; each sample has duration 10.
private func compositionToDecode(
  _ offsets: [Int32], _ policy: CompositionToDecodePolicy, layout: MovieMuxer.Layout = .plain
) throws -> CompositionToDecodeBox? {
  var tracks = try blueprints(1)
  tracks[0].compositionToDecode = policy
  var muxer = MovieMuxer(MovieBlueprint(), tracks: tracks, layout: layout)
  for offset in offsets { muxer.append(MovieMuxer.Entry(track: 0, duration: 10, compositionOffset: offset, size: 1, isSync: true)) }
  var bytes = layout == .plain ? try muxer.front().bytes : try muxer.beginning()
  if layout == .fragmented { bytes += try muxer.endFragment() }
  bytes += offsets.map { _ in 0 }
  let movie = try Movie(MemorySource(bytes))
  #expect(movie.findings.isEmpty)
  return movie.tracks[0].table?.compositionToDecode
}

@Test func offsetsBelowZeroAreSummedUp() throws {
  // Decoded at 0, 10, 20, 30; presented at 0, 30, 10, 20.
  let found = try #require(try compositionToDecode([0, 20, -10, -10], .negativeOffsets))
  #expect(found.compositionToDTSShift == 10 && found.leastDecodeToDisplayDelta == -10 && found.greatestDecodeToDisplayDelta == 20)
  #expect(found.compositionStartTime == 0 && found.compositionEndTime == 40 && found.version == 0)
  #expect(try compositionToDecode([0, 20, -10, -10], .never) == nil)
  #expect(try compositionToDecode([10, 30, 0, 0], .negativeOffsets) == nil)
  let asked = try #require(try compositionToDecode([10, 30, 0, 0], .always))
  #expect(asked.compositionToDTSShift == 0 && asked.leastDecodeToDisplayDelta == 0 && asked.greatestDecodeToDisplayDelta == 30)
  #expect(asked.compositionStartTime == 10 && asked.compositionEndTime == 50)
  #expect(try compositionToDecode([0, 0], .always) == nil)
  #expect(try compositionToDecode([0, 20, -10, -10], .always, layout: .fragmented) == nil)
}

@Test func numbersBehind32BitsTakeTheLongForm() throws {
  let found = try #require(try compositionToDecode([Int32.min, 0], .negativeOffsets))
  #expect(found.version == 1 && found.compositionToDTSShift == 1 << 31 && found.compositionStartTime == -1 << 31)
}

/// The `cslg` in files by Apple's writers equals the one derived from the samples.
@Test(.enabled(if: Places.corpus != nil), arguments: ["mp4/fate_displaymatrix.mov", "mp4/fate_multiview.mov"])
func theSumIsWhatOthersWrite(path: String) throws {
  let movie = try Movie(MemorySource(try Places.corpusFile(path)))
  for (index, track) in movie.tracks.enumerated() {
    guard let theirs = track.table?.compositionToDecode else { continue }
    var builder = SampleTableBuilder()
    var samples = movie.samples(ofTrack: index)
    while let sample = try samples.next()?.sample {
      let offset = try #require(Int32(exactly: sample.compositionOffset))
      builder.append(
        duration: sample.duration, offset: offset, size: sample.size, isSync: sample.isSync, dependency: 0,
        chunkAt: builder.sampleCount == 0 ? 0 : nil, description: 1)
    }
    var boxes = BoxBuilder()
    try boxes.box("stbl") { (boxes) throws(SyntaxError) in try builder.write(to: &boxes, isLarge: false, compositionToDecode: .always) }
    var tree = try BoxTree(MemorySource(boxes.bytes), from: 0, to: UInt64(boxes.byteCount))
    let node = try #require(tree.find("stbl/cslg").first)
    var ours = try tree.read(CompositionToDecodeBox.self, at: node)
    ours.version = theirs.version
    #expect(ours == theirs)
  }
}
