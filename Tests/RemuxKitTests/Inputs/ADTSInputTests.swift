import AACKit
import BitstreamKit
@testable import RemuxKit
import TestSupport
import Testing

/// The raw data blocks of a fixture, and its first header.
private func tone() throws -> (header: ADTSHeader, blocks: [[UInt8]]) {
  let bytes = try Places.fixture("tone.aac")
  var parser = ADTSParser()
  var cursor = 0
  var found: [ADTSFrame] = []
  while let event = parser.next(in: bytes, from: &cursor, to: bytes.count) { if case .frame(let frame) = event { found.append(frame) } }
  while let event = parser.finish() { if case .frame(let frame) = event { found.append(frame) } }
  return (try #require(found.first).header, found.map { Array(bytes[Int($0.payloadPosition)..<Int($0.end)]) })
}

/// Puts blocks in frames of `count`, with or without positions and checksums. The checksums are not verified.
private func stream(_ header: ADTSHeader, _ blocks: [[UInt8]], inFramesOf count: Int, isProtected: Bool) throws -> [UInt8] {
  var bytes: [UInt8] = []
  for start in stride(from: 0, to: blocks.count, by: count) {
    let part = blocks[start..<min(blocks.count, start + count)]
    var frame = header
    frame.numberOfRawDataBlocksInFrame = UInt8(part.count - 1)
    frame.errorCheck = isProtected ? ADTSErrorCheck() : nil
    var payload: [UInt8] = []
    for (index, block) in part.enumerated() {
      if index > 0 { frame.errorCheck?.rawDataBlockPosition.append(UInt16(payload.count)) }
      payload += block + (isProtected && part.count > 1 ? [0xAB, 0xCD] : [])
    }
    frame.aacFrameLength = UInt16(frame.headerSize + payload.count)
    bytes += try frame.encoded() + payload
  }
  return bytes
}

private func carried(_ bytes: [UInt8], _ target: Remuxer.Target) throws -> [UInt8] {
  let memory = MemoryOutput()
  _ = try Remuxer.carry(MemorySource(bytes), to: target, memory.output())
  return memory.bytes
}

@Test(arguments: [1, 2, 3, 4]) func protectedFramesFallIntoTheirBlocks(count: Int) throws {
  let (header, blocks) = try tone()
  let plain = try stream(header, blocks, inFramesOf: 1, isProtected: false)
  let several = try stream(header, blocks, inFramesOf: count, isProtected: true)
  for target in [Remuxer.Target.mp4, .flv, .adts] {
    let (one, other) = (try carried(plain, target), try carried(several, target))
    #expect(one == other && !one.isEmpty)
  }
  let found = try samples(several).tracks[0]
  #expect(found.map { Array(several[Int($0.offset)..<Int($0.offset + $0.size)]) } == blocks)
  #expect(found.map { $0.decodeTime } == blocks.indices.map { Int64($0) * 1024 })
  let joined = try MediaComposition.joining([try mediaInput(several), try mediaInput(plain)], tracks: [0], for: .mp4)
  #expect(try written(joined, .mp4).difference == nil)
}

/// Frames that do not locate their blocks are listed with their total duration, but cannot be remuxed.
@Test func framesOfSeveralBlocksWithoutPlacesAreNotCarried() throws {
  let (header, blocks) = try tone()
  let bytes = try stream(header, blocks, inFramesOf: 2, isProtected: false)
  let found = try samples(bytes).tracks[0]
  #expect(found.count == (blocks.count + 1) / 2 && found.first?.duration == 2048)
  for target in [Remuxer.Target.mp4, .flv, .adts] {
    do {
      _ = try carried(bytes, target)
      Issue.record("not refused")
    } catch { #expect("\(error)".contains("no protected header to locate them")) }
  }
  #expect(throws: MediaError.self) {
    try MediaComposition.joining([try mediaInput(bytes), try mediaInput(bytes)], tracks: [0], for: .mp4)
  }
}

/// Invalid block positions are ignored.
@Test(arguments: [[0, 0], [1, 1], [40, 20], [5, 8000]] as [[UInt16]]) func placesThatCannotBe(positions: [UInt16]) throws {
  var header = try tone().header
  header.numberOfRawDataBlocksInFrame = 2
  header.errorCheck = ADTSErrorCheck()
  header.errorCheck?.rawDataBlockPosition = positions
  header.aacFrameLength = UInt16(header.headerSize + 60)
  #expect(ADTSFrame(position: 7, header: header).rawDataBlocks == nil)
  header.errorCheck?.rawDataBlockPosition = [10, 30]
  let start = 7 + UInt64(header.headerSize)
  #expect(
    ADTSFrame(position: 7, header: header).rawDataBlocks == [start..<start + 8, start + 10..<start + 28, start + 30..<start + 58])
}

/// Concatenated streams have a configuration each, and a header that differs alone is damaged.
@Test func theConfigurationChanges() throws {
  let (header, blocks) = try tone()
  var other = header
  (other.samplingFrequencyIndex, other.channelConfiguration) = (header.samplingFrequencyIndex + 1, 3 - header.channelConfiguration)
  let (first, second) = (
    try stream(header, Array(blocks[..<10]), inFramesOf: 1, isProtected: false),
    try stream(other, Array(blocks[10..<20]), inFramesOf: 1, isProtected: false)
  )
  let written = try MediaReader(MemorySource(try carried(first + second, .mp4)))
  #expect(written.movie?.tracks[0].descriptions.count == 2)
  var (reader, indices, end) = (written, [UInt32](), 0.0)
  while let sample = try reader.next() {
    indices.append(sample.descriptionIndex)
    end = Double(sample.decodeTime) + Double(sample.duration)
  }
  #expect(indices == Array(repeating: 1, count: 10) + Array(repeating: 2, count: 10))
  let rates = try [header, other].map { Double(try #require($0.samplingFrequency)) }
  #expect(abs(end / rates[0] - 10_240 / rates[0] - 10_240 / rates[1]) < 2 / rates[0], "\(end)")
  let damaged = first + (try stream(other, [blocks[10]], inFramesOf: 1, isProtected: false)) + first
  var own = try MediaReader(MemorySource(damaged))
  indices = []
  while let sample = try own.next() { indices.append(sample.descriptionIndex) }
  #expect(indices == Array(repeating: 1, count: 21))
  #expect(own.findings.contains { $0.contains("has another configuration than those around it") }, "\(own.findings)")
  // The last frame has none after it.
  var last = try MediaReader(MemorySource(first + (try stream(other, [blocks[10]], inFramesOf: 1, isProtected: false))))
  while let sample = try last.next() { #expect(sample.descriptionIndex == 1) }
  #expect(!last.findings.isEmpty)
}

/// The tag at the end of a file is not damage.
@Test func aTagAtTheEndIsNoFinding() throws {
  let bytes = try Places.fixture("tone.aac")
  let tag = Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)
  for (end, count) in [(tag, 0), ([UInt8](repeating: 0, count: 128), 1), (tag.dropLast(), 1)] {
    var reader = try MediaReader(MemorySource(bytes + end), as: .adts)
    while try reader.next() != nil {}
    #expect(reader.findings.count == count, "\(reader.findings)")
  }
}

/// Blocks that begin with a program_config_element keep it: a copy has the bytes of its source.
@Test func channelsOfTheirOwnAreCopied() throws {
  var program = ProgramConfigElement()
  (program.objectType, program.samplingFrequencyIndex) = (1, 4)
  program.frontElements = [.init(), .init()]
  var config = AudioSpecificConfig()
  config.channelConfiguration = 0
  config.gaSpecificConfig?.programConfigElement = program
  let writer = try ADTSWriter(config)
  var bytes: [UInt8] = []
  for value in 0..<20 as Range<UInt8> { try writer.append([0x21, 0x10, value], 0..<3, to: &bytes) }
  let copy = MemoryOutput()
  _ = try Remuxer.carry(MemorySource(bytes), to: .adts, copy.output())
  #expect(copy.bytes == bytes)
  // The container in between has the layout in its configuration.
  let movie = MemoryOutput()
  _ = try Remuxer.carry(MemorySource(bytes), to: .mp4, movie.output())
  let again = MemoryOutput()
  _ = try Remuxer.carry(MemorySource(movie.bytes), to: .adts, again.output())
  #expect(again.bytes == bytes)
}
