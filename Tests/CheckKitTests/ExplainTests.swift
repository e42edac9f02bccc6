import BitstreamKit
import CheckKit
import Foundation
import H264Kit
import HEVCKit
import MP4Kit
import ProbeKit
import RemuxKit
import TestSupport
import Testing
import NALKit

/// What owns a byte, compared with what the other questions say of it.
@Suite struct ExplainTests {
  private static let fixtures = [
    "plain.mp4", "faststart.mp4", "fragmented.mp4", "hvc1.mp4", "avc_aac.flv", "bframes.h264", "interlaced.h264", "opengop.hevc",
    "tone.aac",
  ]

  private static func explain(_ bytes: [UInt8]) -> Explain {
    Explain(ProbeInput(AnyByteSource(MemorySource(bytes)), name: "a file"))
  }

  private static func explain(_ bytes: [UInt8], _ place: ExplainPlace) throws -> Explanation {
    let answer = try explain(bytes).answer(place)
    #expect(answer.refusal == nil)
    return try #require(answer.explanation)
  }

  private static func units(_ bytes: [UInt8]) -> [AnnexBUnit] {
    var parser = AnnexBParser()
    var (units, cursor): ([AnnexBUnit], Int) = ([], 0)
    while let unit = parser.next(in: bytes, from: &cursor, to: bytes.count) { units.append(unit) }
    if let last = parser.finish() { units.append(last) }
    return units
  }

  // MARK: Every byte

  /// Bytes everywhere in a file: each has an owner that holds it, inside of owners that hold it.
  @Test(arguments: fixtures) func everyByteHasAnOwner(_ name: String) throws {
    let bytes = try Places.fixture(name)
    let step = max(1, bytes.count / 700)
    for offset in stride(from: 0, to: bytes.count, by: step) {
      let found = try Self.explain(bytes, .offset(UInt64(offset)))
      #expect(found.byte == bytes[offset])
      let last = try #require(found.layers.last, "\(offset)")
      #expect(last.kind != .box && last.kind != .tag && last.kind != .sample && last.kind != .unit, "\(offset): \(last.name)")
      var depth = 0
      for layer in found.layers {
        #expect(layer.depth <= depth, "\(offset): \(layer.name)")
        depth = layer.depth + 1
        if [.box, .unit, .element, .field].contains(layer.kind), layer.name != "rest" {
          #expect(layer.page != nil || layer.kind == .field, "\(offset): no page of \(layer.kind) \(layer.name)")
        }
        guard let start = layer.offset, let size = layer.size, layer.kind != .structure else { continue }
        #expect(UInt64(offset) >= start && UInt64(offset) < start + size, "\(offset): \(layer.name) at \(start), \(size) bytes")
      }
    }
  }

  /// Samples of a movie by their number, which its tables locate, and by their first byte, which a walk over all samples finds.
  @Test(arguments: ["plain.mp4", "faststart.mp4", "fragmented.mp4", "hvc1.mp4"]) func samplesByNumberAreThoseByByte(_ name: String) throws {
    let bytes = try Places.fixture(name)
    var (reader, counts) = (try MediaReader(MemorySource(bytes)), [Int: Int]())
    while let sample = try reader.next() {
      let index = counts[sample.track, default: 0]
      counts[sample.track] = index + 1
      func layers(_ place: ExplainPlace) throws -> [String] {
        try Self.explain(bytes, place).layers.filter { $0.kind == .track || $0.kind == .sample }.map { layer in
          "\(layer.name) \(layer.value ?? "") at \(layer.offset ?? 0)"
        }
      }
      let byNumber = try layers(.sample(track: sample.track, index: index))
      #expect(byNumber.count == 2)
      #expect(try layers(.offset(sample.offset)) == byNumber)
    }
  }

  // MARK: Byte streams

  /// Every element of a stream's trace is found at its first byte.
  @Test(arguments: ["bframes.h264", "interlaced.h264", "opengop.hevc"]) func elementsAreThoseOfTheTrace(_ name: String) throws {
    let bytes = try Places.fixture(name)
    var (h264, hevc) = (H264Kit.ParameterSets(), HEVCKit.ParameterSets())
    var (index, count) = (0, 0)
    for unit in Self.units(bytes) {
      let log = TraceLog()
      let own = Array(bytes[Int(unit.offset)..<Int(unit.offset + unit.length)])
      if name.hasSuffix("hevc") {
        let traced = HEVCKit.NALUnit.trace(own, at: unit.offset, sets: hevc, into: log)
        if let unit = traced.unit { hevc.update(with: unit) }
      } else {
        let traced = H264Kit.NALUnit.trace(own, at: unit.offset, sets: h264, into: log)
        if let unit = traced.unit { h264.update(with: unit) }
      }
      for row in log.rows where count < 900 && (index < 8 || row.element.bitOffset < 200) {
        let offset = try #require(row.element.byteOffset)
        let found = try Self.explain(bytes, .offset(offset))
        let same = found.layers.first { $0.name == row.element.fullName && $0.bitOffset == row.element.bitOffset }
        #expect(same?.bitLength == row.element.bitLength, "\(offset): \(row.element.fullName)")
        if case .number(let value) = row.element.value { #expect(same?.number == value) }
        #expect(found.layers.contains { $0.kind == .unit && $0.name.hasPrefix("unit \(index):") && $0.offset == unit.offset })
        let structures = found.layers.filter { $0.kind == .structure }.map(\.name)
        #expect(row.path.dropFirst().allSatisfy { structures.contains($0) }, "\(offset): \(row.path)")
        count += 1
      }
      index += 1
    }
    #expect(count > 200)
  }

  @Test func partsOfAByteStreamOutsideOfUnits() throws {
    var bytes = try Places.fixture("bframes.h264")
    func innermost(_ offset: UInt64) throws -> String? { try Self.explain(bytes, .offset(offset)).layers.last?.name }
    #expect(try innermost(0) == "zero_byte")
    #expect(try innermost(1) == "start_code_prefix_one_3bytes")
    #expect(try innermost(4) == "forbidden_zero_bit" || innermost(4) == "nal_unit_type")
    let unit = try #require(Self.units(bytes).dropFirst(1).first)
    let prevention = try #require(
      (unit.offset..<unit.offset + unit.length).first { offset in
        let place = Int(offset)
        return bytes[place] == 3 && bytes[place - 1] == 0 && bytes[place - 2] == 0
      })
    #expect(try innermost(prevention) == "emulation_prevention_three_byte")
    bytes.insert(contentsOf: [0, 0, 0], at: 6)
    #expect(try innermost(6) == "trailing_zero_8bits")
  }

  // MARK: Boxes

  private final class Rows: TraceSink {
    var found: [(name: String, row: Int?, element: TraceElement)] = []
    private var table: (name: StaticString, row: Int)?
    override func beginTable(_ name: StaticString, rows: Int, bitOffset: Int) -> Bool {
      table = (name, 0)
      return true
    }
    override func row(_ index: Int) { table?.row = index }
    override func endTable() { table = nil }
    override func element(_ element: TraceElement) { found.append((element.name.description, table?.row, element)) }
  }

  /// Every field of every box, and every row of every table, is found at its place with its value.
  @Test(arguments: ["plain.mp4", "faststart.mp4", "fragmented.mp4", "hvc1.mp4"]) func fieldsAreThoseOfTheBoxes(_ name: String) throws {
    let bytes = try Places.fixture(name)
    let tree = try BoxTree(MemorySource(bytes))
    var count = 0
    for node in tree.nodes where node.place.isBox {
      let place = node.place
      let header = try Self.explain(bytes, .offset(place.offset + 4))
      #expect(header.layers.last?.name == "type")
      #expect(header.layers.last?.value == "'\(place.header.type)'")
      let box = try #require(header.layers.last { $0.kind == .box })
      #expect(box.offset == place.offset && box.size == place.size && box.depth == place.depth)
      // The path leads back to the box.
      let path = try #require(ExplainPlace(box.name))
      #expect(try Self.explain(bytes, path).layers.last?.offset == place.offset)
      if place.header.type == "mdat" { continue }
      let end = place.childrenOffset ?? place.end
      let fields = Array(bytes[Int(place.payloadOffset)..<Int(end)])
      let rows = Rows()
      _ = BoxContent.trace(place, fields, of: UInt64(fields.count), showsRows: true, to: rows)
      for (index, found) in rows.found.enumerated() where rows.found.count < 60 || index % 7 == 0 {
        guard let offset = found.element.byteOffset, found.element.bitLength > 0 else { continue }
        let answer = try Self.explain(bytes, .offset(offset))
        let same = answer.layers.first { $0.kind == .field && $0.bitOffset == found.element.bitOffset }
        #expect(same?.bitLength == found.element.bitLength, "\(box.name) \(found.name) at \(offset)")
        if case .number(let value) = found.element.value { #expect(same?.number == value, "\(box.name) \(found.name)") }
        if let row = found.row {
          #expect(answer.layers.contains { $0.name.hasSuffix("[\(row)]") }, "\(box.name) \(found.name) row \(row)")
        }
        count += 1
      }
    }
    #expect(count > 150)
  }

  /// The parameter sets in a configuration record are NAL units, element by element.
  @Test func unitsOfConfigurationRecordsAreTraced() throws {
    let bytes = try Places.fixture("plain.mp4")
    let found = try Self.explain(bytes, .offset(15770))
    #expect(found.layers.contains { $0.kind == .box && $0.name == "moov/trak[0]/mdia/minf/stbl/stsd/avc1/avcC" })
    #expect(found.layers.contains { $0.kind == .unit && $0.name == "unit 0 of the record: SPS" })
    #expect(found.layers.last?.name == "max_num_ref_frames")
    #expect(found.layers.last?.number == .unsigned(4))
  }

  // MARK: Samples

  /// Samples, their numbers and their times are those that `packets` prints.
  @Test(arguments: fixtures) func samplesAreThoseOfThePackets(_ name: String) throws {
    let bytes = try Places.fixture(name)
    var reader = try MediaReader(MemorySource(bytes))
    var counts: [Int: Int] = [:]
    var seen = 0
    while let sample = try reader.next() {
      let index = counts[sample.track, default: 0]
      counts[sample.track] = index + 1
      if seen > 60, index % 9 != 0 { continue }
      seen += 1
      let found = try Self.explain(bytes, .sample(track: sample.track, index: index))
      #expect(found.offset == sample.offset)
      let layer = try #require(found.layers.last)
      #expect(layer.kind == .sample && layer.name == "sample \(index)" && layer.offset == sample.offset && layer.size == sample.size)
      #expect(layer.facts.contains { $0.name.description == "decode_time" && $0.value.hasPrefix("\(sample.decodeTime) ") })
      #expect(layer.facts.contains { $0.name.description == "presentation_time" && $0.value.hasPrefix("\(sample.presentationTime) ") })
      #expect(found.layers.contains { $0.kind == .track && $0.name == "track \(sample.track)" })
      let last = try Self.explain(bytes, .offset(sample.offset + sample.size - 1))
      #expect(last.layers.contains { $0.kind == .sample && $0.offset == sample.offset })
    }
    #expect(seen >= 10)
    let count = counts[0] ?? 0
    #expect(throws: ProbeRequestError.self) { try Self.explain(bytes, .sample(track: 0, index: count)) }
    #expect(throws: ProbeRequestError.self) { try Self.explain(bytes, .sample(track: 9, index: 0)) }
  }

  @Test func aTimeIsTheSampleThatPlayersShowThen() throws {
    let bytes = try Places.fixture("plain.mp4")
    // The edit list begins with the first picture, and after the first frame of sound. The third picture in decoding order is the second to
    // be shown, from 512 to 1024 of 12800 a second.
    for (track, thousandths, sample) in [(nil as Int?, 0 as UInt64, 0), (nil, 45, 2), (1, 0, 1), (1, 24, 2)] {
      let found = try Self.explain(bytes, .time(track: track, numerator: thousandths, denominator: 1000))
      let layer = try #require(found.layers.last)
      #expect(layer.name == "sample \(sample)")
      let shown = try #require(layer.facts.first { $0.name.description == "shown_time" })
      #expect(shown.value == [0: "0 (0 s)", 2: "512 (0.04 s)"][sample] || track == 1)
    }
    let error = #expect(throws: ProbeRequestError.self) { try Self.explain(bytes, .time(track: nil, numerator: 60, denominator: 1)) }
    #expect(error?.message == "No sample of track 0 is shown at this time: its samples are shown from 0 to 1 s.")
  }

  @Test(arguments: ["plain.mp4", "avc_aac.flv", "bframes.h264", "opengop.hevc"]) func unitsAreNumberedAsInNalu(_ name: String) throws {
    let bytes = try Places.fixture(name)
    var lines: [UInt8] = []
    let output = MediaOutput(append: { (bytes, range) throws(ByteError) in lines += bytes[range] })
    let probe = Probe(ProbeInput(AnyByteSource(MemorySource(bytes)), name: "a file"), ProbeSink(output) { _ in })
    _ = try probe.trace(StreamSelection(), units: UnitSelection(), isText: true)
    let text = String(decoding: lines, as: UTF8.self)
    var count = 0
    for match in text.matches(of: /unit (\d+): (\w+), (\d+) bytes at (\d+)/) {
      let number = try #require(UInt64(match.output.1))
      guard number < 12 else { break }
      let found = try Self.explain(bytes, .unit(number))
      let unit = try #require(found.layers.last)
      #expect(unit.kind == .unit && unit.name.hasSuffix(": \(match.output.2)"), "\(number): \(unit.name)")
      #expect(found.offset == UInt64(match.output.4) && unit.size == UInt64(match.output.3), "\(number)")
      count += 1
    }
    #expect(count == 12)
  }

  /// A property of the metadata has its name, its page and its value as a number.
  @Test func propertiesOfMetadataAreExplained() throws {
    let bytes = try Places.fixture("avc_aac.flv")
    let found = try Self.explain(bytes, try #require(ExplainPlace("onMetaData › framerate")))
    let property = try #require(found.layers.last { $0.name == "SCRIPTDATAOBJECTPROPERTY" })
    #expect(property.facts.map(\.value) == ["framerate"])
    #expect(property.page?.name == "flv:onMetaData.framerate")
    #expect(found.layers.last?.value == "25")
    #expect(found.layers.last?.real == 25)
  }

  /// The fields of a grid in idat.
  @Test func fieldsOfAGridAreExplained() throws {
    let bytes = makeGridImage(columns: 3, width: 192)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: [0, 0, 0, 2, 0, 192, 0, 64]) })
    let found = try Self.explain(bytes, .offset(UInt64(place + 3)))
    #expect(found.layers.last?.name == "columns_minus_one")
    #expect(found.layers.last?.number == .unsigned(2))
    #expect(found.layers.last?.page?.name == "mp4:ImageGrid.columns_minus_one")
    #expect(found.layers.contains { $0.kind == .item && $0.name == "item 1" })
  }

  /// A byte of a coded image has its NAL unit and its element, and the places of findings lead there.
  @Test func unitsOfAnItemAreExplained() throws {
    let bytes = try makeWholeImage()
    let image = try Self.explain(bytes, try #require(ExplainPlace("item 1")))
    #expect(image.layers.last?.kind == .item)
    // After the VPS, the SPS and the PPS of the configuration record.
    let place = try #require(ExplainPlace("item 1 › unit 3 › slice_segment_header › slice_pic_parameter_set_id"))
    let found = try Self.explain(bytes, place)
    #expect(found.layers.contains { $0.name == "slice_segment_header" }, "\(found.layers)")
    #expect(found.layers.contains { $0.kind == .unit } && found.layers.contains { $0.kind == .item })
    let set = try Self.explain(bytes, try #require(ExplainPlace("item 1 › configuration record › unit 1")))
    #expect(set.offset < found.offset)
    #expect(throws: ProbeRequestError.self) { try Self.explain(bytes, .itemUnit(item: 1, number: 9)) }
    #expect(throws: ProbeRequestError.self) { try Self.explain(bytes, .item(2)) }
  }

  /// An item of several extents does not have the bytes between them.
  @Test func extentsOfAnItemAreExplained() throws {
    var bytes = try makeSplitImage()
    let mdat = try #require(bytes.indices.last { bytes[$0...].starts(with: "mdat".utf8) }) + 4
    let first = try Self.explain(bytes, .offset(UInt64(mdat + 1)))
    #expect(first.layers.last?.name == "item 1" && first.layers.last?.size == 2, "\(first.layers)")
    let hole = try Self.explain(bytes, .offset(UInt64(mdat + 5)))
    #expect(!hole.layers.contains { $0.kind == .item })
    let last = try Self.explain(bytes, .offset(UInt64(bytes.count - 1)))
    #expect(last.layers.last?.facts.contains { $0.value == "2 of 2, from byte 2 of the item on" } == true, "\(last.layers)")
    // Extents of more bytes than any file has.
    let iloc = try #require(bytes.indices.first { bytes[$0...].starts(with: "iloc".utf8) })
    for place in iloc + 24..<iloc + 28 { bytes[place] = 0xFF }
    _ = try Self.explain(bytes, .offset(UInt64(mdat + 5)))
  }

  /// The data of items belongs to them, in mdat and in idat.
  @Test(.enabled(if: Places.corpus != nil)) func itemsOwnTheirData() throws {
    guard let corpus = Places.corpus else { return }
    var count = 0
    for path in Places.corpusFiles() where path.hasPrefix("mp4/heif/") {
      let bytes = [UInt8](try Data(contentsOf: corpus.appending(path: path)))
      guard bytes.count < 200_000, let images = try ImageCollection(MemorySource(bytes)) else { continue }
      for item in images.items.prefix(4) {
        guard let offset = item.offset, let size = item.byteCount, size > 0, offset < UInt64(bytes.count) else { continue }
        let found = try Self.explain(bytes, .offset(offset))
        guard let layer = found.layers.first(where: { $0.kind == .item }) else { continue }
        #expect(layer.offset.map { $0 <= offset } == true, "\(path)")
        if layer.name == "item \(item.id)" { count += 1 }
      }
    }
    #expect(count > 10)
  }

  // MARK: FLV

  @Test func tagsHaveHeadersSizesAndScript() throws {
    let bytes = try Places.fixture("avc_aac.flv")
    func innermost(_ offset: UInt64) throws -> String? { try Self.explain(bytes, .offset(offset)).layers.last?.name }
    #expect(try innermost(0) == "Signature")
    #expect(try innermost(5) == "DataOffset")
    #expect(try innermost(9) == "PreviousTagSize")
    #expect(try innermost(13) == "TagType")
    #expect(try innermost(14) == "DataSize")
    #expect(try innermost(24) == "Type")
    let script = try Self.explain(bytes, .offset(27))
    #expect(script.layers.first?.name == "tag 0: script data")
    #expect(script.layers.last?.value == "\"onMetaData\"")
  }

  // MARK: Cost

  private final class Work {
    var reads = 0
    var bytesRead = 0
  }

  /// A file of zeros with some bytes at the start.
  private struct SparseSource: ByteSource {
    let head: [UInt8]
    let byteCount: UInt64
    let work: Work
    func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
      buffer.removeAll(keepingCapacity: true)
      guard offset < byteCount else { return }
      for index in 0..<min(UInt64(max(0, count)), byteCount - offset) {
        buffer.append(offset + index < UInt64(head.count) ? head[Int(offset + index)] : 0)
      }
      work.reads += 1
      work.bytesRead += buffer.count
    }
  }

  /// A field in the headers of a file of 100 GB, and a row in the middle of a table of 100 million rows.
  @Test func onlyWhatLeadsToTheByteIsRead() throws {
    var head = try Places.fixture("faststart.mp4")
    let tree = try BoxTree(MemorySource(head))
    let media = try #require(tree.child("mdat", of: nil))
    let start = Int(tree.nodes[media].place.offset)
    head.removeSubrange(start...)
    head += [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 0x17, 0x48, 0x76, 0xE8, 0]
    let timescale = try #require(tree.find("moov/trak[1]/mdia/mdhd").first.map { tree.nodes[$0].place.payloadOffset + 12 })
    let work = Work()
    let source = SparseSource(head: head, byteCount: UInt64(start) + 100_000_000_000, work: work)
    let input = ProbeInput(AnyByteSource(source), name: "a file")
    let found = try #require(try Explain(input).answer(.offset(timescale)).explanation)
    #expect(found.layers.last?.name == "timescale")
    #expect(found.layers.last?.number == .unsigned(44100))
    #expect(work.reads < 30 && work.bytesRead < 300_000, "\(work.reads) reads, \(work.bytesRead) bytes")

    let rows: UInt32 = 100_000_000
    let size = 20 + UInt32(4) * rows
    func bytes(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    let table = Work()
    let whole =
      Array(head.prefix(32)).prefix(Int(head[3])) + bytes(size) + Array("stsz".utf8) + [UInt8](repeating: 0, count: 8) + bytes(rows)
    let long = SparseSource(head: Array(whole), byteCount: UInt64(head[3]) + UInt64(size), work: table)
    let place = UInt64(head[3]) + 20 + 4 * 50_000_000
    let answer = try #require(try Explain(ProbeInput(AnyByteSource(long), name: "a file")).answer(.offset(place + 1)).explanation)
    #expect(answer.layers.last?.name == "entry_size[50000000]")
    #expect(answer.layers.last?.offset == place)
    #expect(answer.layers.last?.page?.name == "mp4:stsz.entry_size")
    #expect(table.reads < 20 && table.bytesRead < 300_000, "\(table.reads) reads, \(table.bytesRead) bytes")
  }

  // MARK: Faults

  /// Every place in prefixes and damaged copies has an answer or a reason.
  @Test(arguments: ["plain.mp4", "fragmented.mp4", "hvc1.mp4", "avc_aac.flv", "bframes.h264", "opengop.hevc", "tone.aac"])
  func damagedFilesAreExplained(_ name: String) throws {
    let bytes = try Places.fixture(name)
    var state: UInt64 = 11
    func random(_ below: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(1, below)
    }
    for round in 0..<60 {
      var copy = round % 3 == 0 ? Array(bytes.prefix(random(bytes.count + 1))) : bytes
      for _ in 0..<(round % 3 == 0 ? 0 : 12) where !copy.isEmpty {
        // Mostly in headers, which are at the start of streams and at the end of plain movies.
        let place = round % 2 == 0 ? random(copy.count) : name == "plain.mp4" ? copy.count - 1 - random(2100) : random(1200)
        copy[place] ^= 1 << UInt8(random(8))
      }
      for _ in 0..<6 where !copy.isEmpty {
        let offset = round % 2 == 0 || name != "plain.mp4" ? random(min(copy.count, 4000)) : max(0, copy.count - 1 - random(2100))
        _ = try? Self.explain(copy).answer(.offset(UInt64(offset)))
      }
      for place in [ExplainPlace.unit(3), .sample(track: 0, index: 2), .time(track: nil, numerator: 1, denominator: 10)] {
        _ = try? Self.explain(copy).answer(place)
      }
    }
  }

  @Test func otherFilesAndPlacesAreRefused() throws {
    let other = try Self.explain(Array("\u{89}PNG\r\n\u{1A}\n and so on".utf8)).answer(.offset(0))
    #expect(other.explanation == nil && other.refusal != nil && other.outcome == .malformed)
    let bytes = try Places.fixture("plain.mp4")
    #expect(throws: ProbeRequestError.self) { try Self.explain(bytes, .offset(UInt64(bytes.count))) }
    #expect(throws: ProbeRequestError.self) { try Self.explain(bytes, try #require(ExplainPlace("moov/trak[7]"))) }
    #expect(throws: ProbeRequestError.self) { try Self.explain(bytes, .unit(100_000)) }
    #expect(throws: ProbeRequestError.self) { try Self.explain(try Places.fixture("tone.aac"), .unit(0)) }
  }

  @Test func placesAreParsed() {
    #expect(ExplainPlace("4711") == .offset(4711))
    #expect(ExplainPlace("0x1F") == .offset(31))
    #expect(ExplainPlace("unit 17") == .unit(17))
    #expect(ExplainPlace("sample 2:118") == .sample(track: 2, index: 118))
    #expect(ExplainPlace("time 3.4s") == .time(track: nil, numerator: 34, denominator: 10))
    #expect(ExplainPlace("time 1:0.04") == .time(track: 1, numerator: 4, denominator: 100))
    for text in [
      "", "0x", "0xG", "unit x", "sample 1", "sample a:b", "sample", "time s", "time 1.2.3", "moov/",
      "moov//trak", "toolong", "1 2 3",
    ] {
      #expect(ExplainPlace(text) == nil, "\(text)")
    }
  }
}
