import RemuxKit
import BitstreamKit
import H264Kit
import HEVCKit

/// A parameter set, or a configuration record, that the input holds.
struct ParamsSet {
  /// `SPS`, `avcC` and the like.
  var type: String
  /// Where it first stands in the stream: its start code. Nil for one that the command line holds.
  var offset: UInt64?
  /// Its bytes with header and emulation prevention.
  var size: UInt64
  /// How often it comes.
  var count: UInt64 = 1
  var summary = ParamsSummary()
  var elements: ParamsElements
  /// What is wrong with it.
  var errors: [String] = []
  /// True where it could not be read to its end: then it has no summary.
  var isDamaged = false
  /// The bits that elements are told from.
  var payload: [UInt8]
}

/// The distinct parameter sets of a stream, in the order in which they first came.
package struct ParamsCatalog {
  /// What is kept of all sets: bytes and elements. A stream that has more is no stream that anybody made.
  static let mostBytes = 1 << 24, mostElements = 1 << 20

  /// What makes two units the same set: all but nal_ref_idc.
  private struct Content: Hashable {
    var type: UInt8
    var rest: ArraySlice<UInt8>
  }

  let codec: VideoCodec
  private(set) var sets: [ParamsSet] = []
  private var places: [Content: Int] = [:]
  private var h264 = H264Kit.ParameterSets()
  private var hevc = HEVCKit.ParameterSets()
  private var bytesLeft = Self.mostBytes
  private var elementsLeft = Self.mostElements
  /// Sets that there was no room for.
  private(set) var omitted: UInt64 = 0

  init(_ codec: VideoCodec) { self.codec = codec }

  /// Whether there is anything to show.
  var isReadable: Bool { sets.contains { $0.elements.hasBody } }

  /// How a set of this header is called; nil for other units.
  package static func typeName(_ first: UInt8, _ codec: VideoCodec) -> String? {
    switch codec {
    case .h264:
      let type = H264Kit.NALUnitHeader(firstByte: first).type
      return [.sps, .pps, .spsExtension, .subsetSPS].contains(type) ? type.abbreviation.description : nil
    case .hevc:
      switch HEVCKit.NALUnitHeader(firstBytes: first, 0).type {
      case .vps: return "VPS"
      case .sps: return "SPS"
      case .pps: return "PPS"
      default: return nil
      }
    }
  }

  /// Takes a unit; one that is no parameter set is left alone.
  /// - Returns: what is wrong with it, where it is new.
  mutating func take(_ unit: [UInt8], at offset: UInt64?, startCode: Int = 0, length: UInt64? = nil) -> [String] {
    guard let first = unit.first, let name = Self.typeName(first, codec) else { return [] }
    let content = Content(type: codec == .h264 ? first & 0x9F : first, rest: unit[1...])
    if let place = places[content] {
      sets[place].count += 1
      update(with: unit)
      return []
    }
    guard unit.count <= bytesLeft, elementsLeft > 0 else {
      omitted += 1
      return []
    }
    bytesLeft -= unit.count
    var set = ParamsSet(
      type: name, offset: offset, size: length ?? UInt64(unit.count), elements: ParamsElements(limit: elementsLeft), payload: [])
    read(unit, at: offset.map { $0 + UInt64(startCode) }, &set)
    if set.size > UInt64(unit.count) { set.errors.append("is \(set.size) bytes long, of which the first \(unit.count) were looked at") }
    keep(&set)
    places[content] = sets.count - 1
    return set.errors
  }

  private mutating func keep(_ set: inout ParamsSet) {
    elementsLeft -= set.elements.count
    if set.elements.isCut { set.errors.append("has more elements than are kept, \(set.elements.count)") }
    sets.append(set)
  }

  private static let nothingIsLeft = "the cropping leaves nothing of the picture"

  private mutating func read(_ unit: [UInt8], at offset: UInt64?, _ set: inout ParamsSet) {
    _ = EmulationPrevention.removing(from: unit, 0..<unit.count, into: &set.payload, fileOffset: nil)
    switch codec {
    case .h264:
      let outcome = H264Kit.NALUnit.trace(unit, at: offset, sets: h264, into: set.elements)
      set.errors = (outcome.findings + (outcome.error.map { [$0] } ?? [])).map(\.description)
      set.isDamaged = outcome.unit == nil
      if let unit = outcome.unit {
        set.summary = ParamsSummary(unit.content)
        if case .seqParameterSet(let sps) = unit.content, sps.croppedSize == nil { set.errors.append(Self.nothingIsLeft) }
        h264.update(with: unit)
      }
    case .hevc:
      let outcome = HEVCKit.NALUnit.trace(unit, at: offset, sets: hevc, into: set.elements)
      set.errors = (outcome.findings + (outcome.error.map { [$0] } ?? [])).map(\.description)
      set.isDamaged = outcome.unit == nil
      if let unit = outcome.unit {
        set.summary = ParamsSummary(unit)
        if case .seqParameterSet(let sps) = unit.payload, sps.format != nil, sps.croppedSize == nil {
          set.errors.append(Self.nothingIsLeft)
        }
        hevc.update(with: unit)
      }
    }
  }

  /// A set that comes again is in force again.
  private mutating func update(with unit: [UInt8]) {
    switch codec {
    case .h264: if let outcome = try? H264Kit.NALUnit.read(unit, sets: h264, policy: .lenient) { h264.update(with: outcome.unit) }
    case .hevc:
      var findings: [SyntaxError] = []
      if let unit = try? HEVCKit.NALUnit(parsing: unit, sets: hevc, policy: .lenient, findings: &findings) { hevc.update(with: unit) }
    }
  }
}

// MARK: - Configuration records

extension ParamsCatalog {
  /// Takes a configuration record, and the parameter sets in it as far as it can be read.
  /// - Returns: what is wrong with it and with the sets.
  mutating func takeRecord(_ bytes: [UInt8]) -> [String] {
    var set = ParamsSet(
      type: codec == .h264 ? "avcC" : "hvcC", offset: nil, size: UInt64(bytes.count), elements: ParamsElements(limit: elementsLeft),
      payload: bytes)
    switch codec {
    case .h264: record(AVCDecoderConfigurationRecord(), &set) { ParamsSummary($0) }
    case .hevc: record(HEVCDecoderConfigurationRecord(), &set) { ParamsSummary($0) }
    }
    var units: [[UInt8]] = []
    set.elements.forEach { key, value in
      guard case .bits(let offset, let count) = value, key.contains("NALUnit") || key.contains("nalUnit") else { return }
      units.append(Array(bytes[min(offset / 8, bytes.count)..<min((offset + count) / 8, bytes.count)]))
    }
    keep(&set)
    return set.errors
      + units.flatMap { Self.mayStandInRecord($0, codec) ? take($0, at: nil) : ["a unit of the record is no parameter set"] }
  }

  /// Parameter sets, and the SEI messages that an H.265 record may have besides.
  private static func mayStandInRecord(_ unit: [UInt8], _ codec: VideoCodec) -> Bool {
    guard let first = unit.first else { return false }
    return typeName(first, codec) != nil || codec == .hevc
  }

  private func record<R: Syntax>(_ initial: R, _ set: inout ParamsSet, _ summary: (R) -> ParamsSummary) {
    var record = initial
    var tracer = SyntaxCoder(tracing: BitReader(set.payload, policy: .lenient), to: set.elements)
    do {
      try tracer.nested(&record)
      set.summary = summary(record)
    } catch {
      set.errors = [error.description]
      set.isDamaged = true
    }
    set.errors = tracer.findings.map(\.description) + set.errors
  }
}
