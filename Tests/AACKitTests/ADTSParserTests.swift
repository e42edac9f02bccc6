import AACKit
import BitstreamKit
import Foundation
import TestSupport
import Testing

private let adtsFiles = Places.corpusFiles("aac", suffixes: [".aac"])

/// A row of the expected table from a frame.
private func row(_ frame: ADTSFrame) -> [String] {
  let header = frame.header
  let numbers: [UInt64] = [
    frame.position, UInt64(header.aacFrameLength), UInt64(header.id), UInt64(header.layer), header.protectionAbsent ? 1 : 0,
    UInt64(header.profileObjectType), UInt64(header.samplingFrequencyIndex), UInt64(header.channelConfiguration),
    UInt64(header.numberOfRawDataBlocksInFrame),
  ]
  return numbers.map { "\($0)" }
}

@Suite(.enabled(if: Places.corpus != nil)) struct ADTSCorpus {
  @Test(arguments: adtsFiles) func framesAreThoseOfTheTable(_ path: String) throws {
    let bytes = try Places.corpusFile(path)
    let expected = try Places.expectedRows(path + ".adts.csv.gz")
    let whole = events(bytes)
    #expect(whole.compactMap(\.frame).map(row) == expected)
    checkCover(whole, bytes.count, path)
    var generator = Generator(seed: 1)
    for longest in [0, 1, 6, 50, 700, 5000, 100_000] as [UInt64] {
      #expect(events(bytes, cutting: &generator, longest: longest) == whole, "pieces up to \(longest + 1)")
      #expect(events(bytes, cutting: &generator, longest: longest, skipping: true) == whole, "skipping, pieces up to \(longest + 1)")
    }
  }

  @Test func everyPrefixOfAFile() throws {
    for path in ["aac/fq_adts.aac", "aac/shaka_fileSequence0_id3.aac"] {
      let bytes = try Places.corpusFile(path)
      let whole = events(bytes)
      // One or two letters are not a beginning of a tag.
      for length in 3...min(bytes.count, 2000) {
        let found = events(Array(bytes[..<length]))
        checkCover(found, length, "\(path) cut at \(length)")
        #expect(found.filter { $0.end != nil } == whole.filter { ($0.end ?? .max) <= UInt64(length) }, "\(path) cut at \(length)")
      }
    }
  }

  @Test(arguments: Places.corpusFiles()) func anyFileIsCoveredWhateverItHolds(_ path: String) throws {
    let bytes = Array(try Places.corpusFile(path).prefix(300_000))
    let whole = events(bytes)
    checkCover(whole, bytes.count, path)
    var generator = Generator(seed: 2)
    #expect(events(bytes, cutting: &generator, longest: 30_000) == whole)
    if !path.hasPrefix("aac/") { #expect(whole.compactMap(\.frame).count < 3, "\(path) holds no ADTS") }
  }

  /// Every 50th frame of a real file is followed by garbage cut from a video stream: nothing else is lost.
  @Test(arguments: adtsFiles) func garbageIsFoundAndFramesAreRecovered(_ path: String) throws {
    let bytes = try Places.corpusFile(path)
    let video = try Places.corpusFile("h264/CABAST3_Sony_E.264")
    var generator = Generator(seed: 3)
    var (damaged, expected): ([UInt8], [String]) = ([], [])
    for (index, event) in events(bytes).enumerated() {
      let (from, to) = (Int(event.position), Int(event.end ?? 0))
      if let frame = event.frame { expected.append("frame \(damaged.count)+\(frame.header.aacFrameLength)") }
      if case .id3 = event { expected.append("id3 \(damaged.count)+\(to - from)") }
      damaged += bytes[from..<to]
      if index % 50 == 1 {
        let start = Int(generator.upTo(400_000))
        let garbage = video[start..<start + 1 + Int(generator.upTo(20_000))]
        expected.append("garbage \(damaged.count)+\(garbage.count)")
        damaged += garbage
      }
    }
    #expect(events(damaged).map(\.short) == expected)
    #expect(events(damaged, cutting: &generator, longest: 3000) == events(damaged))
  }
}

@Test(arguments: 0..<150 as Range<UInt64>) func lookAlikesInPayloadsAreNoFrames(_ seed: UInt64) throws {
  var generator = Generator(seed: seed)
  let stream = try randomStream(&generator, frames: 12)
  let whole = events(stream.bytes)
  #expect(whole.compactMap { $0.frame.map { Int($0.position) } } == stream.starts)
  #expect(whole.count == stream.starts.count)
  for longest in [0, 1, 9, 100, 3000] as [UInt64] {
    #expect(events(stream.bytes, cutting: &generator, longest: longest) == whole)
    #expect(events(stream.bytes, cutting: &generator, longest: longest, skipping: true) == whole)
  }
}

/// The stream entered in the middle of a frame, whose look-alikes must not be taken for frames; and a header destroyed further on.
@Test(arguments: 0..<150 as Range<UInt64>) func damageCostsTheDamagedFramesAlone(_ seed: UInt64) throws {
  var generator = Generator(seed: 1000 + seed)
  let stream = try randomStream(&generator, frames: 12)
  let cut = 1 + Int(generator.upTo(UInt64(stream.starts[1] - 2)))
  let hit = 3 + Int(generator.upTo(6))
  var bytes = stream.bytes
  bytes[stream.starts[hit]] = 0x7E
  bytes.removeFirst(cut)
  let found = events(bytes)
  let good = stream.starts.indices.filter { $0 != 0 && $0 != hit }.map { stream.starts[$0] - cut }
  #expect(found.compactMap { $0.frame.map { Int($0.position) } } == good)
  #expect(
    found.map(\.short).filter { $0.hasPrefix("garbage") } == [
      "garbage 0+\(stream.starts[1] - cut)",
      "garbage \(stream.starts[hit] - cut)+\(stream.starts[hit + 1] - stream.starts[hit])",
    ])
  checkCover(found, bytes.count, "")
  for longest in [0, 9, 500] as [UInt64] { #expect(events(bytes, cutting: &generator, longest: longest) == found) }
}

@Test(arguments: 0..<80 as Range<UInt64>) func flippedBitsNeverTrapAndPiecesNeverMatter(_ seed: UInt64) throws {
  var generator = Generator(seed: 2000 + seed)
  var bytes = try randomStream(&generator, frames: 6).bytes
  for _ in 0...generator.upTo(6) { bytes[Int(generator.upTo(UInt64(bytes.count - 1)))] ^= 1 << UInt8(generator.upTo(7)) }
  let found = events(bytes)
  checkCover(found, bytes.count, "seed \(seed)")
  for longest in [0, 5, 300] as [UInt64] { #expect(events(bytes, cutting: &generator, longest: longest) == found) }
  for length in 0..<min(bytes.count, 400) { checkCover(events(Array(bytes[..<length])), length, "cut at \(length)") }
}

// MARK: - Tags, edges and ends

private func id3(_ count: Int, version: UInt8 = 4, footer: Bool = false) -> [UInt8] {
  let size = [count >> 21, count >> 14, count >> 7, count].map { UInt8($0 & 0x7F) }
  return [0x49, 0x44, 0x33, version, 0, footer ? 0x10 : 0] + size + [UInt8](repeating: 0xFF, count: count)
    + (footer ? [0x33, 0x44, 0x49, version, 0, 0x10] + size : [])
}

private func ape(_ count: Int) -> [UInt8] {
  func block(_ flags: UInt8) -> [UInt8] {
    [UInt8]("APETAGEX".utf8) + [0xD0, 7, 0, 0, UInt8(count + 32), 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, flags] + [UInt8](repeating: 0, count: 8)
  }
  return block(0xA0) + [UInt8](repeating: 0x55, count: count) + block(0x80)
}

private let id3v1 = [UInt8]("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)

private func check(_ parts: [[UInt8]], _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation) {
  let bytes = parts.flatMap { $0 }
  let found = events(bytes)
  #expect(found.map(\.short) == expected, sourceLocation: sourceLocation)
  var generator = Generator(seed: 7)
  for longest in [0, 1, 3, 20, 200] as [UInt64] {
    #expect(events(bytes, cutting: &generator, longest: longest) == found, sourceLocation: sourceLocation)
    #expect(events(bytes, cutting: &generator, longest: longest, skipping: true) == found, sourceLocation: sourceLocation)
  }
}

@Test func tagsStandInFrontBetweenAndBehind() throws {
  let one = try frame(20)
  check([id3(300), one, one], ["id3 0+310", "frame 310+27", "frame 337+27"])
  check([id3(5, footer: true), id3(6, version: 3), one], ["id3 0+25", "id3 25+16", "frame 41+27"])
  check([one, id3(63), one, one], ["frame 0+27", "id3 27+73", "frame 100+27", "frame 127+27"])
  check([one, one, id3v1], ["frame 0+27", "frame 27+27", "ID3v1 tag 54+128"])
  check([one, ape(40), id3v1], ["frame 0+27", "APEv2 tag 27+104", "ID3v1 tag 131+128"])
  check([one, id3v1, one], ["frame 0+27", "ID3v1 tag 27+128", "frame 155+27"])
  check([one, id3v1, id3(1), one], ["frame 0+27", "ID3v1 tag 27+128", "id3 155+11", "frame 166+27"])
  // Three letters and no tag.
  check([one, [UInt8]("TAGESSCHAU".utf8), one, one], ["frame 0+27", "garbage 27+10", "frame 37+27", "frame 64+27"])
  check([one, [UInt8]("TAG".utf8)], ["frame 0+27", "garbage 27+3"])
  check([one, [UInt8]("ID3 is not here".utf8)], ["frame 0+27", "garbage 27+15"])
  check([id3(300)], ["id3 0+310"])
}

@Test func whatTheEndCutsOffIsToldAsSuch() throws {
  let one = try frame(20)
  check([one, Array(one[..<26])], ["frame 0+27", "adts_frame cut at 27 with header"])
  check([Array(one[..<7])], ["adts_frame cut at 0 with header"])
  check([one, Array(one[..<6])], ["frame 0+27", "adts_header cut at 27"])
  check([one, [0xFF]], ["frame 0+27", "adts_header cut at 27"])
  check([one, Array(id3(300)[..<200])], ["frame 0+27", "ID3v2 cut at 27"])
  check([one, Array(id3(300)[..<9])], ["frame 0+27", "ID3v2 cut at 27"])
  check([one, Array(ape(30)[..<60])], ["frame 0+27", "APEv2 cut at 27"])
  check([one, Array(ape(30)[..<20])], ["frame 0+27", "APEv2 cut at 27"])
  check([], [])
  var protected = ADTSHeader()
  protected.errorCheck = ADTSErrorCheck()
  let crc = try frame(20, like: protected)
  check([crc, Array(crc[..<8])], ["frame 0+29", "adts_error_check cut at 29"])
  guard case .truncated(_, let header?, let error) = events(Array(one[..<20])).last else {
    Issue.record("not told")
    return
  }
  #expect(header.aacFrameLength == 27)
  #expect(error.isTruncation && error.byteOffset == 0)
  #expect(error.description == "adts_frame (file byte 0x0): truncated: needs 27 bytes, 20 bytes left")
}

@Test func aFrameAtTheVeryBeginningIsBelievedUntilRefuted() throws {
  let one = try frame(20)
  let junk = [UInt8](repeating: 0xAA, count: 50)
  check([one], ["frame 0+27"])
  check([one, junk, one, one], ["frame 0+27", "garbage 27+50", "frame 77+27", "frame 104+27"])
  check([one, junk], ["frame 0+27", "garbage 27+50"])
  check([id3(9), one, junk, one, one], ["id3 0+19", "frame 19+27", "garbage 46+50", "frame 96+27", "frame 123+27"])
  // Frames of another kind, or inside of it: it was none.
  var other = ADTSHeader()
  other.samplingFrequencyIndex = 3
  let another = try frame(20, like: other)
  check([one, junk, another, another], ["garbage 0+77", "frame 77+27", "frame 104+27"])
  // In sync, a header that differs from those around it is that of a frame if they go on behind it.
  check([one, one, another, one], ["frame 0+27", "frame 27+27", "frame 54+27", "frame 81+27"])
  check([one, one, another, junk, one, one], ["frame 0+27", "frame 27+27", "garbage 54+77", "frame 131+27", "frame 158+27"])
  // But not if there is a CRC in one and none in the others, which puts the blocks elsewhere.
  var protected = one
  protected[1] ^= 1
  check([one, one, protected, one, one], ["frame 0+27", "frame 27+27", "garbage 54+27", "frame 81+27", "frame 108+27"])
  let lookAlike = Array(try frame(300)[..<7])
  check(
    [lookAlike, one, one, one, one, junk, [1], junk, [UInt8](repeating: 2, count: 150), one, one],
    [
      "garbage 0+7", "frame 7+27", "frame 34+27", "frame 61+27", "frame 88+27", "garbage 115+251", "frame 366+27", "frame 393+27",
    ])
}

@Test func aHeaderAtTheVeryBeginningThatReachesBeyondTheEnd() throws {
  let long = Array(try frame(5000)[..<7])
  let one = try frame(20)
  check([long, [9, 9], one, one], ["garbage 0+9", "frame 9+27", "frame 36+27"])
  check([long, [9, 9], one, [9, 9], [9]], ["adts_frame cut at 0 with header"])
}

@Test func aLoneHeaderInGarbageIsNotBelieved() throws {
  let one = try frame(20)
  let junk = [UInt8](repeating: 0xFF, count: 9000)
  check([one, one, junk, one, junk], ["frame 0+27", "frame 27+27", "garbage 54+18027"])
  check([junk, one], ["garbage 0+9000", "frame 9000+27"])
  check([junk, one, Array(one[..<3])], ["garbage 0+9000", "frame 9000+27", "adts_header cut at 9027"])
  check([junk, one, id3(4)], ["garbage 0+9000", "frame 9000+27", "id3 9027+14"])
  check([junk, Array(one[..<20])], ["garbage 0+9020"])
  check([junk], ["garbage 0+9000"])
  // Lengths below the header's own, reserved and forbidden frequencies, another layer.
  for (index, value) in [(5, 0xC0), (2, 0x74), (2, 0x7C), (1, 0xF3)] as [(Int, UInt8)] {
    var bad = try frame(0)
    bad[index] = value
    check([one, bad, one, one], ["frame 0+27", "garbage 27+7", "frame 34+27", "frame 61+27"])
  }
}

@Test func theLongestFrameIsFoundBehindGarbage() throws {
  let long = try frame(8191 - 7, fill: 0xFF)
  check([[0, 1, 2], long, long], ["garbage 0+3", "frame 3+8191", "frame 8194+8191"])
}

@Test func protectedFramesOfSeveralBlocks() throws {
  var header = ADTSHeader()
  header.numberOfRawDataBlocksInFrame = 3
  header.errorCheck = ADTSErrorCheck()
  header.errorCheck?.rawDataBlockPosition = [10, 20, 30]
  header.errorCheck?.crcCheck = 0xBEEF
  let one = try frame(40, like: header)
  #expect(one.count == 55)
  check([one, one], ["frame 0+55", "frame 55+55"])
  #expect(events(one)[0].frame?.header.errorCheck?.rawDataBlockPosition == [10, 20, 30])
  #expect(events(one)[0].frame?.payloadPosition == 15)
  #expect(events(one)[0].frame?.header.samplesPerFrame == 4096)
}

/// What ffmpeg's encoder and muxers write: frames where ffprobe finds packets, and the configuration that MP4 gets.
@Test(
  .enabled(if: Program.has("ffmpeg") && Program.has("ffprobe")), arguments: [(48000, 1), (44100, 2), (32000, 6), (11025, 2), (7350, 1)])
func ffmpegsFramesAreFound(_ rate: Int, _ channels: Int) throws {
  let (adts, mp4) = (Places.scratch("a.aac"), Places.scratch("a.m4a"))
  defer { for file in [adts, mp4] { try? FileManager.default.removeItem(at: file) } }
  let made = try Program.run(
    "ffmpeg",
    [
      "-v", "error", "-f", "lavfi", "-i", "sine=440:r=\(rate):d=1", "-ac", "\(channels)", "-c:a", "aac", adts.path,
      "-ac", "\(channels)", "-c:a", "aac", mp4.path,
    ])
  #expect(made.status == 0, "\(made.standardError)")
  let bytes = [UInt8](try Data(contentsOf: adts))
  let frames = events(bytes).compactMap(\.frame)
  let packets = try Program.run("ffprobe", ["-v", "error", "-show_entries", "packet=size,pos", "-of", "csv=p=0", adts.path])
  #expect(frames.map { "\($0.header.aacFrameLength),\($0.position)" } == packets.text.split(separator: "\n").map(String.init))
  let first = try #require(frames.first)
  #expect(first.header.samplingFrequency == UInt32(rate) && first.header.channelCount == channels)
  let config = try #require(configs(in: [UInt8](try Data(contentsOf: mp4))).first)
  #expect(Array(config.prefix(2)) == (try AudioSpecificConfig(first.header).encoded()))
  #expect(
    try ADTSHeader(AudioSpecificConfig(parsing: config), payloadSize: first.header.payloadSize).encoded().prefix(4)
      == bytes.prefix(4))
}
