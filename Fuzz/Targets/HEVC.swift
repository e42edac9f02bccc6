import BitstreamKit
import HEVCKit
import NALKit

/// H.265: a byte stream of units, each read with the parameter sets before it.
func fuzzHEVC(_ stream: [UInt8]) throws(Violation) {
  var sets = ParameterSets()
  var parser = PictureParser()
  var order = DisplayOrder()
  var editors = editLists(quantiser: "init_qp_minus26").map { StreamEditor($0) }
  var pictures: [Picture] = []
  var parameterSets: [[UInt8]] = []
  for (position, unit) in annexBUnits(of: stream) {
    try read(unit, &sets)
    for index in editors.indices where unit.first.map({ editors[index].wants($0) }) == true {
      if let changed = try? editors[index].rewrite(unit, at: position.offset) { _ = try? NALUnit(parsing: changed, sets: sets) }
    }
    if let first = unit.first, VideoCodec.hevc.isParameterSet(first) { parameterSets.append(unit) }
    let end = position.offset + position.length + position.trailingZeroBytes
    if let picture = parser.take(unit, 0..<unit.count, unitOffset: position.offset, offset: position.startCodeOffset, end: end) {
      pictures.append(picture)
    }
  }
  if let picture = parser.finish() { pictures.append(picture) }
  var shown: [Picture] = []
  for picture in pictures { shown += order.take(picture) }
  shown += order.finish()
  try demand(shown.map { $0.offset } == pictures.map { $0.offset }, "the display order loses pictures, or reorders them")
  let indices = shown.compactMap { $0.displayIndex }.sorted()
  try demand(zip(indices, indices.dropFirst()).allSatisfy { $0 < $1 }, "two pictures have the same place in the display order")
  try records(stream, parameterSets)
}

private func read(_ unit: [UInt8], _ sets: inout ParameterSets) throws(Violation) {
  let log = TraceLog()
  let traced = NALUnit.trace(unit, sets: sets, into: log)
  let strict = try? NALUnit(parsing: unit, sets: sets)
  var findings: [SyntaxError] = []
  guard let lenient = try? NALUnit(parsing: unit, sets: sets, policy: .lenient, findings: &findings) else {
    return try demand(traced.unit == nil && strict == nil, "a unit can be traced, or read strictly, and not read")
  }
  if let unit = traced.unit {
    var read = lenient
    read.irregularBytes = nil
    try demand(unit == read, "a trace reads other values")
  }
  try checkRows(log)
  if let strict { try checkEncoding(strict, unit, sets) }
  sets.update(with: lenient)
}

/// A unit that was read without violations is written as it was.
private func checkEncoding(_ unit: NALUnit, _ bytes: [UInt8], _ sets: ParameterSets) throws(Violation) {
  let written: [UInt8]
  do throws(SyntaxError) { written = try unit.encoded(sets: sets) } catch {
    throw Violation("a unit of type \(unit.header.nalUnitType) was read and cannot be written: \(error)")
  }
  try demand(written == bytes, "a unit of type \(unit.header.nalUnitType) is written as other bytes")
}

private func records(_ stream: [UInt8], _ parameterSets: [[UInt8]]) throws(Violation) {
  if let record = try? HEVCDecoderConfigurationRecord(parsing: stream) {
    _ = record.parameterSets()
    _ = UnitFilter.intoStream(record).conversion(into: .longStartCodes)
  }
  guard
    let record = try? HEVCDecoderConfigurationRecord(
      parameterSetsOf: parameterSets), let bytes = try? record.encoded()
  else { return }
  try demand((try? HEVCDecoderConfigurationRecord(parsing: bytes)) == record, "a configuration record is read otherwise than written")
}
