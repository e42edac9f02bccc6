import AACKit
import BitstreamKit
import Foundation
import TestSupport
import Testing

@testable import AACKit

/// What an ADTS header says of its frames.
private func config(_ header: ADTSHeader) -> AudioSpecificConfig {
  var config = AudioSpecificConfig()
  config.samplingFrequencyIndex = header.samplingFrequencyIndex
  config.channelConfiguration = header.channelConfiguration
  return config
}

/// Walks the frames of a stream.
/// - Returns: how many ended where they should, and what was wrong with others.
private func walkFrames(_ bytes: [UInt8]) throws -> (good: Int, faults: [String]) {
  var (good, faults): (Int, [String]) = (0, [])
  for frame in events(bytes).compactMap(\.frame) {
    let start = Int(frame.position)
    let (head, end) = (start + frame.header.headerSize, start + Int(frame.header.aacFrameLength))
    guard frame.header.numberOfRawDataBlocksInFrame == 0, frame.header.profileObjectType == 1, end <= bytes.count else { continue }
    var config = config(frame.header)
    if config.channelConfiguration == 0 {
      config.gaSpecificConfig?.programConfigElement = try ProgramConfigElement(leading: Array(bytes[head..<end]))
    }
    var walker = try RawDataBlockWalker(config)
    do throws(RawDataBlockFault) {
      let block = try walker.walk(bytes, head..<bytes.count)
      if block.byteCount == end - head { good += 1 } else { faults.append("\(start): \(block.byteCount) and not \(end - head)") }
    } catch { faults.append("\(start): \(error)") }
  }
  return (good, faults)
}

@Test(arguments: 1...11) func codebooksFillTheirCodeSpace(book: Int) {
  let rows = SpectralCodebooks.rows(SpectralCodebooks.books[book - 1])
  let digits = rows.flatMap(\.digits)
  let most = SpectralCodebooks.shared.longest[book]
  #expect(rows.reduce(0) { $0 + $1.digits.count << (most - $1.length) } == 1 << most)
  #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.length < $1.length })
  // How many codewords have so many values that are not zero follows from how many values there are: the largest, and how many at once.
  let (largest, values) = [3: (2, 4), 4: (2, 4), 7: (7, 2), 8: (7, 2), 9: (12, 2), 10: (12, 2), 11: (16, 2)][book] ?? (0, 0)
  func count(_ digit: UInt8) -> Int { digits.count { $0 == digit } }
  switch book {
  case 1, 2, 5, 6: #expect(digits == Array(repeating: 0, count: 81))
  case 11: #expect((0...5).map { count($0) } == [1, 30, 225, 2, 30, 1])
  case 3, 4: #expect((0...4).map { count($0) } == [1, 4 * largest, 6 * 4, 4 * 8, 16] && values == 4)
  default: #expect((0...2).map { count($0) } == [1, 2 * largest, largest * largest])
  }
}

@Test func stepsOfScalefactorsAreTheirCodewords() {
  for (bits, step) in ScalefactorCodebook.steps.enumerated() {
    var (used, sums) = (0, [0])
    for _ in 0..<step.count {
      let entry = ScalefactorCodebook.table[bits << used & 0x7FF]
      #expect(entry != 0)
      used += Int(entry & 15)
      sums.append((sums.last ?? 0) + Int(entry >> 4) - 64)
    }
    #expect(used == step.bits && used <= 11 && sums.last == Int(step.sum))
    #expect(sums.min() == Int(step.lowest) && sums.max() == Int(step.highest))
    // No codeword fits into the rest.
    let next = ScalefactorCodebook.table[bits << used & 0x7FF]
    #expect(next == 0 || used + Int(next & 15) > 11)
  }
}

@Test func scalefactorsAreCodedOnceEach() {
  #expect(ScalefactorCodebook.differences.sorted() == Array(-60...60))
  #expect(ScalefactorCodebook.counts.reduce(0, +) == 121)
  #expect(ScalefactorCodebook.counts.enumerated().reduce(0) { $0 + $1.element << (19 - $1.offset) } == 1 << 19)
}

@Test(arguments: 0...12) func bandsCoverAllLines(index: Int) {
  for (isShort, lines) in [(false, 1024), (true, 128)] {
    let offsets = ScalefactorBands.offsets(samplingFrequencyIndex: index, isShort: isShort)
    #expect(offsets.first == 0 && offsets.last == lines && offsets.allSatisfy { $0 % 4 == 0 })
    let widths = zip(offsets, offsets.dropFirst()).map { $1 - $0 }
    #expect(widths.allSatisfy { $0 > 0 } && widths.count <= (isShort ? 15 : 51))
  }
  #expect(ScalefactorBands.index(nearestTo: SamplingFrequency.hertz(ofIndex: UInt8(index)) ?? 0) == min(11, index))
}

@Suite(.enabled(if: Places.corpus != nil)) struct RawDataCorpus {
  @Test(arguments: Places.corpusFiles("aac", suffixes: [".aac"])) func blocksEndWhereFramesDo(_ path: String) throws {
    let (good, faults) = try walkFrames(try Places.corpusFile(path))
    #expect(faults.isEmpty, "\(good) are right; \(faults.prefix(3))")
  }
}

/// A block of one channel that takes all bands from one codebook, and random bits for spectral data.
/// - Parameter isLonger: whether to insert an extra bit before the end.
private func randomBlock(
  _ book: Int, _ index: UInt8, isShort: Bool, isLonger: Bool, _ generator: inout Generator
) throws -> [UInt8] {
  var config = AudioSpecificConfig()
  (config.samplingFrequencyIndex, config.channelConfiguration) = (index, 1)
  var walker = try RawDataBlockWalker(config)
  let bands = (isShort ? walker.shortOffsets : walker.longOffsets).count - 1
  var bits: [UInt8] = []
  func put(_ value: Int, _ count: Int) { for bit in (0..<count).reversed() { bits.append(UInt8(value >> bit & 1)) } }
  put(0, 7)
  put(140, 8)
  put(isShort ? 0b0101 : 0b0001, 4)
  if isShort { put(bands, 4) } else { put(bands, 6) }
  if isShort { put(0b1011011, 7) } else { put(0, 1) }
  let (width, groups) = isShort ? (3, 3) : (5, 1)
  for _ in 0..<groups {
    put(book, 4)
    var left = bands
    while left >= 1 << width - 1 {
      put(1 << width - 1, width)
      left -= 1 << width - 1
    }
    put(left, width)
  }
  put(0, bands * groups)
  put(0, 3)
  // Enough for every value in the longest form that there is; escapes of more than 13 bits do not come of bytes that end so.
  for _ in 0..<3000 { put(Int(generator.next() & 0x7F) << 1, 8) }
  func bytes() -> [UInt8] {
    stride(from: 0, to: bits.count, by: 8).map { place in
      (0..<8).reduce(0) { $0 << 1 | (place + $1 < bits.count ? bits[place + $1] : 0) }
    }
  }
  let all = bytes()
  var cursor = RawDataCursor(all, 0..<all.count)
  try cursor.skip(7)
  try walker.passChannel(&cursor, .single)
  bits.removeSubrange(cursor.offset...)
  if isLonger { put(0, 1) }
  put(7, 3)
  return bytes()
}

@Suite(.enabled(if: Program.has("ffmpeg"))) struct RawDataWithFFmpegTests {
  /// A decoder takes blocks that end where this toolkit says, and no others: all codebooks, all tables of bands.
  @Test(arguments: 0...12 as ClosedRange<UInt8>) func aDecoderSeesTheSameEnd(index: UInt8) throws {
    var generator = Generator(seed: UInt64(index) + 1)
    for isLonger in [false, true] {
      var (stream, count): ([UInt8], Int) = ([], 0)
      for book in 1...11 {
        for isShort in [false, true] {
          let block = try randomBlock(book, index, isShort: isShort, isLonger: isLonger, &generator)
          var header = ADTSHeader()
          (header.samplingFrequencyIndex, header.channelConfiguration, header.profileObjectType) = (index, 1, 1)
          header.aacFrameLength = UInt16(7 + block.count)
          stream += try header.encoded() + block
          count += 1
        }
      }
      let file = FileManager.default.temporaryDirectory.appending(path: "walk-\(UUID().uuidString).aac")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data(stream).write(to: file)
      let words = ["-nostdin", "-v", "error", "-f", "aac", "-i", file.path, "-f", "f32le", "-"]
      let result = try Program.run("ffmpeg", words)
      #expect(result.standardError.isEmpty != isLonger, "\(result.standardError.prefix(300))")
      #expect((result.standardOutput.count == count * 4096) != isLonger)
    }
  }

  @Test(arguments: [
    ("anoisesrc=d=3:c=white:r=44100", 44100, 1), ("anoisesrc=d=3:c=pink:r=48000", 48000, 2), ("sine=f=440:b=4:d=3:r=22050", 22050, 1),
    ("aevalsrc=sin(2000*t*t)*0.7|random(0)*lt(mod(t\\,0.3)\\,0.02):d=4:s=32000", 32000, 2),
    ("aevalsrc=sin(900*t)|random(0)*gt(mod(t\\,0.5)\\,0.45)|0.1*random(1)|sin(50*t)|0.5*sin(3000*t*t)|0:d=3:s=48000:c=5.1", 48000, 6),
    ("aevalsrc=0.9*sin(400*t+8*sin(9*t))*lt(mod(t\\,0.4)\\,0.3):d=4:s=16000", 16000, 1), ("anullsrc=r=8000:cl=stereo:d=2", 8000, 2),
    ("aevalsrc=random(0)-0.5|random(1)-0.5:d=3:s=96000", 96000, 2),
  ]) func blocksOfFFmpegEndWhereFramesDo(source: String, rate: Int, channels: Int) throws {
    for kilobits in [12, 32, 64, 128, 320] {
      for coder in ["twoloop", "fast", "anmr"] where coder != "anmr" || kilobits == 64 && channels == 1 {
        let words =
          ["-nostdin", "-v", "error", "-f", "lavfi", "-i", source, "-c:a", "aac", "-aac_coder", coder, "-strict", "-2"]
          + ["-b:a", "\(kilobits * channels)k", "-f", "adts", "-"]
        let stream = [UInt8](try Program.run("ffmpeg", words).standardOutput)
        let (good, faults) = try walkFrames(stream)
        #expect(good > 10 && faults.isEmpty, "\(kilobits) \(coder): \(good) are right; \(faults.prefix(3))")
      }
    }
  }
}

/// Frames of all kinds, each with its configuration.
private func someFrames() throws -> [(config: AudioSpecificConfig, bytes: [UInt8])] {
  let bytes = try Places.fixture("tone.aac")
  return events(bytes).compactMap(\.frame).prefix(12).map { frame in
    let start = Int(frame.position)
    return (config(frame.header), Array(bytes[start + frame.header.headerSize..<start + Int(frame.header.aacFrameLength)]))
  }
}

@Test func everyPrefixOfABlockIsCutOff() throws {
  for (config, bytes) in try someFrames() {
    var walker = try RawDataBlockWalker(config)
    let block = try walker.walk(bytes, 0..<bytes.count)
    #expect(block.byteCount == bytes.count && walker.elements.last?.kind == .end && walker.elements.contains { $0.kind.isChannel })
    for length in 0..<bytes.count {
      #expect(throws: RawDataBlockFault.self) { try walker.walk(bytes, 0..<length) }
      do throws(RawDataBlockFault) { _ = try walker.walk(bytes, 0..<length) } catch {
        #expect(error.reason == .truncated && error.bitOffset <= length * 8)
      }
    }
    // Bytes before and after the block have no effect.
    let other = [0xFF, 0x12] + bytes + [0x21, 0xFF, 0x00]
    #expect(try walker.walk(other, 2..<other.count) == block)
  }
}

@Test func flippedBitsEndInAnErrorOrAValue() throws {
  var (errors, values) = (0, 0)
  for (config, bytes) in try someFrames() {
    var walker = try RawDataBlockWalker(config)
    for bit in 0..<bytes.count * 8 {
      var damaged = bytes
      damaged[bit / 8] ^= 0x80 >> UInt8(bit % 8)
      do throws(RawDataBlockFault) {
        #expect(try walker.walk(damaged, 0..<damaged.count).byteCount <= damaged.count)
        values += 1
      } catch {
        #expect(error.bitOffset >= 0 && error.bitOffset <= damaged.count * 8 && !error.description.isEmpty)
        errors += 1
      }
    }
  }
  #expect(errors > 0 && values > 0)
}

/// Of bytes that are not a sound hardly any can be walked: that is what the strictness is for.
@Test(arguments: 1...7 as ClosedRange<UInt8>) func randomBytesAreNoBlocks(configuration: UInt8) throws {
  var generator = Generator(seed: 40 + UInt64(configuration))
  let bytes = (0..<40_000).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 13) }
  var config = AudioSpecificConfig()
  config.channelConfiguration = configuration
  var walker = try RawDataBlockWalker(config)
  var found = 0
  for place in bytes.indices where walker.canBegin(with: bytes[place]) {
    if (try? walker.walk(bytes, place..<min(bytes.count, place + 6144))) != nil { found += 1 }
  }
  #expect(found < 20, "\(found)")
}

@Test func whatIsNoBlockIsRefused() throws {
  /// A walker of one channel meets bits.
  func reason(_ bits: String, _ change: (inout AudioSpecificConfig) -> Void = { _ in }) throws -> RawDataBlockFault? {
    var config = AudioSpecificConfig()
    config.channelConfiguration = 1
    change(&config)
    var walker = try RawDataBlockWalker(config)
    let digits = Array(bits.filter { $0 != " " }) + Array(repeating: "0", count: 64)
    let bytes = stride(from: 0, to: digits.count - 7, by: 8).map { UInt8(String(digits[$0..<$0 + 8]), radix: 2) ?? 0 }
    do throws(RawDataBlockFault) {
      _ = try walker.walk(bytes, 0..<bytes.count)
      return nil
    } catch { return error }
  }
  let head = "000 0000 10000000"
  #expect(try reason("\(head) 0000 000000 0 000 111") == nil)
  #expect(try reason("\(head) 1000 000000 0 000 111") == RawDataBlockFault(.reservedBit, at: 15))
  #expect(try reason("\(head) 0000 110010 0 000 111") == RawDataBlockFault(.maxSfb, at: 19))
  #expect(try reason("\(head) 0000 000001 1 000 111") == RawDataBlockFault(.foreignTool, at: 25))
  #expect(try reason("\(head) 0000 000000 0 001 111") == RawDataBlockFault(.foreignTool, at: 28))
  #expect(try reason("\(head) 0000 000001 0 1100 00001") == RawDataBlockFault(.codebook, at: 26))
  #expect(try reason("\(head) 0000 000001 0 1111 00001") == RawDataBlockFault(.codebook, at: 26))
  #expect(try reason("\(head) 0000 000001 0 0001 00010") == RawDataBlockFault(.section, at: 30))
  #expect(try reason("\(head) 0000 000001 0 0001 00000") == RawDataBlockFault(.section, at: 30))
  #expect(try reason("000 0000 00000000 0000 000001 0 0001 00001 100") == RawDataBlockFault(.scalefactor, at: 35))
  #expect(try reason("\(head) 0100 0000 0000000 100 111") == RawDataBlockFault(.pulse, at: 30))
  #expect(try reason("\(head) 0000 000000 0 01 01 0 000000 01101") == RawDataBlockFault(.noiseShaping, at: 37))
  #expect(try reason("001 0000 00000000") == RawDataBlockFault(.element, at: 0))
  #expect(try reason("111") == RawDataBlockFault(.missingElement, at: 0))
  #expect(try reason("010 0000") == RawDataBlockFault(.coupling, at: 0))
  #expect(try reason("\(head) 0000 000000 0 000 101 0000") == RawDataBlockFault(.program, at: 29))
  #expect(try reason("001 0000 1 0000 000000 0 11") { $0.channelConfiguration = 2 } == RawDataBlockFault(.stereoMask, at: 19))
  let single = "0000 10000000 0000 000000 0 000"
  #expect(try reason("001 0000 0 10000000 0000 000000 0 000 10000000 0000 000000 0 000 111") { $0.channelConfiguration = 2 } == nil)
  let pair = "001 0000 0 10000000 0000 000000 0 000 10000000 0000 000000 0 000"
  #expect(try reason("000 \(single) \(pair) \(pair)") { $0.channelConfiguration = 5 } == RawDataBlockFault(.tag, at: 29 + 52))
  #expect(try reason("110 0001 00000000 100 0000 0 00000001 11111111 000 \(single) 111") == nil)
}

@Test func configurationsThatCannotBeWalkedAreRefused() throws {
  let changes: [(inout AudioSpecificConfig) -> Void] = [
    { $0.audioObjectType = .aacMain }, { $0.audioObjectType = .aacLTP }, { $0.audioObjectType = .aacSSR },
    { $0.gaSpecificConfig?.frameLengthFlag = true }, { $0.channelConfiguration = 0 }, { $0.channelConfiguration = 8 },
    { $0.samplingFrequencyIndex = 13 }, { $0.gaSpecificConfig = nil },
  ]
  for change in changes {
    var config = AudioSpecificConfig()
    change(&config)
    #expect(throws: SyntaxError.self) { try RawDataBlockWalker(config) }
  }
}
