import BitstreamKit
import FLVKit
import TestSupport
import Testing

/// All events of a reader, with bodies joined.
struct Walk: Equatable {
  struct Tag: Equatable {
    var tag: FLVTag
    var head: [UInt8]
    /// Nil if the body does not end.
    var body: [UInt8]?
  }

  var header: FLVHeader?
  var sizes: [FLVPreviousTagSize] = []
  var tags: [Tag] = []
  var findings: [FLVFinding] = []
  var error: SyntaxError?
  /// The kinds of events in order, without body pieces: h, p, t, e, f, x.
  var order = ""
  private var open: [UInt8] = []

  mutating func take(_ event: FLVEvent, _ chunk: [UInt8], _ reader: FLVReader) {
    #expect(error == nil)
    switch event {
    case .header(let value):
      header = value
      order += "h"
    case .previousTagSize(let value):
      sizes.append(value)
      order += "p"
    case .tag(let tag):
      #expect(tag.headCount == reader.head.count)
      tags.append(Tag(tag: tag, head: reader.head, body: nil))
      open = reader.head
      order += "t"
    case .body(let range):
      #expect(!range.isEmpty)
      open += chunk[range]
    case .tagEnd:
      tags[tags.count - 1].body = open
      order += "e"
    case .finding(let finding):
      findings.append(finding)
      order += "f"
    case .error(let value):
      error = value
      order += "x"
    }
  }
}

/// Reads `file` in random pieces, each surrounded by other bytes.
func walk(
  _ file: [UInt8], mode: FLVReader.Mode = .bodies, headLength: Int = 32, longest: UInt64 = .max, seed: UInt64 = 0, seeking: Bool = false
) -> Walk {
  var generator = Generator(seed: seed)
  var reader = FLVReader(mode: mode, headLength: headLength)
  var walk = Walk()
  var from = 0
  while from < file.count {
    let to = longest == .max ? file.count : min(file.count, from + 1 + Int(generator.upTo(longest)))
    let chunk = [70, 76] + file[from..<to] + [86]
    var cursor = 2
    while let event = reader.next(in: chunk, from: &cursor, to: chunk.count - 1) { walk.take(event, chunk, reader) }
    #expect(cursor == chunk.count - 1)
    from = to
    if seeking {
      let count = min(reader.skippable, UInt64(file.count - from))
      reader.skip(count)
      from += Int(count)
    }
    #expect(reader.position == UInt64(from))
  }
  while let event = reader.finish() { walk.take(event, [], reader) }
  #expect(reader.finish() == nil)
  return walk
}

/// A tag with the PreviousTagSize after it.
func tag(_ type: UInt8, _ time: UInt32, _ body: [UInt8], size: UInt32? = nil, streamID: UInt32 = 0) -> [UInt8] {
  var header = TagHeader()
  header.tagType = type & 31
  header.reserved = type >> 6
  header.dataSize = UInt32(body.count)
  header.milliseconds = time
  header.streamID = streamID
  var bytes: [UInt8] = []
  header.pack(into: &bytes)
  bytes += body
  (size ?? header.tagSize).pack(into: &bytes)
  return bytes
}

let fileHeader = hex("464C56 01 05 00000009 00000000")
private let video = hex("27 01 000000") + [UInt8](1...60)
private let small = fileHeader + tag(18, 0, hex("02 0001 61 05")) + tag(9, 0, video) + tag(8, 10, [0xAF, 1, 9]) + tag(9, 40, [0x57, 0])

@Test func aSmallFile() throws {
  let all = walk(small)
  #expect(all.order == "hpteptepteptep")
  #expect(all.findings == [] && all.error == nil)
  #expect(all.header?.typeFlagsAudio == true && all.header?.typeFlagsVideo == true)
  #expect(all.tags.map(\.tag.position) == [13, 33, 113, 131])
  #expect(all.tags[1].body == video && all.tags[1].head == Array(video[..<32]) && all.tags[3].head == [0x57, 0])
  #expect(all.sizes.map(\.value) == [0, 16, 76, 14, 13] && all.sizes.map(\.position) == [9, 29, 109, 127, 144])
}

@Test(arguments: 0..<60 as Range<UInt64>) func anyChunkingTellsTheSame(_ seed: UInt64) {
  for headLength in [0, 1, 5, 32, 100] {
    let whole = walk(small, headLength: headLength)
    let heads = walk(small, mode: .headOnly, headLength: headLength)
    #expect(heads.tags.map(\.head) == whole.tags.map(\.head) && heads.order == "hptptptptp")
    for longest in [0, 1, 5, 30, 90] as [UInt64] {
      #expect(walk(small, headLength: headLength, longest: longest, seed: seed) == whole)
      #expect(walk(small, mode: .headOnly, headLength: headLength, longest: longest, seed: seed) == heads)
      #expect(walk(small, mode: .headOnly, headLength: headLength, longest: longest, seed: seed, seeking: true) == heads)
    }
  }
}

@Test func everyPrefixEndsInAValueOrAnError() {
  let ends: Set = [13, 33, 113, 131, 148]
  for length in 0..<small.count {
    for longest in [0, 7, .max] as [UInt64] {
      let part = walk(Array(small[..<length]), longest: longest)
      if ends.contains(length) {
        #expect(part.error == nil && part.findings == [])
      } else if ends.contains(length + 4) {
        #expect(part.error == nil && part.findings == [.previousTagSizeMissing(position: UInt64(length))])
      } else {
        #expect(part.error?.isTruncation == true, "\(length)")
        #expect((part.error?.byteOffset ?? 0) <= UInt64(length))
      }
      // A tag is reported as soon as its header is available.
      #expect(part.tags.count == [13, 33, 113, 131].filter { $0 + 11 <= length }.count)
      if let last = part.tags.last, last.body == nil { #expect(part.order.hasSuffix("tx")) }
    }
  }
}

@Test func aCutTagIsToldBeforeTheError() {
  let part = walk(fileHeader + tag(9, 0, video)[..<20])
  #expect(part.order == "hptx" && part.tags[0].head == Array(video[..<9]) && part.tags[0].tag.headCount == 9)
  #expect(part.error == SyntaxError(.truncated(needed: 65 * 8, left: 72), element: "Data", byteOffset: 24, path: ["FLVTAG"]))
}

@Test func whatIsNoFLVIsAnErrorAndNothingMore() {
  for bytes in [hex("464C57 01 05 00000009 00000000"), [UInt8](repeating: 0x47, count: 500), [0, 1]] {
    let part = walk(bytes, longest: 3)
    #expect(part.order == "x" && part.error?.byteOffset == 0)
  }
  #expect(walk([0x47, 0x47, 0x47]).error?.isTruncation == false)
  #expect(walk([]).error?.isTruncation == true)
}

@Test func junkBehindTheHeaderIsPassedOver() {
  var file = hex("464C56 01 01 0000000F 112233445566 00000000")
  file += tag(9, 0, video)
  for longest in [0, 4, .max] as [UInt64] {
    let all = walk(file, longest: longest)
    #expect(all.order == "hptep" && all.tags[0].tag.position == 19 && all.error == nil && all.findings == [])
    #expect(walk(file, longest: longest, seeking: true) == all)
  }
  #expect(walk(hex("464C56 01 01 FFFFFFFF 1122")).error?.isTruncation == true)
  let low = walk(hex("464C56 01 FD 00000000 00000000"))
  #expect(low.findings == [.dataOffset(0, position: 5), .reservedBits(0xF8, position: 4)] && low.order == "hffp")
}

@Test func findingsDoNotEndTheReading() {
  var file = fileHeader
  file += tag(9, 100, video, size: 5)  // at 13, its size at 89
  file += tag(9, 99, video)  // at 93
  file += tag(8, 7, [])  // at 173
  file += tag(0x89, 120, [0x57, 0], streamID: 3)  // at 188
  file += tag(3, 0, [1])  // at 205
  let all = walk(file)
  #expect(
    all.findings == [
      .previousTagSize(5, expected: 76, position: 89), .timestampBackwards(.video, from: 100, to: 99, position: 93),
      .emptyTag(.audio, position: 173), .reservedBits(0x80, position: 188), .streamID(3, position: 188), .unknownTagType(3, position: 205),
    ])
  #expect(all.order == "hpt" + "ep" + "ftf" + "ept" + "fep" + "tff" + "ept" + "fep" && all.error == nil)
  #expect(all.findings.map(\.position) == [89, 93, 173, 188, 188, 205])
  #expect(all.findings[1].description == "the timestamp of the video tag runs backwards from 100 to 99")
}

@Test func timeMayTurnOverAndScriptTimeIsNotLookedAt() {
  let file = fileHeader + tag(9, 0xFFFF_FFF0, video) + tag(18, 0, hex("02 0000")) + tag(9, 4, video) + tag(8, 1, [0x2E])
  #expect(walk(file).findings == [])
}

@Test func whatFollowsTheLastTagIsSaid() {
  let zeros = walk(small + [UInt8](repeating: 0, count: 5000), longest: 70)
  #expect(zeros.findings == [.dataAfterLastTag(5000, position: 148)] && zeros.error == nil && zeros.tags.count == 4)
  let few = walk(small + [0, 0, 0])
  #expect(few.findings == [.dataAfterLastTag(3, position: 148)] && few.error == nil)
  let cut = walk(small + [9, 0, 0])
  #expect(cut.findings == [] && cut.error?.isTruncation == true && cut.error?.byteOffset == 148)
}

@Test(arguments: 0..<200 as Range<UInt64>) func flippedBitsAreHarmless(_ seed: UInt64) {
  var generator = Generator(seed: seed)
  var file = small
  for _ in 0...generator.upTo(6) { file[Int(generator.upTo(UInt64(file.count - 1)))] ^= 1 << UInt8(generator.upTo(7)) }
  let whole = walk(file)
  for longest in [0, 9, 60] as [UInt64] { #expect(walk(file, longest: longest, seed: seed) == whole) }
  let heads = walk(file, mode: .headOnly, longest: 40, seed: seed, seeking: true)
  #expect(heads.tags.map(\.tag) == whole.tags.map(\.tag) && heads.error == whole.error && heads.findings == whole.findings)
}

@Test func oneWindowAfterEachBodyIsEnough() throws {
  let file = fileHeader + (0..<50 as Range<UInt32>).flatMap { tag(9, $0, video + [UInt8](repeating: 1, count: Int($0) * 9)) }
  let source = MemorySource(file)
  var reader = FLVReader()
  var window: [UInt8] = []
  var told: [UInt64] = []
  var reads = 0
  while reader.position < source.byteCount {
    try source.read(at: reader.position, count: reader.windowLength, into: &window)
    reads += 1
    var cursor = 0
    while let event = reader.next(in: window, from: &cursor, to: window.count) {
      if case .tag(let tag) = event { told.append(tag.position) }
    }
    reader.skip(min(reader.skippable, source.byteCount - reader.position))
  }
  #expect(reader.finish() == nil)
  #expect(told == walk(file).tags.map(\.tag.position) && reads <= 52)
}
