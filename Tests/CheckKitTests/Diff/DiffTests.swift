import BitstreamKit
import CheckKit
import FLVKit
import H264Kit
import HEVCKit
import MP4Kit
import ProbeKit
import RemuxKit
import TestSupport
import Testing
import NALKit

/// Comparisons of files in memory.
@Suite struct DiffTests {
  /// The lines of a comparison without those with the names of the files, and how it ended.
  static func diff(
    _ a: [UInt8], _ b: [UInt8], _ options: DiffOptions = DiffOptions()
  ) -> (lines: [String], outcome: ProbeOutcome, messages: [String]) {
    final class Memory {
      var bytes: [UInt8] = []
      var messages: [String] = []
    }
    let memory = Memory()
    let sink = ProbeSink(
      write: { (part) throws(ByteError) in unsafe memory.bytes.append(contentsOf: part) }, report: { memory.messages.append($0) })
    let outcome = Diff(
      ProbeInput(AnyByteSource(MemorySource(a)), name: "a"), ProbeInput(AnyByteSource(MemorySource(b)), name: "b"), options
    ).run(sink)
    let text = String(decoding: memory.bytes, as: UTF8.self)
    var lines = text.split(separator: "\n").map(String.init)
    if lines.first == "--- a" { lines.removeFirst(2) }
    return (lines, outcome, memory.messages)
  }

  private func only(_ parts: DiffPart...) -> DiffOptions {
    var options = DiffOptions()
    options.only = parts
    return options
  }

  /// A box that states more bytes than its parent has differs, though the fields that are there are the same.
  @Test(arguments: ["moov/trak[0]/mdia/minf/stbl/stsd/avc1/pasp", "moov/udta/meta/ilst", "moov/trak[1]/mdia/minf"])
  func wrongSizesDiffer(path: String) throws {
    let bytes = try Places.fixture("plain.mp4")
    let tree = try BoxTree(MemorySource(bytes))
    var other = bytes
    other[Int(tree.nodes[try #require(tree[path])].place.offset)] ^= 1
    let found = Self.diff(bytes, other)
    #expect(found.outcome == .findings, "\(found)")
    #expect(found.lines.contains { $0.contains("of which") }, "\(found.lines)")
  }

  /// The same media in all containers and layouts.
  private func layouts(_ bytes: [UInt8]) throws -> [(String, [UInt8])] {
    let half = MediaTime(milliseconds: 500)
    var made: [(String, [UInt8])] = []
    for layout in [.plain, .faststart, .fragmented(half), .hybrid(half)] as [CarryOptions.Layout] {
      for setsInSamples in [false, true] {
        var options = CarryOptions()
        (options.layout, options.setsInSamples) = (layout, setsInSamples)
        made.append(("\(layout), sets in samples \(setsInSamples)", try remuxed(bytes, to: .mp4, options)))
      }
    }
    for target in [.flv, .byteStream, .adts] as [Remuxer.Target] {
      if let file = try? remuxed(bytes, to: target) { made.append(("\(target)", file)) }
    }
    return made
  }

  @Test(arguments: ["plain.mp4", "avc_aac.flv", "bframes.h264", "interlaced.h264", "opengop.hevc", "hvc1.mp4", "tone.aac"])
  func theSameMediaHasTheSameSamples(_ name: String) throws {
    let bytes = try Places.fixture(name)
    let made = try layouts(bytes)
    #expect(made.count >= 9)
    for (form, file) in made {
      let result = Self.diff(bytes, file, only(.samples))
      #expect(result.lines.isEmpty && result.outcome == .complete, "\(form): \(result.lines.joined(separator: "\n"))")
      // Parameter sets are equal wherever they stand; delimiters and fields of the record may differ.
      var headers = only(.headers)
      headers.ignored = ["access_unit_delimiters", "array_completeness", "numOfArrays", "numNalus"]
      let sets = Self.diff(bytes, file, headers)
      #expect(sets.lines.allSatisfy { !$0.includes("PS ") }, "\(form): \(sets.lines.joined(separator: "\n"))")
    }
  }

  /// Movies and FLV files keep the times.
  @Test(arguments: ["plain.mp4", "avc_aac.flv", "hvc1.mp4"]) func theSameMediaHasTheSameTimes(_ name: String) throws {
    let bytes = try Places.fixture(name)
    for (form, file) in try layouts(bytes) {
      let result = Self.diff(bytes, file, only(.times))
      #expect(result.outcome == .complete, "\(form): \(result.lines.joined(separator: "\n"))")
    }
  }

  /// FLV states neither the orientation nor the shape of pixels.
  @Test func picturesThatAreShownOtherwiseDiffer() throws {
    let bytes = try Places.fixture("plain.mp4")
    let other = try remuxed(bytes, to: .flv)
    #expect(Self.diff(bytes, other, only(.container)).lines.allSatisfy { !$0.includes("rotation") && !$0.includes("pixel_aspect") })
    let tree = try BoxTree(MemorySource(bytes))
    func payload(_ path: String) throws -> Int {
      let node = tree.nodes[try #require(tree[path])]
      return Int(node.place.offset) + 8
    }
    var edited = bytes
    let one: [UInt8] = [0, 1, 0, 0]
    let minusOne: [UInt8] = [0xFF, 0xFF, 0, 0]
    let matrix = try payload("moov/trak[0]/tkhd") + 40
    for (place, value) in [(0, [0, 0, 0, 0]), (1, one), (3, minusOne), (4, [0, 0, 0, 0])] as [(Int, [UInt8])] {
      edited.replaceSubrange(matrix + 4 * place..<matrix + 4 * place + 4, with: value)
    }
    edited[try payload("moov/trak[0]/mdia/minf/stbl/stsd/avc1/pasp") + 3] = 0x10
    let lines = Self.diff(edited, other, only(.container)).lines
    #expect(lines.contains { $0.includes("rotation") && $0.includes("90°") }, "\(lines)")
    #expect(lines.contains { $0.includes("pixel_aspect_ratio") && $0.includes("16:1") }, "\(lines)")
  }

  @Test(arguments: ["plain.mp4", "fragmented.mp4", "avc_aac.flv", "bframes.h264", "opengop.hevc", "tone.aac"])
  func aFileEqualsItself(_ name: String) throws {
    let bytes = try Places.fixture(name)
    let result = Self.diff(bytes, bytes)
    #expect(result.outcome == .complete && result.lines.isEmpty && result.messages.isEmpty)
    var options = DiffOptions()
    options.form = .json
    #expect(Self.diff(bytes, bytes, options).lines.joined().includes("\"equal\":true"))
  }

  // MARK: - Samples

  /// The frames of an ADTS stream.
  private func frames(_ bytes: [UInt8]) -> [[UInt8]] {
    var (frames, place): ([[UInt8]], Int) = ([], 0)
    while place + 7 <= bytes.count {
      let size = Int(bytes[place + 3] & 3) << 11 | Int(bytes[place + 4]) << 3 | Int(bytes[place + 5]) >> 5
      frames.append(Array(bytes[place..<min(bytes.count, place + size)]))
      place += max(7, size)
    }
    return frames
  }

  /// ADTS frames with distinct payloads.
  private func distinct(_ count: Int) -> [[UInt8]] {
    (0..<count).map { index in
      let payload = (0..<4).map { UInt8(truncatingIfNeeded: index >> (8 * $0)) } + [0x21, UInt8(truncatingIfNeeded: index &* 7)]
      let size = 7 + payload.count
      return [0xFF, 0xF1, 0x50, 0x80 | UInt8(size >> 11), UInt8(size >> 3 & 255), UInt8(size & 7) << 5 | 0x1F, 0xFC] + payload
    }
  }

  @Test func oneDroppedSampleIsNamed() throws {
    let all = distinct(200)
    var less = all
    less.remove(at: 100)
    let (a, b) = (try remuxed(all.flatMap { $0 }), try remuxed(less.flatMap { $0 }))
    let result = Self.diff(a, b, only(.samples))
    #expect(result.lines == ["@@ track 0 (AAC): samples @@", "-sample 100, 2.322 s: 6 bytes"])
    #expect(result.outcome == .findings)
    #expect(Self.diff(b, a, only(.samples)).lines == ["@@ track 0 (AAC): samples @@", "+sample 100, 2.322 s: 6 bytes"])
    // The times after it are earlier, which is one difference.
    let times = Self.diff(a, b, only(.times)).lines
    #expect(
      times == [
        "@@ track 0 (AAC): times @@", "-sample 101, 2.345 s: presentation and decoding time 2.345 s",
        "+sample 100, 2.322 s: presentation and decoding time 2.322 s (-0.023 s from here on)",
      ])
  }

  /// Without its edit list a movie of reordered pictures is later in both clocks, whose times differ.
  @Test func bothClocksHaveTheirTimes() throws {
    let bytes = try Places.fixture("plain.mp4")
    let lines = Self.diff(bytes, try BoxEdit(bytes).replacing("moov/trak[0]/edts", with: []), only(.times)).lines
    #expect(lines.first { $0.hasPrefix("-sample 0") }?.contains("presentation time 0 s, decoding time -0.08 s") == true, "\(lines)")
  }

  /// A single sample that is shown a unit later: both times are told apart, and no rate has changed.
  @Test func aSmallDifferenceIsShown() throws {
    let bytes = try Places.fixture("plain.mp4")
    let tree = try BoxTree(MemorySource(bytes))
    let place = tree.nodes[try #require(tree["moov/trak[0]/mdia/minf/stbl/ctts"])].place
    var moved = bytes
    // The composition offset of the fifth row.
    moved[Int(place.payloadOffset) + 8 + 4 * 8 + 7] += 1
    let lines = Self.diff(bytes, moved, only(.times)).lines.filter { $0.contains("time ") && !$0.hasPrefix("@@") }
    try #require(lines.count == 4, "\(lines)")
    for pair in [lines[0...1], lines[2...3]] {
      let texts = pair.map { $0.dropFirst().split(separator: "time ")[1].split(separator: " s")[0] }
      #expect((texts[0] != texts[1]) == (pair.startIndex == 0), "\(lines)")
    }
    #expect(!lines.joined().contains("times as long"), "\(lines)")
  }

  @Test func changedMovedAndInsertedSamplesAreNamed() throws {
    let all = distinct(200)
    let a = all.flatMap { $0 }
    var edited = all
    edited[50][9] ^= 0xFF
    #expect(
      Self.diff(a, edited.flatMap { $0 }, only(.samples)).lines == [
        "@@ track 0 (AAC): samples @@", "-sample 50, 1.161 s: 6 bytes, from byte 2 on, 0x00 at 659",
        "+sample 50, 1.161 s: 6 bytes, from byte 2 on, 0xff at 659",
      ])
    edited = all
    edited.swapAt(20, 21)
    let moved = Self.diff(a, edited.flatMap { $0 }, only(.samples)).lines
    #expect(moved.count == 3 && moved[2].hasSuffix("6 bytes, moved"), "\(moved)")
    edited = all
    edited.insert(contentsOf: distinct(230)[210...], at: 30)
    #expect(
      Self.diff(a, edited.flatMap { $0 }, only(.samples)).lines == [
        "@@ track 0 (AAC): samples @@", "+samples 30 to 49, 0.697 s: 120 bytes",
      ])
    var options = only(.samples)
    options.showsAll = true
    #expect(Self.diff(a, edited.flatMap { $0 }, options).lines.count == 21)
  }

  /// A byte of a slice, and which NAL unit it is in.
  @Test func aChangedPictureNamesItsUnit() throws {
    let bytes = try Places.fixture("bframes.h264")
    var edit = StreamEdit(bytes)
    let slice = try #require(edit.units.indices.filter { [1, 5].contains(edit.units[$0][0] & 31) }.dropFirst(4).first)
    edit.units[slice][edit.units[slice].count - 2] ^= 0x10
    let lines = Self.diff(try remuxed(bytes, to: .flv), edit.bytes, only(.samples)).lines
    #expect(lines.count == 3, "\(lines)")
    #expect(lines.dropFirst().allSatisfy { $0.dropFirst().hasPrefix("sample 2, ") && $0.includes(" of NAL unit ") }, "\(lines)")
  }

  @Test func headersAreComparedElementByElement() throws {
    let bytes = try Places.fixture("bframes.h264")
    var edit = StreamEdit(bytes)
    for index in edit.units.indices where edit.units[index][0] & 31 == 7 {
      try edit.editH264(index) { unit in
        guard case .seqParameterSet(var set) = unit.payload else { return }
        set.vuiParameters?.timingInfo?.timeScale = 12_345
        unit.payload = .seqParameterSet(set)
      }
    }
    let other = edit.bytes
    let result = Self.diff(bytes, other, only(.headers))
    #expect(result.lines.first == "@@ track 0 (H.264): SPS 0 @@")
    #expect(result.lines.count == 3 && result.lines[2].hasSuffix("time_scale = 12345"), "\(result.lines)")
    #expect(Self.diff(bytes, other, only(.samples)).outcome == .complete)
    var ignoring = only(.headers)
    ignoring.ignored = ["time_scale"]
    #expect(Self.diff(bytes, other, ignoring).outcome == .complete)
  }

  // MARK: - Containers

  @Test func fieldsAreComparedByPath() throws {
    let bytes = try Places.fixture("plain.mp4")
    let edited = try BoxEdit(bytes).changing(MovieHeaderBox.self, "moov/mvhd") { $0.duration = 1234 }
    let lines = Self.diff(bytes, edited).lines
    #expect(lines == ["@@ moov/mvhd @@", "-duration = 1000", "+duration = 1234"])
    for name in ["duration", "mvhd", "moov", "moov/mvhd"] {
      var options = DiffOptions()
      options.ignored = [name]
      #expect(Self.diff(bytes, edited, options).outcome == .complete, "\(name)")
    }
    #expect(Self.diff(bytes, edited, only(.samples, .headers, .times)).outcome == .complete)
  }

  /// A part that is ignored is left out alone.
  @Test func partsAreIgnored() throws {
    let bytes = try Places.fixture("plain.mp4")
    let edited = try BoxEdit(bytes).changing(MovieHeaderBox.self, "moov/mvhd") { $0.duration = 1234 }
    var options = DiffOptions()
    options.ignored = ["container"]
    #expect(options.parts == [.headers, .samples, .times])
    #expect(Self.diff(bytes, edited, options).outcome == .complete)
    for name in ["headers", "samples", "times"] {
      options.ignored = [name]
      #expect(Self.diff(bytes, edited, options).lines.count == 3, "\(name)")
    }
    options.only = [.times, .container]
    options.ignored = ["times"]
    #expect(options.parts == [.container])
    // A track that one file lacks is reported by the parts that remain, and by none if there is none.
    let other = try Places.fixture("hvc1.mp4")
    (options.only, options.ignored) = ([], ["container", "headers"])
    #expect(Self.diff(bytes, other, options).outcome == .findings)
    options.ignored = DiffPart.allCases.map(\.name.description)
    #expect(options.parts.isEmpty && Self.diff(bytes, other, options).outcome == .complete)
  }

  @Test func missingBoxesAndOtherEntriesAreNamed() throws {
    let bytes = try Places.fixture("plain.mp4")
    let more = try BoxEdit(bytes).adding([0, 0, 0, 12] + Array("abcd".utf8) + [1, 2, 3, 4], to: "moov")
    #expect(Self.diff(bytes, more).lines == ["@@ moov/abcd @@", "+abcd, 12 bytes"])
    #expect(Self.diff(more, bytes).lines == ["@@ moov/abcd @@", "-abcd, 12 bytes"])
    let hevc = try Places.fixture("hvc1.mp4")
    let other = try retyped(hevc, "moov/trak/mdia/minf/stbl/stsd/hvc1", "hev1")
    #expect(
      Self.diff(hevc, other, only(.container)).lines == ["@@ moov/trak[0]/mdia/minf/stbl/stsd/hvc1 @@", "-type = hvc1", "+type = hev1"])
  }

  /// Chunk offsets that all grow by the same number are one difference.
  @Test func movedMediaIsOneLineATrack() throws {
    let bytes = try Places.fixture("plain.mp4")
    var options = CarryOptions()
    options.layout = .plain
    let plain = try remuxed(bytes, to: .mp4, options)
    options.layout = .faststart
    let lines = Self.diff(plain, try remuxed(bytes, to: .mp4, options)).lines
    let offsets = lines.filter { $0.hasPrefix("+chunk_offset") }
    #expect(offsets.count == 2 && offsets.allSatisfy { $0.includes("each +") }, "\(lines)")
  }

  @Test func scriptDataIsComparedByKey() throws {
    let bytes = try Places.fixture("avc_aac.flv")
    // width, in the ECMA array.
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("width".utf8)) })
    var edited = bytes
    edited[place + 5 + 1 + 1] ^= 0x01
    let lines = Self.diff(bytes, edited, only(.container)).lines
    #expect(lines.count == 3 && lines[0] == "@@ onMetaData @@" && lines[1].hasPrefix("-width = "), "\(lines)")
  }

  /// The file header, the fields around the tags, and script data other than onMetaData.
  @Test func whatSurroundsTagsIsCompared() throws {
    let bytes = try Places.fixture("avc_aac.flv")
    func lines(_ change: (inout [UInt8]) -> Void) -> [String] {
      var copy = bytes
      change(&copy)
      return Self.diff(bytes, copy).lines
    }
    #expect(lines { $0[4] = 1 } == ["@@ FLVHeader @@", "-TypeFlagsAudio = 1", "+TypeFlagsAudio = 0"])
    #expect(lines { $0[12] = 9 } == ["@@ tags @@", "-PreviousTagSize = as specified", "+PreviousTagSize = 1 violation, first at byte 9"])
    #expect(lines { $0[23] = 5 } == ["@@ tags @@", "-StreamID = as specified", "+StreamID = 1 violation, first at byte 13"])
    func cue(_ text: String) -> [UInt8] {
      let name = Array("onCuePoint".utf8)
      let data = [2, 0, UInt8(name.count)] + name + [2, 0, UInt8(text.utf8.count)] + Array(text.utf8)
      let header: [UInt8] = [18, 0, 0, UInt8(data.count), 0, 3, 0xE8, 0, 0, 0, 0]
      return header + data + [0, 0, 0, UInt8(11 + data.count)]
    }
    let cues = Self.diff(bytes + cue("a"), bytes + cue("b")).lines
    #expect(cues.count == 3 && cues[0] == "@@ tags @@" && cues[1].hasPrefix("-script tag 0 = at 1000 ms: 0x02000a6f6e"), "\(cues)")
    #expect(Self.diff(bytes, bytes + cue("a")).lines.contains("+script tags = 2"))
  }

  /// Values that three decimals do not tell apart.
  @Test func valuesAreComparedExactly() throws {
    let plain = try Places.fixture("plain.mp4")
    let turned = try BoxEdit(plain).changing(TrackHeaderBox.self, "moov/trak[0]/tkhd") { $0.matrix.values[1] = 1 }
    let lines = Self.diff(plain, turned, only(.container)).lines
    #expect(lines.count == 3 && lines[1].hasSuffix(" = 0") && lines[2].hasSuffix(" = 1.52587890625e-05"), "\(lines)")
    let bytes = try Places.fixture("avc_aac.flv")
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("framerate".utf8)) })
    var edited = bytes
    edited[place + 9 + 8] ^= 1
    #expect(Self.diff(bytes, edited, only(.container)).lines.count == 3)
  }

  /// Fields of a record that no parameter set repeats: its version, reserved bits and SEI messages.
  @Test func recordsAreComparedWhole() throws {
    let plain = try Places.fixture("hvc1.mp4")
    func lines(_ change: (inout HEVCDecoderConfigurationRecord) -> Void) throws -> [String] {
      let path = "moov/trak[0]/mdia/minf/stbl/stsd/hvc1/hvcC"
      return Self.diff(plain, try BoxEdit(plain).changing(HEVCConfigurationBox.self, path) { change(&$0.config) }).lines
    }
    #expect(try lines { $0.reservedParallelism = 0 } == ["@@ track 0 (H.265): hvcC @@", "-reserved[1] = 63", "+reserved[1] = 0"])
    // The encoder's message is in the record already.
    var sei = HEVCDecoderConfigurationRecord.NALUnitArray()
    (sei.nalUnitType, sei.nalUnits) = (39, [[0x4E, 1, 5, 1, 0x80, 0x80]])
    let added = try lines { $0.arrays.append(sei) }
    #expect(added.contains("+PREFIX_SEI_NUT[1] = 0x4e0105018080"), "\(added)")
    // The version stands in the first byte of the box.
    let other = try BoxEdit(plain).patching("moov/trak[0]/mdia/minf/stbl/stsd/hvc1/hvcC", at: 0, [2])
    let versions = Self.diff(plain, other).lines
    #expect(versions == ["@@ track 0 (H.265): hvcC @@", "-configurationVersion = 1", "+configurationVersion = 2"], "\(versions)")
  }

  @Test func tracksAreMatchedByKindAndCodec() throws {
    let bytes = try Places.fixture("plain.mp4")
    var options = CarryOptions()
    options.tracks = [1, 0]
    let exchanged = try remuxed(bytes, to: .mp4, options)
    #expect(Self.diff(bytes, exchanged, only(.samples)).outcome == .complete)
    options.tracks = [0]
    let video = try remuxed(bytes, to: .mp4, options)
    let lines = Self.diff(bytes, video, only(.samples)).lines
    #expect(lines == ["@@ tracks @@", "-track 1, audio, AAC"])
  }

  // MARK: - Bounds

  /// 200,000 tiny samples: read once, with a bounded number of lines.
  @Test func manySamplesAreReadOnce() throws {
    final class Counter {
      var count = 0
    }
    var all = distinct(200_000)
    let a = all.flatMap { $0 }
    for index in stride(from: 500, to: 199_000, by: 1000) { all[index][8] ^= 0x80 }
    all.remove(at: 100_000)
    let b = all.flatMap { $0 }
    let (log, memory) = (ReadLog(), Counter())
    let sink = ProbeSink(write: { (part) throws(ByteError) in memory.count += part.count }, report: { _ in })
    let outcome = Diff(
      ProbeInput(AnyByteSource(LoggedSource(a, log)), name: "a"),
      ProbeInput(AnyByteSource(LoggedSource(b, log)), name: "b")
    ).run(sink)
    #expect(outcome == .findings)
    #expect(memory.count < 1 << 13)
    #expect(log.byteCount < 4 * (a.count + b.count), "\(log.byteCount)")
  }

  /// Prefixes and damaged copies are compared to an end, and the verdict does not depend on the order of the files.
  @Test(arguments: ["plain.mp4", "fragmented.mp4", "avc_aac.flv", "bframes.h264", "opengop.hevc", "tone.aac"])
  func damagedFilesAreCompared(_ name: String) throws {
    let bytes = try Places.fixture(name)
    var random = Reproducible(state: 11)
    for round in 0..<40 {
      var copy = bytes
      if round % 4 == 0 { copy = Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &random))) }
      for _ in 0..<round % 8 { copy[Int.random(in: copy.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
      let (forward, backward) = (Self.diff(bytes, copy), Self.diff(copy, bytes))
      #expect(forward.outcome == backward.outcome, "\(forward.messages) \(backward.messages)")
      #expect(forward.lines.count < 4000)
      // What one direction removes, the other adds.
      #expect(forward.lines.count { $0.hasPrefix("-") } == backward.lines.count { $0.hasPrefix("+") })
    }
  }
}
