import BitstreamKit
import H264Kit
import HEVCKit
import TestSupport
import NALKit

/// The NAL units of a byte stream, to be changed and written again with start codes of four bytes.
struct StreamEdit {
  /// The units without start codes.
  var units: [[UInt8]]
  /// The number of bytes of the start code before each unit.
  var startCodes: [Int]

  init(_ bytes: [UInt8]) {
    var collector = AnnexBUnitCollector(limit: bytes.count)
    var cursor = 0
    units = []
    while let unit = collector.next(in: bytes, from: &cursor, to: bytes.count) {
      units.append(Array((unit.isHeld ? collector.held : bytes)[unit.range]))
    }
    if let last = collector.finish() { units.append(Array(collector.held[last.range])) }
    startCodes = units.map { _ in 4 }
  }

  var bytes: [UInt8] {
    zip(units, startCodes).flatMap { unit, count in [UInt8](repeating: 0, count: count - 1) + [1] + unit }
  }

  /// The index of the first unit of an H.264 type.
  func first(_ type: UInt8) -> Int { units.firstIndex { $0.first.map { $0 & 31 } == type } ?? 0 }

  /// The index of the first unit of an H.265 type.
  func firstHEVC(_ type: UInt8) -> Int { units.firstIndex { $0.first.map { $0 >> 1 & 63 } == type } ?? 0 }

  mutating func insert(_ unit: [UInt8], at index: Int) {
    units.insert(unit, at: index)
    startCodes.insert(4, at: index)
  }

  mutating func remove(at index: Int) {
    units.remove(at: index)
    startCodes.remove(at: index)
  }

  /// Parses a unit of H.264, changes it and writes it again. The parameter sets before it are known.
  mutating func editH264(_ index: Int, _ change: (inout H264Kit.NALUnit) throws -> Void) throws {
    var sets = H264Kit.ParameterSets()
    for unit in units[..<index] where [7, 8, 15].contains(unit[0] & 31) {
      sets.update(with: try H264Kit.NALUnit(parsing: unit, sets: sets))
    }
    var unit = try H264Kit.NALUnit(parsing: units[index], sets: sets)
    try change(&unit)
    units[index] = try unit.encoded(sets: sets)
  }

  /// Changes the first sequence parameter set of H.264.
  static func sps(_ bytes: [UInt8], _ change: (inout H264Kit.SeqParameterSet) -> Void) throws -> [UInt8] {
    var edit = StreamEdit(bytes)
    try edit.editH264(edit.first(7)) { unit in
      guard case .seqParameterSet(var set) = unit.payload else { return }
      change(&set)
      unit.payload = .seqParameterSet(set)
    }
    return edit.bytes
  }

  /// Changes the VUI of the first sequence parameter set of H.264, which gets one if it has none.
  static func vui(_ bytes: [UInt8], _ change: (inout H264Kit.VUIParameters) -> Void) throws -> [UInt8] {
    try sps(bytes) { set in
      var vui = set.vuiParameters ?? H264Kit.VUIParameters()
      change(&vui)
      set.vuiParameters = vui
    }
  }

  /// Changes the first picture parameter set of H.264.
  static func pps(_ bytes: [UInt8], _ change: (inout H264Kit.PicParameterSet) -> Void) throws -> [UInt8] {
    var edit = StreamEdit(bytes)
    try edit.editH264(edit.first(8)) { unit in
      guard case .picParameterSet(var set) = unit.payload else { return }
      change(&set)
      unit.payload = .picParameterSet(set)
    }
    return edit.bytes
  }

  /// Parses a unit of H.265, changes it and writes it again. The parameter sets before it are known.
  mutating func editHEVC(_ index: Int, _ change: (inout HEVCKit.NALUnit) throws -> Void) throws {
    var sets = HEVCKit.ParameterSets()
    for unit in units[..<index] where (32...34).contains(unit[0] >> 1 & 63) {
      sets.update(with: try HEVCKit.NALUnit(parsing: unit, sets: sets))
    }
    var unit = try HEVCKit.NALUnit(parsing: units[index], sets: sets)
    try change(&unit)
    units[index] = try unit.encoded(sets: sets)
  }
}
