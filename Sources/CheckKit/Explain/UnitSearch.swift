import BitstreamKit
import H264Kit
import HEVCKit
import ProbeKit
import RemuxKit

/// Walks the NAL units of a byte stream in bounded memory.
struct UnitSearch {
  /// A unit, with its first bytes.
  struct Unit {
    var index: UInt64
    var position: AnnexBUnit
    var end: UInt64
    /// The unit, or its first bytes.
    var bytes: [UInt8]
  }

  /// Bytes kept of a unit.
  static let limit = 1 << 20
  private static let chunkSize = 1 << 17

  private let source: AnyByteSource
  private var collector = AnnexBUnitCollector(limit: UnitSearch.limit)
  private var chunk: [UInt8] = []
  private var cursor = 0
  private var offset: UInt64 = 0
  private var isOver = false
  private(set) var count: UInt64 = 0

  init(_ input: ProbeInput) { source = AnyByteSource(input) }

  /// The next unit; nil at the end.
  mutating func next() throws(ExplainError) -> Unit? {
    while !isOver {
      if let unit = collector.next(in: chunk, from: &cursor, to: chunk.count) { return take(unit) }
      offset += UInt64(chunk.count)
      do { try source.read(at: offset, count: Self.chunkSize, into: &chunk) } catch { throw .media(.bytes(error)) }
      cursor = 0
      if chunk.isEmpty { isOver = true }
    }
    return collector.finish().map { take($0) }
  }

  private mutating func take(_ unit: AnnexBUnitCollector.Unit) -> Unit {
    defer { count += 1 }
    let bytes = unit.isHeld ? Array(collector.held[unit.range]) : Array(chunk[unit.range].prefix(Self.limit))
    return Unit(index: count, position: unit.position, end: unit.end, bytes: bytes)
  }
}

/// The parameter sets before a unit.
struct UnitSets {
  let codec: VideoCodec
  fileprivate var h264 = H264Kit.ParameterSets()
  fileprivate var hevc = HEVCKit.ParameterSets()

  init(_ codec: VideoCodec) { self.codec = codec }

  /// Keeps a unit that is a parameter set.
  mutating func take(_ unit: [UInt8]) {
    guard let first = unit.first else { return }
    switch codec {
    case .h264:
      let type = H264Kit.NALUnitType(rawValue: first & 31)
      guard type == .sps || type == .pps || type == .subsetSPS || type == .spsExtension else { return }
      if let read = try? H264Kit.NALUnit.read(unit, sets: h264, policy: .lenient) { h264.update(with: read.unit) }
    case .hevc:
      let type = HEVCKit.NALUnitType(rawValue: first >> 1 & 63)
      guard type == .vps || type == .sps || type == .pps else { return }
      var findings: [SyntaxError] = []
      if let read = try? HEVCKit.NALUnit(parsing: unit, sets: hevc, policy: .lenient, findings: &findings) { hevc.update(with: read) }
    }
  }

  /// Whether a unit of this first byte is a parameter set.
  func isSet(_ first: UInt8) -> Bool {
    switch codec {
    case .h264: [7, 8, 13, 15].contains(first & 31)
    case .hevc: (32...34).contains(first >> 1 & 63)
    }
  }

  /// The name of a unit's type, as `nalu` writes it.
  func typeName(_ first: UInt8) -> StaticString {
    switch codec {
    case .h264: H264Kit.NALUnitType(rawValue: first & 31).abbreviation
    case .hevc: HEVCKit.NALUnitType(rawValue: first >> 1 & 63).name
    }
  }
}

/// A NAL unit that owns a byte.
struct UnitExplainer {
  let sets: UnitSets
  /// Its first bytes, at most `UnitSearch.limit`.
  let bytes: [UInt8]
  /// The number of its bytes.
  let length: UInt64
  /// The offset of its first byte in the file.
  let offset: UInt64

  private var family: CatalogueFamily { sets.codec == .h264 ? .h264 : .hevc }

  /// The layers of the unit and what in it owns a byte.
  /// - Parameters:
  ///   - target: the byte, as an offset in the file, not before the unit.
  ///   - name: `unit 17`.
  func layers(_ target: UInt64, name: String, depth: Int, problems: inout [String]) -> [ExplainLayer] {
    let type = bytes.first.map { sets.typeName($0).description } ?? "empty"
    var unit = ExplainLayer(.unit, "\(name): \(type)", depth: depth, offset: offset, size: length, page: Catalogue.page(family, unit: type))
    if UInt64(bytes.count) < length { unit.add("traced_bytes", "\(bytes.count)") }
    guard let index = Int(exactly: target - offset) else { return [unit] }
    if isPrevention(index) {
      let page = Catalogue.page(family, ["nal_unit"], "emulation_prevention_three_byte")
      return [unit, ExplainLayer(.data, "emulation_prevention_three_byte", depth: depth + 1, offset: target, size: 1, page: page)]
    }
    var rbsp: [UInt8] = []
    _ = EmulationPrevention.removing(from: bytes, 0..<bytes.count, into: &rbsp)
    // Where the unit is longer than what is traced, the last element goes on.
    let hidden = length - min(length, UInt64(bytes.count))
    let place = index < bytes.count ? rbspIndex(index) : rbsp.count + (index - bytes.count)
    let tracer = ByteTracer(
      place, held: rbsp.count, total: UInt64(rbsp.count) + hidden, source: nil, start: offset, family: family, depth: depth + 1, unnamed: 1,
      kind: .element)
    trace(tracer, &problems)
    if tracer.layers.isEmpty {
      return [unit, ExplainLayer(.data, "bytes that are not parsed", depth: depth + 1, offset: target, size: 1)]
    }
    return [unit] + tracer.layers
  }

  private func trace(_ tracer: ByteTracer, _ problems: inout [String]) {
    let isWhole = UInt64(bytes.count) == length
    switch sets.codec {
    case .h264:
      let traced = H264Kit.NALUnit.trace(bytes, at: offset, sets: sets.h264, into: tracer)
      if isWhole { for error in traced.findings + (traced.error.map { [$0] } ?? []) { problems.append("\(error)") } }
    case .hevc:
      let traced = HEVCKit.NALUnit.trace(bytes, at: offset, sets: sets.hevc, into: tracer)
      if isWhole { for error in traced.findings + (traced.error.map { [$0] } ?? []) { problems.append("\(error)") } }
    }
  }

  /// The index of a byte without the emulation prevention bytes before it.
  private func rbspIndex(_ index: Int) -> Int {
    var rbsp: [UInt8] = []
    _ = EmulationPrevention.removing(from: bytes, 0..<index, into: &rbsp)
    return rbsp.count
  }

  private func isPrevention(_ index: Int) -> Bool {
    index < bytes.count && bytes[index] == 3 && rbspIndex(index) == rbspIndex(index + 1)
  }
}
