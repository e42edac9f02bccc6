import BitstreamKit
import FLVKit
import TestSupport
import Testing

/// The tags reported by the reader through either interface, one line each.
private func lines(_ file: [UInt8], asksForOrdinary: Bool, longest: UInt64, seed: UInt64) -> (lines: [String], ordinary: Int) {
  var generator = Generator(seed: seed)
  var reader = FLVReader(headLength: 64)
  var lines: [String] = []
  var ordinary = 0
  func take(_ event: FLVEvent) {
    switch event {
    case .previousTagSize(let size): lines.append("\(size.value) \(size.position)")
    case .tag(let tag): lines.append("\(tag.position) \(tag.header.type.name) \(tag.header.dataSize) \(tag.header.milliseconds)")
    case .finding(let finding): lines.append(finding.description)
    case .error(let error): lines.append(error.description)
    default: break
    }
  }
  var from = 0
  while from < file.count {
    let to = min(file.count, from + 1 + Int(generator.upTo(longest)))
    let chunk = [70, 76] + file[from..<to] + [86]
    var cursor = 2
    while true {
      while asksForOrdinary, let tag = reader.nextOrdinary(in: chunk, from: &cursor, to: chunk.count - 1) {
        lines.append("\(tag.previousTagSize) \(tag.position - 4)")
        lines.append("\(tag.position) \(tag.isVideo ? TagType.video.name : TagType.audio.name) \(tag.dataSize) \(tag.milliseconds)")
        ordinary += 1
      }
      guard let event = reader.next(in: chunk, from: &cursor, to: chunk.count - 1) else { break }
      take(event)
    }
    from = to
    let count = min(reader.skippable, UInt64(file.count - from))
    reader.skip(count)
    from += Int(count)
  }
  while let event = reader.finish() { take(event) }
  return (lines, ordinary)
}

@Test(arguments: [1, 20, 100, 1000, 50_000] as [UInt64]) func ordinaryTagsAreThoseOfTheEvents(_ longest: UInt64) throws {
  let file = try Places.fixture("avc_aac.flv")
  let plain = lines(file, asksForOrdinary: false, longest: longest, seed: longest)
  let quick = lines(file, asksForOrdinary: true, longest: longest, seed: longest)
  #expect(quick.lines == plain.lines)
  #expect(quick.lines.count > 20)
  #expect((quick.ordinary > 0) == (longest > 20))
}

/// Both interfaces report the same for a file truncated anywhere.
@Test func cutOffTagsAreThoseOfTheEvents() throws {
  let file = try Places.fixture("avc_aac.flv")
  for end in stride(from: 0, to: file.count, by: 13) {
    let part = Array(file[..<end])
    let plain = lines(part, asksForOrdinary: false, longest: 1024, seed: 3)
    #expect(lines(part, asksForOrdinary: true, longest: 1024, seed: 3).lines == plain.lines)
  }
}

/// Both interfaces report the same for damaged files.
@Test(arguments: 0..<200 as Range<UInt64>) func damagedTagsAreThoseOfTheEvents(_ seed: UInt64) throws {
  var file = try Places.fixture("avc_aac.flv")
  var generator = Generator(seed: seed)
  for _ in 0..<4 { file[Int(generator.upTo(UInt64(file.count - 1)))] = UInt8(generator.upTo(255)) }
  // Damage matters most in headers and sizes: add some to the first kilobyte.
  for _ in 0..<4 { file[Int(generator.upTo(1023))] ^= 1 << UInt8(generator.upTo(7)) }
  let plain = lines(file, asksForOrdinary: false, longest: 2000, seed: seed)
  #expect(lines(file, asksForOrdinary: true, longest: 2000, seed: seed).lines == plain.lines)
}

@Test(.enabled(if: Places.corpus != nil), arguments: Places.corpusFiles(suffixes: [".flv"]))
func ordinaryTagsOfTheCorpus(_ path: String) throws {
  let file = try Places.corpusFile(path)
  let plain = lines(file, asksForOrdinary: false, longest: 3000, seed: 1)
  #expect(lines(file, asksForOrdinary: true, longest: 3000, seed: 1).lines == plain.lines)
}
