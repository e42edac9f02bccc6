import BitstreamKit
import H264Kit
import HEVCKit
import RemuxKit
import NALKit

/// A NAL unit that owns a byte.
struct UnitExplainer {
  let sets: UnitSets
  /// Its first bytes, at most `UnitSearch.limit`.
  let bytes: [UInt8]
  /// The number of its bytes.
  let length: UInt64
  /// The offset of its first byte in the file.
  let offset: UInt64
  /// Looks for an element of the unit.
  var search: ElementSearch?

  private var family: CatalogueFamily { sets.codec == .h264 ? .h264 : .hevc }

  /// The layers of the unit and what in it owns a byte.
  /// - Parameters:
  ///   - target: the byte, as an offset in the file, not before the unit.
  ///   - name: `unit 17`.
  func layers(_ target: UInt64, name: String, depth: Int, problems: inout [String]) -> [ExplainLayer] {
    let type = bytes.first.map { sets.typeName($0).description } ?? "empty"
    var unit = ExplainLayer(.unit, "\(name): \(type)", depth: depth, offset: offset, size: length, page: Catalogue.page(family, unit: type))
    if UInt64(bytes.count) < length { unit.add("traced_bytes", number: bytes.count) }
    guard let index = Int(exactly: target - offset) else { return [unit] }
    if isPrevention(index) {
      let page = Catalogue.page(family, ["nal_unit"], "emulation_prevention_three_byte")
      return [unit, ExplainLayer(.data, "emulation_prevention_three_byte", depth: depth + 1, offset: target, size: 1, page: page)]
    }
    var rbsp: [UInt8] = []
    let map = EmulationPrevention.removing(from: bytes, 0..<bytes.count, into: &rbsp)
    // The last traced element covers the rest of a unit that is longer than the traced part.
    let hidden = length - min(length, UInt64(bytes.count))
    let place = index < bytes.count ? rbspIndex(index) : rbsp.count + (index - bytes.count)
    let tracer = ByteTracer(
      place, held: rbsp.count, total: UInt64(rbsp.count) + hidden, source: nil, start: offset, family: family, depth: depth + 1, unnamed: 1,
      kind: .element, map: map, search: search)
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
      note(traced.findings + (traced.error.map { [$0] } ?? []), isWhole, &problems)
    case .hevc:
      let traced = HEVCKit.NALUnit.trace(bytes, at: offset, sets: sets.hevc, into: tracer)
      note(traced.findings + (traced.error.map { [$0] } ?? []), isWhole, &problems)
    }
  }

  private func note(_ errors: [SyntaxError], _ isWhole: Bool, _ problems: inout [String]) {
    for error in errors {
      search?.note(error)
      if isWhole { problems.append("\(error)") }
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

extension UnitExplainer {
  /// The layers of a length-prefixed unit, or of the length before it, that own a byte.
  /// - Parameters:
  ///   - sets: the parameter sets before the unit.
  ///   - number: the index of the unit in what holds it.
  ///   - owner: what holds the unit: `sample` or `tag`.
  static func layers(
    of unit: PrefixedUnitWalk.Unit, _ lengthSize: Int, _ sets: UnitSets, number: Int, owner: String, in source: AnyByteSource,
    _ target: UInt64, depth: Int, problems: inout [String], search: ElementSearch?
  ) throws(ExplainError) -> [ExplainLayer] {
    if target < unit.start {
      let page = Catalogue.page(.mp4, ["sample"], "NALUnitLength")
      var layer = ExplainLayer(
        .field, "NALUnitLength", depth: depth, offset: unit.start - UInt64(lengthSize), size: UInt64(lengthSize), page: page)
      layer.value = "\(unit.length)"
      layer.number = .unsigned(unit.length)
      layer.add("unit", "before unit \(number) of the \(owner)")
      return [layer]
    }
    let bytes = try source.bytes(unit.start..<unit.end, limit: UnitSearch.limit)
    let explainer = UnitExplainer(sets: sets, bytes: bytes, length: unit.end - unit.start, offset: unit.start, search: search)
    return explainer.layers(target, name: "unit \(number) of the \(owner)", depth: depth, problems: &problems)
  }
}
