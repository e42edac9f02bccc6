import RemuxKit
import BitstreamKit
import H264Kit
import HEVCKit
import NALKit

extension Probe {
  /// Writes every syntax element of the NAL units of a byte stream or of a container's track.
  /// - Parameter isText: lines for people; otherwise one JSON object a line.
  public func trace(_ selection: StreamSelection, units: UnitSelection, isText: Bool) throws(ProbeRequestError) -> ProbeOutcome {
    try runStream(TraceListing(sink, units, isText: isText), self, selection)
  }
}

/// Selects units by number and type.
public struct UnitSelection: Sendable {
  private var unit: UInt64?
  private var types: [String] = []

  /// Creates a selection.
  /// - Parameters:
  ///   - unit: the only unit, counted from 0; nil for all.
  ///   - types: numbers of types, names as `listUnits` writes them, or first parts of names, in any case; empty for all.
  public init(unit: UInt64? = nil, types: [String] = []) {
    self.unit = unit
    self.types = types.map { $0.lowercased() }
  }

  /// Whether a type is a number or a name that `init` understands.
  public static func isKnownType(_ type: String) -> Bool {
    let type = type.lowercased()
    return knownTypes.contains(type) || UInt8(type).map { $0 < 64 } == true
  }

  /// The type names of both codecs in lowercase, and the names that stand for several types.
  public static var knownTypes: [String] {
    let h264 = (UInt8(0)..<32).map { H264Kit.NALUnitType(rawValue: $0).abbreviation.description.lowercased() }
    let hevc = (UInt8(0)..<64).map { HEVCKit.NALUnitType(rawValue: $0).name.description.lowercased() }
    return h264 + hevc + hevc.map { String($0.prefix { $0 != "_" }) } + ["sei"]
  }

  /// The requested unit number, if a stream of `count` units does not have it.
  func missing(of count: UInt64) -> UInt64? { unit.flatMap { $0 < count ? nil : $0 } }

  /// Whether no unit after this number is requested.
  func isOver(after index: UInt64) -> Bool { unit.map { index >= $0 } ?? false }

  func includes(_ index: UInt64, type: UInt8, name: StaticString) -> Bool {
    if let unit, unit != index { return false }
    if types.isEmpty { return true }
    let name = name.description.lowercased()
    return types.contains { wanted in
      UInt8(wanted) == type || name == wanted || name.hasPrefix(wanted + "_") || (wanted == "sei" && name.hasSuffix("sei_nut"))
        // Only H.265 names have several parts.
        || (wanted == "slice" && name.utf8.contains(0x5F) && (type < 10 || (16...21).contains(type)))
    }
  }
}

/// One pass over the stream, unit by unit.
@safe private struct TraceListing: ~Copyable, UnitConsumer {
  private let selection: UnitSelection
  private let isText: Bool
  private var codec = VideoCodec.h264
  private var h264 = H264Kit.ParameterSets()
  private var hevc = HEVCKit.ParameterSets()
  /// The current unit.
  private var h264Unit = H264Kit.NALUnit()
  private var hevcUnit = HEVCKit.NALUnit()
  private var index: UInt64 = 0
  private var isFirst = true
  /// The output buffer, allocated so that a sink can hold a pointer to it.
  private let output: UnsafeMutablePointer<OutputBuffer>
  private let sink: TraceOutput

  init(_ sink: ProbeSink, _ selection: UnitSelection, isText: Bool) {
    self.selection = selection
    self.isText = isText
    unsafe output = .allocate(capacity: 1)
    unsafe output.initialize(to: OutputBuffer(sink))
    self.sink = unsafe TraceOutput(output, isText: isText)
  }

  deinit {
    unsafe output.deinitialize(count: 1)
    unsafe output.deallocate()
  }

  var failure: ByteError? { unsafe output.pointee.failure }
  var isDone: Bool { index > 0 && selection.isOver(after: index - 1) }

  mutating func begin(_ codec: VideoCodec) { self.codec = codec }

  mutating func take(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8], _ findings: inout Findings) {
    defer { index += 1 }
    if unit.range.isEmpty { return }
    let first = bytes[unit.range.lowerBound]
    switch codec {
    case .h264: takeH264(unit, first, bytes, &findings)
    case .hevc: takeHEVC(unit, first, bytes, &findings)
    }
  }

  private mutating func takeH264(_ unit: AnnexBUnitCollector.Unit, _ first: UInt8, _ bytes: [UInt8], _ findings: inout Findings) {
    let type = H264Kit.NALUnitType(firstByte: first)
    if selection.includes(index, type: type.rawValue, name: type.abbreviation) {
      heading(type.abbreviation, unit)
      sink.unit = index
      let (found, error) = h264Unit.trace(bytes, in: unit.range, at: unit.position.offset, sets: h264, storesRest: false, into: sink)
      report(found, error, unit, &findings)
      if error == nil { h264.update(with: h264Unit) }
    } else if type == .sps || type == .pps || type == .subsetSPS || type == .spsExtension,
      let read = try? H264Kit.NALUnit(parsing: Array(bytes[unit.range]), sets: h264, policy: .lenient)
    {
      h264.update(with: read)
    }
  }

  private mutating func takeHEVC(_ unit: AnnexBUnitCollector.Unit, _ first: UInt8, _ bytes: [UInt8], _ findings: inout Findings) {
    let type = HEVCKit.NALUnitType(firstByte: first)
    if selection.includes(index, type: type.rawValue, name: type.name) {
      heading(type.name, unit)
      sink.unit = index
      let (found, error) = hevcUnit.trace(bytes, in: unit.range, at: unit.position.offset, sets: hevc, storesRest: false, into: sink)
      report(found, error, unit, &findings)
      if error == nil { hevc.update(with: hevcUnit) }
    } else if type == .vps || type == .sps || type == .pps,
      let read = try? HEVCKit.NALUnit(parsing: Array(bytes[unit.range]), sets: hevc, policy: .lenient)
    {
      hevc.update(with: read)
    }
  }

  /// The line before the elements of a unit.
  private mutating func heading(_ name: StaticString, _ unit: AnnexBUnitCollector.Unit) {
    if isText { unsafe Self.heading(index, name, unit, isFirst, &output.pointee) }
    isFirst = false
  }

  private static func heading(
    _ index: UInt64, _ name: StaticString, _ unit: AnnexBUnitCollector.Unit, _ isFirst: Bool, _ output: inout OutputBuffer
  ) {
    output.row { row in
      row.text(isFirst ? "unit " : "\nunit ")
      row.number(index)
      row.text(": ")
      row.text(name)
      row.text(", ")
      row.number(unit.position.length)
      row.text(" bytes at ")
      row.number(unit.position.offset)
      if unit.isCut {
        row.text(", the first ")
        row.number(UInt64(unit.range.count))
        row.text(unit.isEncrypted ? " of them, the rest is encrypted" : " of them")
      }
      row.byte(0x0A)
    }
  }

  private mutating func report(
    _ found: [SyntaxError], _ error: SyntaxError?, _ unit: AnnexBUnitCollector.Unit, _ findings: inout Findings
  ) {
    if found.isEmpty, error == nil { return }
    // The elements of the clear bytes are all that can be shown.
    if unit.isEncrypted, found.isEmpty, case .truncated? = error?.reason { return }
    for finding in found + (error.map { [Self.cause(of: $0, unit)] } ?? []) {
      unsafe fault(finding, &output.pointee)
      unsafe findings.add("unit \(index): \(finding)", &output.pointee)
    }
  }

  /// The error, or the limit on the bytes that are read of a unit, if that is why the unit ends too soon.
  private static func cause(of error: SyntaxError, _ unit: AnnexBUnitCollector.Unit) -> SyntaxError {
    guard unit.isCut, case .truncated = error.reason else { return error }
    return SyntaxError(
      .overLimit("only the first \(unit.range.count) of \(unit.position.length) bytes are read"), element: error.element,
      bitOffset: error.bitOffset, byteOffset: error.byteOffset, path: error.path)
  }

  /// An error of a unit, as a row of its own.
  private func fault(_ error: SyntaxError, _ output: inout OutputBuffer) {
    if isText {
      output.text("  ! ")
      output.string(error.description)
    } else {
      output.byte(0x7B)
      output.field("unit", index, first: true)
      output.field("error", string: error.description)
      if let bit = error.bitOffset { output.field("bit_offset", bit) }
      if let byte = error.byteOffset { output.field("byte_offset", byte) }
      output.byte(0x7D)
    }
    output.byte(0x0A)
  }

  mutating func report(_ finding: String, _ findings: inout Findings) { unsafe findings.add(finding, &output.pointee) }

  mutating func finish(_ findings: inout Findings) -> ProbeOutcome {
    if failure == nil, index > 0, let number = selection.missing(of: index) {
      unsafe findings.add("there is no NAL unit \(number): the last one is \(index - 1)", &output.pointee)
    }
    return unsafe output.pointee.finish()
  }
}
