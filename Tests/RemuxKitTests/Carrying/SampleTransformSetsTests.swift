import BitstreamKit
import HEVCKit
import MP4Kit
import NALKit
import TestSupport
import Testing

@testable import RemuxKit

/// The units of a fixture with its parameter sets before the first picture alone.
private func withSetsOnce(_ name: String, _ codec: VideoCodec) throws -> [[UInt8]] {
  var known: Set<[UInt8]> = []
  return nalUnits(try Places.fixture(name), .annexB).filter { !codec.isParameterSet($0[0]) || known.insert($0).inserted }
}

private func stream(_ units: [[UInt8]]) -> [UInt8] { units.reduce(into: []) { $0 += [0, 0, 0, 1] + $1 } }

private func isPicture(_ unit: [UInt8], _ codec: VideoCodec) -> Bool { StreamSets(codec).isSlice(unit[0]) }

/// Each slice with the parameter sets in force there.
private func slices(_ bytes: [UInt8], _ codec: VideoCodec) -> [[[UInt8]]] {
  var sets = StreamSets(codec)
  return nalUnits(bytes, .annexB).compactMap { unit in
    sets.take(unit, 0..<unit.count)
    return isPicture(unit, codec) ? sets.units + [unit] : nil
  }
}

/// A part of a byte stream begins with the sets that its first picture needs, after an access unit delimiter; the rest stays as it is.
@Test(arguments: [("bframes.h264", VideoCodec.h264, false), ("bframes.h264", .h264, true), ("opengop.hevc", .hevc, false)])
func aCutByteStreamHasItsSets(_ source: (name: String, codec: VideoCodec, hasDelimiters: Bool)) throws {
  let delimiter: [UInt8] = [9, 0xF0]
  let units = try withSetsOnce(source.name, source.codec)
  let parts = source.hasDelimiters ? units.flatMap { isPicture($0, source.codec) ? [delimiter, $0] : [$0] } : units
  let bytes = stream(parts)
  let input = try MediaInput(MemorySource(bytes), name: "a", frameRate: ExactRatio(25, 1))
  let start = MediaTime(milliseconds: 700)
  let cut = try MediaComposition.cutting(input, tracks: [0], from: start, to: nil, onKeyPictures: true, for: .byteStream)
  let memory = MemoryOutput()
  _ = try Remuxer.carry(cut, to: .byteStream, memory.output())
  let found = nalUnits(memory.bytes, .annexB)
  let front = found.prefix { !isPicture($0, source.codec) }
  let sets = front.filter { source.codec.isParameterSet($0[0]) }
  #expect(sets.count == units.filter { source.codec.isParameterSet($0[0]) }.count)
  if source.hasDelimiters { #expect(front.first == delimiter) }
  // Leading pictures are left out.
  var rest = parts[...]
  for unit in found where !source.codec.isParameterSet(unit[0]) {
    let place = try #require(rest.firstIndex(of: unit))
    rest = rest[(place + 1)...]
  }
  let all = slices(bytes, source.codec)
  #expect(slices(memory.bytes, source.codec).allSatisfy { all.contains($0) })
  #expect(try CarryVerifier.difference(between: cut, and: MemorySource(memory.bytes), written: .byteStream) == nil)
  // A whole stream is copied as it is.
  let copy = MemoryOutput()
  _ = try Remuxer.carry(MemorySource(bytes), to: .byteStream, copy.output())
  #expect(copy.bytes == bytes)
}

/// Key pictures after a change of parameter sets have them where the sample entry does not: a reader can begin there.
@Test(arguments: [["bframes.h264", "interlaced.h264"], ["interlaced.h264", "bframes.h264", "bframes.h264"]], [true, false])
func keyPicturesHaveTheSetsInForce(_ sources: [String], isFragmented: Bool) throws {
  let bytes = stream(try sources.flatMap { try withSetsOnce($0, .h264) })
  var options = CarryOptions()
  if isFragmented { options.layout = .fragmented(MediaTime(milliseconds: 200)) } else { options.setsInSamples = true }
  let memory = MemoryOutput()
  _ = try Remuxer.carry(MemorySource(bytes), to: .mp4, memory.output(), options, frameRate: ExactRatio(25, 1))
  let difference = try CarryVerifier.difference(
    between: MemorySource(bytes), and: MemorySource(memory.bytes), written: .mp4, options, frameRate: ExactRatio(25, 1))
  #expect(difference == nil)
  // The sets of the sample entry precede each key picture here.
  let back = MemoryOutput()
  _ = try Remuxer.carry(MemorySource(memory.bytes), to: .byteStream, back.output())
  #expect(slices(back.bytes, .h264) == slices(bytes, .h264))
}

/// A sample that is converted in windows gets the same sets.
@Test func windowsHaveTheSameSets() throws {
  let bytes = stream(try ["bframes.h264", "interlaced.h264"].flatMap { try withSetsOnce($0, .h264) })
  let file = AnyByteSource(MemorySource(bytes))
  let (reader, tracks) = try samples(bytes, rate: ExactRatio(25, 1))
  var whole = try #require(SampleTransform(reader.tracks[0], to: .lengths))
  var windowed = whole
  windowed.maxHeld = 0
  var added = 0
  for sample in tracks[0] {
    var (one, other) = (file, file)
    try whole.convert(sample, &one)
    try windowed.convert(sample, &other)
    let memory = MemoryOutput()
    var pump = SamplePump(file, memory.output())
    try windowed.put(into: &pump)
    try pump.flush()
    #expect(memory.bytes == whole.output)
    added += windowed.large?.missing.count ?? 0
  }
  #expect(added > 0)
}

/// The samples of the first track as a byte stream, those of more than `limit` bytes in windows.
private func byteStream(of movie: [UInt8], holding limit: UInt64) throws -> [UInt8] {
  let (reader, tracks) = try samples(movie)
  var transform = try #require(SampleTransform(reader.tracks[0], to: .startCodes))
  transform.maxHeld = limit
  var file = AnyByteSource(MemorySource(movie))
  let output = MemoryOutput()
  var pump = SamplePump(file, output.output())
  for sample in tracks[0] {
    try transform.convert(sample, &file)
    try transform.put(into: &pump)
  }
  try pump.flush()
  return output.bytes
}

/// The messages of a record come with the sets: those that describe pictures before each key picture, others once. A sample that is converted
/// in windows has the same, and one that has a message itself has no second one.
@Test(arguments: [false, true]) func recordsHaveMessagesForByteStreams(isOwn: Bool) throws {
  let codec = VideoCodec.hevc
  // Mastering display colour volume, and user data that is not registered.
  let colours: [UInt8] = [78, 1, 137, 24] + [UInt8](repeating: 0x11, count: 24) + [0x80]
  let words: [UInt8] = [78, 1, 5, 17] + [UInt8](repeating: 0x22, count: 17) + [0x80]
  var units = nalUnits(try Places.fixture("opengop.hevc"), .annexB)
  if isOwn { units.insert(colours, at: try #require(units.firstIndex { isPicture($0, codec) })) }
  let memory = MemoryOutput()
  _ = try Remuxer.carry(MemorySource(stream(units)), to: .mp4, memory.output(), frameRate: ExactRatio(25, 1))
  let movie = try BoxEdit(memory.bytes).changing(HEVCConfigurationBox.self, "moov/trak/mdia/minf/stbl/stsd/hvc1/hvcC") { box in
    var list = HEVCDecoderConfigurationRecord.NALUnitArray()
    (list.nalUnitType, list.arrayCompleteness, list.nalUnits) = (39, true, [colours, words])
    box.config.arrays.append(list)
  }
  let keys = try samples(movie).tracks[0].count { $0.isKey }
  #expect(keys > 1)
  let back = MemoryOutput()
  _ = try Remuxer.carry(MemorySource(movie), to: .byteStream, back.output())
  let found = nalUnits(back.bytes, .annexB)
  #expect(found.count { $0 == words } == 1 && found.count { $0 == colours } == keys)
  // After the sets, before the slices.
  for (place, unit) in found.enumerated() where unit == colours {
    #expect(!codec.isParameterSet(found[place + 1][0]))
    #expect(found[..<place].last { codec.isParameterSet($0[0]) || isPicture($0, codec) }.map { codec.isParameterSet($0[0]) } == true)
  }
  #expect(try CarryVerifier.difference(between: MemorySource(movie), and: MemorySource(back.bytes), written: .byteStream) == nil)
  for limit in [UInt64.max, 0] { #expect(try byteStream(of: movie, holding: limit) == back.bytes) }
}

/// Units of a record that no byte stream should have are left out: empty ones, sets, those that belong to a picture or repeat the parameter sets;
/// and those of which a sample says something else.
@Test func messagesOfRecordsGiveWay() throws {
  let codec = VideoCodec.hevc
  func light(_ most: UInt8) -> [UInt8] { [78, 1, 144, 4, most, 1, 2, 3, 0x80] }
  let activeSets: [UInt8] = [78, 1, 129, 2, 0x0F, 0x0F, 0x80]
  var units = nalUnits(try Places.fixture("opengop.hevc"), .annexB)
  let sets = units.filter { codec.isParameterSet($0[0]) }
  // The second key picture has a light level of its own.
  let second = try #require(units.lastIndex { $0[0] >> 1 == 21 })
  units.insert(light(7), at: second)
  let memory = MemoryOutput()
  _ = try Remuxer.carry(MemorySource(stream(units)), to: .mp4, memory.output(), frameRate: ExactRatio(25, 1))
  let movie = try BoxEdit(memory.bytes).changing(HEVCConfigurationBox.self, "moov/trak/mdia/minf/stbl/stsd/hvc1/hvcC") { box in
    var list = HEVCDecoderConfigurationRecord.NALUnitArray()
    (list.nalUnitType, list.nalUnits) = (39, [[], [78], [78, 1], sets[0], activeSets, light(9)])
    box.config.arrays.append(list)
  }
  for limit in [UInt64.max, 0] {
    let found = nalUnits(try byteStream(of: movie, holding: limit), .annexB)
    #expect(!found.contains { $0.isEmpty || $0 == activeSets })
    #expect(found.filter { $0.count > 2 && $0[2] == 144 && $0[0] == 78 }.last == light(7))
    #expect(found.contains(light(9)))
  }
}

/// The units of a fixture, and the same with sequence parameter sets of a higher level.
private func unitsOfTwoLevels(_ codec: VideoCodec) throws -> (low: [[UInt8]], high: [[UInt8]]) {
  let units = nalUnits(try Places.fixture(codec == .h264 ? "bframes.h264" : "opengop.hevc"), .annexB)
  var sets = HEVCKit.ParameterSets()
  let higher = try units.map { unit in
    var unit = unit
    if codec == .h264 {
      if unit[0] & 31 == 7 { unit[3] = 42 }
      return unit
    }
    guard codec.isParameterSet(unit[0]) else { return unit }
    var read = try HEVCKit.NALUnit(parsing: unit, sets: sets)
    sets.update(with: read)
    guard case .seqParameterSet(var set) = read.payload else { return unit }
    set.profileTierLevel?.generalLevelIdc = 123
    read.payload = .seqParameterSet(set)
    return try read.encoded(sets: sets)
  }
  return (units, higher)
}

/// Whether the record of the first track states the higher level, and allows sets in samples.
private func coversBothLevels(_ movie: [UInt8]) throws -> Bool {
  switch try samples(movie).reader.tracks[0].configuration {
  case .avc(let record): record.avcLevelIndication == 42
  case .hevc(let record): record.generalLevelIdc == 123 && record.arrays.allSatisfy { !$0.arrayCompleteness }
  default: false
  }
}

/// Parts of several levels in one track make a record that covers all of them.
@Test(arguments: [VideoCodec.h264, .hevc]) func recordsCoverTheSetsOfAllParts(_ codec: VideoCodec) throws {
  let (low, high) = try unitsOfTwoLevels(codec)
  let inputs = try [low, high].map { try mediaInput(stream($0), rate: ExactRatio(25, 1)) }
  let joined = try MediaComposition.joining(inputs, tracks: [0], for: .mp4)
  var options = CarryOptions()
  options.setsInSamples = true
  let memory = MemoryOutput()
  _ = try Remuxer.carry(joined, to: .mp4, memory.output(), options)
  #expect(try coversBothLevels(memory.bytes))
}

/// A record states the level of the sets in the samples, too: a later set with a higher one, between others.
@Test(arguments: [VideoCodec.h264, .hevc]) func recordsCoverTheSetsInSamples(_ codec: VideoCodec) throws {
  let (units, higher) = try unitsOfTwoLevels(codec)
  for layout in [.plain, .faststart] as [CarryOptions.Layout] {
    var options = CarryOptions()
    (options.setsInSamples, options.layout) = (true, layout)
    let memory = MemoryOutput()
    _ = try Remuxer.carry(MemorySource(stream(units + higher + units)), to: .mp4, memory.output(), options, frameRate: ExactRatio(25, 1))
    #expect(try coversBothLevels(memory.bytes))
  }
}
