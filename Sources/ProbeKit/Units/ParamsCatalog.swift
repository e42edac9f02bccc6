import RemuxKit
import BitstreamKit
import H264Kit
import HEVCKit
import NALKit

/// A parameter set or configuration record in the input.
package struct ParamsSet {
  /// `SPS`, `avcC` and so on.
  package var type: String
  /// Offset of its first start code; nil if given on the command line.
  var offset: UInt64?
  /// Size in bytes with header and emulation prevention.
  package var size: UInt64
  /// Number of occurrences.
  var count: UInt64 = 1
  var summary = ParamsSummary()
  package var elements: ParamsElements
  /// Errors found in it.
  var errors: [String] = []
  /// Whether it could not be parsed completely, in which case it has no summary.
  var isDamaged = false
  /// The bits that elements refer to.
  package var payload: [UInt8]
  /// The whole NAL unit or record, as in the input.
  package var bytes: [UInt8] = []
}

/// The distinct parameter sets of a stream, in order of first occurrence.
package struct ParamsCatalog {
  /// Limits on the bytes and elements kept of all sets, far above any real stream.
  static let maxBytes = 1 << 24, maxElements = 1 << 20

  /// The identity of a set: all of the unit except nal_ref_idc.
  private struct Content: Hashable {
    var type: UInt8
    var rest: ArraySlice<UInt8>
  }

  package let codec: VideoCodec
  package private(set) var sets: [ParamsSet] = []
  private var places: [Content: Int] = [:]
  private var h264 = H264Kit.ParameterSets()
  private var hevc = HEVCKit.ParameterSets()
  private var bytesLeft = Self.maxBytes
  private var elementsLeft = Self.maxElements
  /// Number of units dropped because of the limits.
  private(set) var omitted: UInt64 = 0

  package init(_ codec: VideoCodec) { self.codec = codec }

  /// Whether any set has readable elements.
  var isReadable: Bool { sets.contains { $0.elements.hasBody } }

  /// Type name of a parameter set by the first byte of its header; nil for other units.
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

  /// Adds a unit; ignores units that are not parameter sets.
  /// - Returns: the errors of a new set.
  package mutating func take(_ unit: [UInt8], at offset: UInt64?, startCode: Int = 0, length: UInt64? = nil) -> [String] {
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
    set.bytes = unit
    read(unit, at: offset.map { $0 + UInt64(startCode) }, &set)
    if set.size > UInt64(unit.count) { set.errors.append("size is \(set.size) bytes, only the first \(unit.count) were parsed") }
    keep(&set)
    places[content] = sets.count - 1
    return set.errors
  }

  private mutating func keep(_ set: inout ParamsSet) {
    elementsLeft -= set.elements.count
    if set.elements.isCut { set.errors.append("more than \(set.elements.count) elements, the rest is omitted") }
    sets.append(set)
  }

  private static let nothingIsLeft = "cropping removes the whole picture"

  private mutating func read(_ unit: [UInt8], at offset: UInt64?, _ set: inout ParamsSet) {
    _ = EmulationPrevention.removing(from: unit, 0..<unit.count, into: &set.payload, fileOffset: nil)
    switch codec {
    case .h264:
      let outcome = H264Kit.NALUnit.trace(unit, at: offset, sets: h264, into: set.elements)
      set.errors = (outcome.findings + (outcome.error.map { [$0] } ?? [])).map { $0.description }
      set.isDamaged = outcome.unit == nil
      if let unit = outcome.unit {
        set.summary = ParamsSummary(unit.payload)
        if case .seqParameterSet(let sps) = unit.payload, sps.croppedSize == nil { set.errors.append(Self.nothingIsLeft) }
        h264.update(with: unit)
      }
    case .hevc:
      let outcome = HEVCKit.NALUnit.trace(unit, at: offset, sets: hevc, into: set.elements)
      set.errors = (outcome.findings + (outcome.error.map { [$0] } ?? [])).map { $0.description }
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

  /// Activates a repeated set again.
  private mutating func update(with unit: [UInt8]) {
    switch codec {
    case .h264: if let unit = try? H264Kit.NALUnit(parsing: unit, sets: h264, policy: .lenient) { h264.update(with: unit) }
    case .hevc: if let unit = try? HEVCKit.NALUnit(parsing: unit, sets: hevc, policy: .lenient) { hevc.update(with: unit) }
    }
  }
}

// MARK: - Configuration records

extension ParamsCatalog {
  /// Adds a configuration record and its parameter sets, as far as it can be parsed.
  /// - Returns: the errors of the record and of its sets.
  package mutating func takeRecord(_ bytes: [UInt8]) -> [String] {
    var set = ParamsSet(
      type: codec == .h264 ? "avcC" : "hvcC", offset: nil, size: UInt64(bytes.count), elements: ParamsElements(limit: elementsLeft),
      payload: bytes, bytes: bytes)
    switch codec {
    case .h264: record(AVCDecoderConfigurationRecord(), &set) { ParamsSummary($0) }
    case .hevc: record(HEVCDecoderConfigurationRecord(), &set) { ParamsSummary($0) }
    }
    var units: [[UInt8]] = []
    set.elements.forEach { key, value in
      guard case .bits(let offset, let count) = value, key.includes("NALUnit") || key.includes("nalUnit") else { return }
      units.append(Array(bytes[min(offset / 8, bytes.count)..<min((offset + count) / 8, bytes.count)]))
    }
    keep(&set)
    return set.errors
      + units.flatMap { Self.mayStandInRecord($0, codec) ? take($0, at: nil) : ["a unit of the record is not a parameter set"] }
  }

  /// Whether a unit may be in a record: parameter sets, and for H.265 also SEI messages.
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
    set.errors = tracer.findings.map { $0.description } + set.errors
  }
}
