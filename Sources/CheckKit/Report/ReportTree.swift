import AACKit
import BitstreamKit
import FLVKit
import H264Kit
import HEVCKit
import MP4Kit
import ProbeKit
import RemuxKit
import NALKit

/// The structures of a file as a report has them: boxes, tags, frames and NAL units with their elements, up to a fixed size.
struct ReportTree {
  /// The top-level boxes, and the gaps between samples, that are written.
  static let maxTop = 200
  /// The bytes of JSON for all nodes; for boxes with their fields, and for all boxes, so that NAL units have room.
  private static let maxSize = 76 << 10
  private static let maxBoxSize = 44 << 10
  private static let maxBareBoxSize = 52 << 10
  /// The largest part of a structure that is read.
  static let maxRead = 4096
  /// The bytes of a node, and of all nodes, that are part of the report.
  private static let maxNodeBytes: UInt64 = 512
  private static let maxBytes: UInt64 = 23 << 10
  /// The NAL units, tags or frames that are nodes.
  static let maxUnits = 40

  /// A structure.
  struct Node {
    var parent: Int
    var offset: UInt64
    var size: UInt64
    var name: String
    var title: String
    var page: Int
    var fields: [ReportField] = []
    /// The end of the bytes that are shown.
    var bytesEnd: UInt64
  }

  private(set) var nodes: [Node] = []
  var pages = ReportPages()
  /// The number of structures that are left out.
  var omitted: UInt64 = 0
  /// The top-level boxes, at most `maxTop`, and the number of further ones.
  private(set) var top: [BoxPlace] = []
  private(set) var topOmitted: UInt64 = 0
  /// What is wrong with the boxes.
  private(set) var findings: [String] = []

  let input: ProbeInput
  let source: AnyByteSource
  private var spent = 0
  private var pagesPaid = 0
  /// The configuration records among the boxes.
  private var records: [Record] = []

  /// A configuration record, whose NAL units become nodes after all boxes: their elements take the room of many boxes.
  private struct Record {
    var codec: VideoCodec
    var units: [Range<Int>]
    var bytes: [UInt8]
    var offset: UInt64
    var node: Int
  }

  init(_ input: ProbeInput) {
    self.input = input
    source = AnyByteSource(input)
  }

  /// Reads the structures of a file. What cannot be read is left out.
  mutating func read(_ container: MediaContainer, _ reader: MediaReader?) {
    switch container {
    case .mp4: boxes()
    case .flv: tags()
    case .adts: frames()
    case .h264: stream(.h264)
    case .hevc: stream(.hevc)
    }
    guard container == .mp4 || container == .flv, let reader else { return }
    let coded = reader.tracks.filter { ($0.codec == .h264 || $0.codec == .hevc) && !$0.isProtected }
    for track in coded.prefix(2) { units(of: track, reader) }
  }

  /// The ranges of the file whose bytes are part of the report, in order.
  func byteRanges() -> [Range<UInt64>] {
    var (ranges, total): ([Range<UInt64>], UInt64) = ([], 0)
    for node in nodes where node.bytesEnd > node.offset {
      let end = min(node.bytesEnd, node.offset &+ Self.maxNodeBytes, input.byteCount)
      guard end > node.offset else { continue }
      if total + (end - node.offset) > Self.maxBytes { break }
      ranges.append(node.offset..<end)
      total += end - node.offset
    }
    var joined: [Range<UInt64>] = []
    for range in ranges.ordered(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  // MARK: - Nodes

  /// Adds a node if there is room.
  /// - Returns: its index; nil if it is left out.
  private mutating func add(_ node: Node, limit: Int = Self.maxSize) -> Int? {
    var cost = 48 + jsonSize(node.name) + jsonSize(node.title)
    for field in node.fields { cost += 34 + jsonSize(field.name) + jsonSize(field.value) }
    for page in pages.pages[pagesPaid...] { cost += 8 + jsonSize(page.meaning) + jsonSize(page.clause) }
    guard spent + cost <= limit else {
      omitted += 1
      return nil
    }
    pagesPaid = pages.pages.count
    spent += cost
    nodes.append(node)
    return nodes.count - 1
  }

  /// Adds a node without fields if one with fields has no room.
  mutating func addBoth(_ node: Node, _ before: ReportPages, limit: Int = Self.maxSize, bare bareLimit: Int = Self.maxSize) -> Int? {
    if let place = add(node, limit: limit) { return place }
    pages = before
    if node.fields.isEmpty, limit == bareLimit { return nil }
    omitted -= 1
    var bare = node
    (bare.fields, bare.page) = ([], -1)
    return add(bare, limit: bareLimit)
  }

  func bytes(_ offset: UInt64, _ count: UInt64) -> [UInt8] {
    (try? source.bytes(offset..<offset.addingReportingOverflow(count).partialValue, limit: Self.maxRead)) ?? []
  }

  mutating func trace<S: Syntax>(
    _ value: inout S, _ bytes: [UInt8], at start: UInt64, _ family: CatalogueFamily, limit: Int
  ) -> ReportTracer {
    let tracer = ReportTracer(pages, limit: limit, start: start, family: family)
    var coder = SyntaxCoder(tracing: BitReader(bytes, policy: .lenient, fileOffset: start), to: tracer)
    try? coder.nested(&value)
    pages = tracer.pages
    return tracer
  }

  // MARK: - Boxes

  private mutating func boxes() {
    var walker = BoxWalker(source)
    /// The nodes around the next box.
    var parents: [Int] = []
    while let found = try? walker.next() {
      let place = found
      if place.depth == 0 {
        if top.count < Self.maxTop { top.append(place) } else { topOmitted += 1 }
      }
      if parents.count > place.depth { parents.removeSubrange(place.depth...) }
      let parent = parents.count == place.depth ? parents.last ?? -1 : -2
      guard parent > -2, spent < Self.maxBareBoxSize - 128 else {
        omitted += 1
        continue
      }
      if let node = box(place, parent: parent) { parents.append(node) }
    }
    for found in records { record(found.codec, found.units, found.bytes, at: found.offset, parent: found.node) }
    findings = walker.findings.prefix(20).map { $0.description }
  }

  private mutating func box(_ place: BoxPlace, parent: Int) -> Int? {
    let before = pages
    var node = Node(
      parent: parent, offset: place.offset, size: place.size, name: place.isBox ? place.header.type.description : "?", title: "", page: -1,
      bytesEnd: place.payloadOffset)
    guard place.isBox else { return addBoth(node, before, limit: Self.maxBoxSize, bare: Self.maxBareBoxSize) }
    node.page = pages.index(Catalogue.page(box: place))
    var units: (codec: VideoCodec, list: [Range<Int>], bytes: [UInt8])?
    switch place.header.type {
    case "mdat", "free", "skip", "wide", "idat", "imda": break
    default:
      let end = max(place.payloadOffset, place.childrenOffset ?? place.end)
      let fields = bytes(place.payloadOffset, min(UInt64(Self.maxRead), end - place.payloadOffset))
      let tracer = ReportTracer(
        pages, limit: 48, start: place.payloadOffset, family: .mp4, outerName: place.header.type.description)
      let traced = BoxContent.trace(place, fields, of: end - place.payloadOffset, showsRows: true, to: tracer)
      node.title = traced.name?.description ?? ""
      node.fields = tracer.fields
      node.bytesEnd = min(end, place.payloadOffset + UInt64(fields.count))
      pages = tracer.pages
      if place.header.type == "avcC" { units = (.h264, tracer.units, fields) }
      if place.header.type == "hvcC" { units = (.hevc, tracer.units, fields) }
    }
    let index = addBoth(node, before, limit: Self.maxBoxSize, bare: Self.maxBareBoxSize)
    if let index, let units {
      records.append(Record(codec: units.codec, units: units.list, bytes: units.bytes, offset: place.payloadOffset, node: index))
    }
    return index
  }

  /// The NAL units of a configuration record.
  mutating func record(_ codec: VideoCodec, _ units: [Range<Int>], _ bytes: [UInt8], at start: UInt64, parent: Int) {
    var sets = UnitSets(codec)
    for (number, range) in units.enumerated() where range.upperBound <= bytes.count {
      let unit = Array(bytes[range])
      let offset = start + UInt64(range.lowerBound)
      self.unit(unit, size: UInt64(range.count), at: offset, node: offset, sets, "unit \(number) of the record", parent: parent)
      sets.take(unit)
    }
  }

  // MARK: - NAL units

  /// Adds a NAL unit with its elements.
  /// - Parameters:
  ///   - size: its number of bytes in the file, from `node` on.
  ///   - offset: its first byte.
  ///   - node: the start code or length before it, or the same.
  private mutating func unit(
    _ bytes: [UInt8], size: UInt64, at offset: UInt64, node: UInt64, _ sets: UnitSets, _ name: String, parent: Int
  ) {
    let before = pages
    let family: CatalogueFamily = sets.codec == .h264 ? .h264 : .hevc
    let type = bytes.first.map { sets.typeName($0).description } ?? "empty"
    let page = pages.index(Catalogue.page(family, unit: type))
    let tracer = ReportTracer(pages, limit: 80, start: offset, family: family)
    switch sets.codec {
    case .h264: _ = H264Kit.NALUnit.trace(bytes, at: offset, sets: sets.h264, into: tracer)
    case .hevc: _ = HEVCKit.NALUnit.trace(bytes, at: offset, sets: sets.hevc, into: tracer)
    }
    pages = tracer.pages
    let isSlice = !sets.isSet(bytes.first ?? 0)
    let end = offset &+ min(UInt64(bytes.count), isSlice ? 64 : Self.maxNodeBytes)
    _ = addBoth(
      Node(parent: parent, offset: node, size: size, name: name, title: type, page: page, fields: tracer.fields, bytesEnd: end), before)
  }

  private mutating func stream(_ codec: VideoCodec) {
    var sets = UnitSets(codec)
    var units = UnitSearch(input)
    while units.count < Self.maxUnits, let unit = try? units.next() {
      let start = unit.position.startCodeOffset
      self.unit(
        Array(unit.bytes.prefix(Self.maxRead)), size: unit.end - start, at: unit.position.offset, node: start, sets, "unit \(unit.index)",
        parent: -1)
      if unit.bytes.first.map({ sets.isSet($0) }) ?? false { sets.take(unit.bytes) }
    }
    if units.count == Self.maxUnits, (try? units.next()) ?? nil != nil { omitted += 1 }
  }

  /// The first NAL units in the samples of a track.
  private mutating func units(of track: MediaTrack, _ reader: MediaReader) {
    guard let own = try? reader.reopened(track: track.index),
      var units = try? TrackUnits(source, own, track: track.index, limit: Self.maxRead)
    else { return }
    var sets = UnitSets(units.codec)
    var (sample, number, count) = (-1, 0, 0)
    var parent = -1
    while count < Self.maxUnits / 2, let event = try? units.next() {
      switch event {
      case .configuration(let unit, let bytes): sets.take(Array(bytes[unit.range]))
      case .sample(let media):
        (sample, number) = (sample + 1, 0)
        let before = pages
        parent =
          addBoth(
            Node(
              parent: owner(of: media.offset), offset: media.offset, size: media.size, name: "sample \(track.index):\(sample)", title: "",
              page: -1, bytesEnd: media.offset), before) ?? -1
      case .unit(let unit):
        let bytes = Array(units.bytes[unit.range])
        let start = unit.position.startCodeOffset
        if parent >= 0 {
          self.unit(
            bytes, size: unit.position.length + UInt64(unit.position.startCodeLength), at: unit.position.offset, node: start, sets,
            "unit \(number) of the sample", parent: parent)
        }
        sets.take(bytes)
        (number, count) = (number + 1, count + 1)
      case .finding, .blank: break
      }
    }
  }

  /// The last top-level node that has a byte.
  private func owner(of offset: UInt64) -> Int {
    nodes.lastIndex { $0.parent == -1 && $0.offset <= offset && offset - $0.offset < $0.size } ?? -1
  }
}

/// The number of bytes of a string in JSON.
func jsonSize(_ text: String) -> Int {
  var size = 2
  for unit in text.utf8 { size += unit < 0x20 || unit == 0x3C ? 6 : unit >= 0x7F ? 3 : unit == 0x22 || unit == 0x5C ? 2 : 1 }
  return size
}

extension ReportTree {
  /// Writes the tree as a key of a file.
  func write(_ output: inout OutputBuffer) {
    output.object("tree") { output in
      output.array("nodes", nodes, first: true) { (output, node) in
        output.byte(0x5B)
        output.number(node.parent)
        output.byte(0x2C)
        output.number(node.offset)
        output.byte(0x2C)
        output.number(node.size)
        output.byte(0x2C)
        output.quoted(node.name)
        output.byte(0x2C)
        output.quoted(node.title)
        output.byte(0x2C)
        output.array(node.fields) { (output, field) in Self.write(field, &output) }
        output.byte(0x2C)
        output.number(node.page)
        output.byte(0x5D)
      }
      output.array("pages", pages.pages) { (output, page) in
        output.byte(0x5B)
        output.quoted(page.meaning)
        output.byte(0x2C)
        output.quoted(page.clause)
        output.byte(0x5D)
      }
      output.field("omitted", omitted)
    }
  }

  private static func write(_ field: ReportField, _ output: inout OutputBuffer) {
    output.byte(0x5B)
    output.quoted(field.name)
    output.byte(0x2C)
    output.quoted(field.value)
    output.byte(0x2C)
    output.number(field.bitOffset)
    output.byte(0x2C)
    output.number(field.bitCount)
    output.byte(0x2C)
    output.number(field.page)
    output.byte(0x2C)
    output.number(field.depth)
    output.byte(0x5D)
  }
}
