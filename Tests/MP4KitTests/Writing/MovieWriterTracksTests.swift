import AACKit
import BitstreamKit
import Foundation
import H264Kit
import HEVCKit
import MP4Kit
import NALKit
import TestSupport
import Testing

private func movie(_ log: OutputLog) throws -> Movie<MemorySource> { try Movie(MemorySource(log.bytes)) }

/// Both layouts with the `moov` before the samples, and one with the `moov` last.
private let layouts: [WriterLayout] = [.plain, .fragmented, .hybrid]

@Test(arguments: layouts) func aTrackIsDescribedByItsSettings(way: WriterLayout) throws {
  var options = MovieWriterOptions()
  options.creationTime = 0x1_2345_6789
  options.metadata = [MovieMetadataItem("title", "Bär"), MovieMetadataItem("encoder", "me"), MovieMetadataItem("my key", "my value")]
  let log = try Recording("plain.mp4", times: 2).write(way.layout, options: options) { settings in
    settings.language = settings.format.isVideo ? "deu" : "en-GB"
    settings.name = "Main Video"
    if settings.format.isVideo {
      settings.rotation = 90
      settings.pixelAspectRatio = ExactRatio(4, 3)
      var colour = ColourInformationBox()
      colour.codePoints?.colourPrimaries = 9
      settings.colour = colour
    }
  }
  var written = try movie(log)
  #expect(written.header?.creationTime == 0x1_2345_6789)
  let (video, audio) = (written.tracks[0], written.tracks[1])
  #expect(video.mediaHeader?.language.letters == "deu" && audio.extendedLanguage == "en-GB")
  #expect(video.handler?.readableName == "Main Video")
  #expect(video.header?.matrix.rotation == 90)
  let entry = try #require(video.descriptions[0].visual)
  #expect(video.header?.width == ((UInt32(entry.width) * 4 + 1) / 3) << 16 && video.header?.height == UInt32(entry.height) << 16)
  #expect(video.descriptions[0].pixelAspectRatio?.hSpacing == 4 && video.descriptions[0].colour?.codePoints?.colourPrimaries == 9)
  for (path, text) in [("©nam/data", "Bär"), ("©too/data", "me"), ("----/data", "my value")] {
    let data = written.read(MetadataValueBox.self, at: "moov/udta/meta/ilst/" + path)
    #expect(data?.value == Array(text.utf8), "\(path)")
  }
  // The bit rate is measured if the moov is written last.
  #expect((video.descriptions[0].bitRate != nil) == (way != .fragmented))
  #expect(((audio.descriptions[0].stream?.decoderConfig?.avgBitrate ?? 0) > 0) == (way != .fragmented))
}

@Test(arguments: layouts, [false, true]) func parameterSetsThatChangeAreToldOfWhereTheyBelong(way: WriterLayout, inSamples: Bool) throws {
  let first = try Recording("plain.mp4", only: "vide")
  guard case .avc(var record) = first.tracks[0].format else { return }
  // An additional set that no slice refers to.
  var other = record.pictureParameterSets[0]
  other.append(0x80)
  record.pictureParameterSets = [other]
  let log = OutputLog()
  let writer = try MovieWriter(log.output(), layout: way.layout)
  let input = try first.inputs(of: writer) { $0.parameterSetsInSamples = inSamples }
  try writer.startSession(atSourceTime: .zero)
  let count = first.tracks[0].items.count
  let length = MediaTime(value: first.tracks[0].length, timescale: first.tracks[0].timescale) ?? .zero
  var later = MediaTime.zero
  for format in [first.tracks[0].format, .avc(record), first.tracks[0].format] {
    try input[0].setFormat(format)
    for item in 0..<count { try first.append(0, item, to: input, later: later) }
    later = later.adding(length) ?? .zero
  }
  try writer.finishWriting()
  let written = try movie(log)
  #expect(written.findings.isEmpty)
  let descriptions = written.tracks[0].descriptions
  let items = try samples(log.bytes)[0]
  #expect(items.count == 3 * count)
  if inSamples {
    #expect(descriptions.map { $0.type } == ["avc3"])
    let sets = items.map { $0.bytes.count - first.tracks[0].items[$0.sample.index % count].bytes.count }
    #expect(sets[0] == 0 && sets[count] == 4 + record.sequenceParameterSets[0].count + 4 + other.count && sets[2 * count] > 0)
  } else {
    #expect(descriptions.map { $0.type } == ["avc1", "avc1"] && descriptions[1].avc == record)
    #expect(items.map { $0.sample.descriptionIndex } == (0..<3 * count).map { $0 / count == 1 ? 2 : 1 })
    for (index, item) in items.enumerated() { #expect(item.bytes == first.tracks[0].items[index % count].bytes) }
  }
}

/// A recording goes on where the space after the first `moov` is used up: the one at the end has all descriptions.
@Test func parameterSetsThatKeepChangingEndNoHybridMovie() throws {
  let first = try Recording("plain.mp4", only: "vide")
  guard case .avc(var record) = first.tracks[0].format else { return }
  var options = MovieFragmentOptions(interval: .zero)
  options.descriptionRoom = 300
  let log = OutputLog()
  let writer = try MovieWriter(log.output(), layout: .hybrid(options))
  let input = try first.inputs(of: writer)
  try writer.startSession(atSourceTime: .zero)
  let count = first.tracks[0].items.count
  let length = MediaTime(value: first.tracks[0].length, timescale: first.tracks[0].timescale) ?? .zero
  var later = MediaTime.zero
  for number in 0..<12 {
    if number > 0 { record.pictureParameterSets[0].append(0x80) }
    try input[0].setFormat(.avc(record))
    for item in 0..<count { try first.append(0, item, to: input, later: later) }
    later = later.adding(length) ?? .zero
  }
  try writer.finishWriting()
  #expect(writer.findings.count == 1 && writer.findings[0].hasPrefix("no reserved space is left"), "\(writer.findings)")
  let written = try movie(log)
  #expect(written.findings.isEmpty && written.tracks[0].descriptions.count == 12)
  #expect(try samples(log.bytes)[0].map { $0.sample.descriptionIndex } == (0..<12 * count).map { UInt32($0 / count + 1) })
}

@Test func aPipeIsNotToldOfOtherParameterSets() throws {
  let first = try Recording("plain.mp4", only: "vide")
  let hevc = try Recording("hvc1.mp4", only: "vide")
  let writer = try MovieWriter(OutputLog().output(canReplace: false), layout: .fragmented(MovieFragmentOptions(interval: .zero)))
  let input = try first.inputs(of: writer)
  try writer.startSession(atSourceTime: .zero)
  for item in first.tracks[0].items.indices { try first.append(0, item, to: input) }
  #expect(throws: MediaError.self) { try input[0].setFormat(hevc.tracks[0].format) }
  // The movie continues unchanged.
  try input[0].append([0, 0, 0, 1, 0x65], presentationTimeStamp: MediaTime(milliseconds: 90_000))
  try writer.finishWriting()
}

@Test(arguments: layouts) func soundThatPrimesTheDecoderIsNotHeard(way: WriterLayout) throws {
  let recording = try Recording("plain.mp4", only: "soun")
  let log = OutputLog()
  let writer = try MovieWriter(log.output(), layout: way.layout)
  let input = try recording.inputs(of: writer) { $0.primingSamples = 1024 }
  try writer.startSession(atSourceTime: .zero)
  let later = MediaTime(value: -1024 - recording.tracks[0].items[0].decode, timescale: 44100) ?? .zero
  for item in recording.tracks[0].items.indices { try recording.append(0, item, to: input, later: later) }
  try writer.finishWriting()
  var written = try movie(log)
  let timeline = written.tracks[0].timeline(movieTimescale: written.timescale)
  #expect(timeline.segments.count == 1 && timeline.segments[0].mediaTime == 1024 && timeline.segments[0].start == 0)
  let table = "moov/trak/mdia/minf/stbl/"
  let read = written.read(SampleGroupDescriptionBox.self, at: table + "sgpd")
  let groups = try #require(read)
  #expect(groups.groupingType == "roll")
  var distance = RollRecoveryEntry()
  distance.rollDistance = -1
  #expect(groups.description(at: 0) == .rollRecovery(distance))
  var tree = try BoxTree(MemorySource(log.bytes))
  let mapping = try tree.read(SampleToGroupBox.self, at: way == .fragmented ? "moof/traf/sbgp" : table + "sbgp")
  #expect(mapping?.groupDescriptionIndex(of: 0) == 1)
}

/// Pictures whose presentation order differs from decoding order: with an edit list, or with signed offsets.
@Test(arguments: layouts, [MovieWriterOptions.CompositionOffsets.editList, .signed]) func reorderedPicturesAreShownInTime(
  way: WriterLayout, form: MovieWriterOptions.CompositionOffsets
) throws {
  var recording = try Recording("plain.mp4", times: 3, only: "vide")
  // As encoders output them: the first picture is presented at 0 and decoded before.
  let first = recording.tracks[0].items[0].composition
  for index in recording.tracks[0].items.indices {
    recording.tracks[0].items[index].decode -= first
    recording.tracks[0].items[index].composition -= first
  }
  #expect(first > 0)
  var options = MovieWriterOptions()
  options.compositionOffsets = form
  let log = try recording.write(way.layout, options: options)
  let written = try movie(log)
  let items = try samples(log.bytes)[0]
  let timeline = written.tracks[0].timeline(movieTimescale: written.timescale)
  #expect(items.map { timeline.presentation(of: $0.sample.compositionTime).time } == recording.tracks[0].items.map { $0.composition })
  #expect(items.allSatisfy { timeline.presentation(of: $0.sample.compositionTime).isShown })
  #expect((written.tracks[0].editList == nil) == (form == .signed))
  #expect(items.contains { $0.sample.compositionOffset < 0 } == (form == .signed))
}

/// Times of a byte stream, which both count from 0.
@Test(arguments: layouts) func picturesBeforeTheirDecodingTimeGetNoNegativeOffsets(way: WriterLayout) throws {
  var recording = try Recording("plain.mp4", times: 3, only: "vide")
  let first = recording.tracks[0].items[0].composition - recording.tracks[0].items[0].decode
  for index in recording.tracks[0].items.indices { recording.tracks[0].items[index].composition -= first }
  #expect(recording.tracks[0].items.contains { $0.composition < $0.decode })
  let log = try recording.write(way.layout)
  let written = try movie(log)
  let items = try samples(log.bytes)[0]
  let timeline = written.tracks[0].timeline(movieTimescale: written.timescale)
  #expect(items.map { timeline.presentation(of: $0.sample.compositionTime).time } == recording.tracks[0].items.map { $0.composition })
  #expect(items.allSatisfy { $0.sample.compositionOffset >= 0 && timeline.presentation(of: $0.sample.compositionTime).isShown })
}

/// Times at the ends of what an offset can say do not trap.
@Test(arguments: layouts) func extremeCompositionOffsetsAreKept(way: WriterLayout) throws {
  let log = OutputLog()
  let writer = try MovieWriter(log.output(), layout: way.layout)
  var settings = MovieInputSettings(try .avc(byteStream: Places.fixture("bframes.h264")))
  settings.timescale = 1000
  let input = try writer.addInput(settings)
  try writer.startSession(atSourceTime: .zero)
  let offsets: [Int64] = [0, Int64(Int32.max), Int64(Int32.min), 5]
  for (number, offset) in offsets.enumerated() {
    let time = Int64(number) * 40
    try input.append(
      [0, 0, 0, 2, 0x65, 0x88], presentationTimeStamp: MediaTime(milliseconds: time + offset),
      decodeTimeStamp: MediaTime(milliseconds: time))
  }
  try writer.finishWriting()
  #expect(try samples(log.bytes)[0].map { Int64($0.sample.compositionOffset) } == offsets)
}

/// Bytes of which no sample can be made, and parameter sets in a buffer of their own.
@Test func onlyAccessUnitsBecomeSamples() throws {
  let stream = try Places.fixture("bframes.h264")
  let writer = try MovieWriter(OutputLog().output())
  let input = try writer.addInput(.avc(byteStream: stream))
  try writer.startSession(atSourceTime: .zero)
  let units = AnnexB(stream).map { [0, 0, 0, 1] + Array($0.bytes) }
  let lengthPrefixed: [UInt8] = [0, 0, 0, 2, 0x65, 0x88]
  for bytes in [[], [1, 2, 3, 4], lengthPrefixed, [0, 0, 0, 1], [0x65] + units[0], [0, 0, 1, 0x09, 0xF0]] as [[UInt8]] {
    #expect(throws: MediaError.self, "\(bytes)") { try input.append(byteStream: bytes, presentationTimeStamp: .zero) }
  }
  let sets = units.filter { [7, 8].contains($0[4] & 31) }
  try input.append(byteStream: Array(sets.joined()), presentationTimeStamp: .zero)
  #expect(writer.sampleCount == 0 && !sets.isEmpty)
}

@Test(arguments: [WriterLayout.plain, .hybrid, .fragmented]) func tracksKeepTheirPlacesOnTheTimelineOfTheSession(way: WriterLayout) throws {
  let recording = try Recording("plain.mp4", times: 2)
  let log = OutputLog()
  let writer = try MovieWriter(log.output(), layout: way.layout)
  let inputs = try recording.inputs(of: writer)
  let origin = MediaTime(milliseconds: 3_600_000)
  try writer.startSession(atSourceTime: origin)
  // Audio starts 250 ms late, and video 100 ms early.
  let shifts = [MediaTime(milliseconds: 3_599_900), MediaTime(milliseconds: 3_600_250)]
  for next in recording.order { try recording.append(next.track, next.item, to: inputs, later: shifts[next.track]) }
  try writer.finishWriting()
  let written = try movie(log)
  for (index, items) in try samples(log.bytes).enumerated() {
    let timeline = written.tracks[index].timeline(movieTimescale: written.timescale)
    let scale = written.tracks[index].timescale
    let shown = items.map { timeline.presentation(of: $0.sample.compositionTime) }
    let wanted = recording.tracks[index].items.map {
      $0.composition + (index == 0 ? -Int64(scale) / 10 : Int64(scale) / 4)
    }
    #expect(shown.map { $0.time } == wanted)
    #expect(shown.map { $0.isShown } == wanted.map { $0 >= 0 })
  }
}

@Test func aByteStreamBecomesSamples() throws {
  for (fixture, isHEVC) in [("bframes.h264", false), ("opengop.hevc", true)] {
    let bytes = try Places.fixture(fixture)
    let format = isHEVC ? try MovieFormat.hevc(byteStream: bytes) : try MovieFormat.avc(byteStream: bytes)
    let log = OutputLog()
    let writer = try MovieWriter(log.output())
    let input = try writer.addInput(format)
    try writer.startSession(atSourceTime: .zero)
    try input.append(byteStream: bytes, presentationTimeStamp: .zero, duration: MediaTime(milliseconds: 40))
    try writer.finishWriting()
    let written = try samples(log.bytes)[0]
    #expect(written.count == 1 && written[0].sample.isSync && written[0].sample.duration == 640)
    var (types, next, sizes) = ([UInt8](), 0, 0)
    let sample = written[0].bytes
    while next + 4 < sample.count {
      let length = sample[next..<next + 4].reduce(0) { $0 << 8 | Int($1) }
      types.append(isHEVC ? sample[next + 4] >> 1 & 63 : sample[next + 4] & 31)
      (next, sizes) = (next + 4 + length, sizes + length)
    }
    let dispensable: [UInt8] = isHEVC ? [32, 33, 34, 35, 38] : [7, 8, 9, 12, 13]
    #expect(next == sample.count && types.count > 10 && types.allSatisfy { !dispensable.contains($0) })
    #expect(try movie(log).tracks[0].descriptions.count == 1)
  }
}

@Test func theRateOfPicturesStaysExact() throws {
  let recording = try Recording("plain.mp4", only: "vide")
  let log = OutputLog()
  let writer = try MovieWriter(log.output())
  let input = try writer.addInput(recording.tracks[0].format)
  try writer.startSession(atSourceTime: .zero)
  for number in 0..<300 {
    try input.append([0, 0, 0, 1, 0x65], presentationTimeStamp: MediaTime(value: Int64(number) * 1001, timescale: 30000) ?? .zero)
  }
  try writer.finishWriting()
  let written = try movie(log)
  #expect(written.tracks[0].timescale == 30_000 && written.tracks[0].mediaHeader?.duration == 300_300)
  #expect(try samples(log.bytes)[0].allSatisfy { $0.sample.duration == 1001 && $0.sample.isSync })
}
