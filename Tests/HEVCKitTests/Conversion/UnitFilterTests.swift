import BitstreamKit
import HEVCKit
import TestSupport
import Testing

private func streamUnits() throws -> [[UInt8]] {
  let bytes = try Places.fixture("opengop.hevc")
  var collector = AnnexBParser()
  var cursor = 0
  var found: [[UInt8]] = []
  func take(_ unit: AnnexBUnit) { found.append(Array(bytes[Int(unit.offset)..<Int(unit.offset + unit.length)])) }
  while let unit = collector.next(in: bytes, from: &cursor, to: bytes.count) { take(unit) }
  if let last = collector.finish() { take(last) }
  return found
}

/// The delimiter of each picture states its slice types and has its temporal sub-layer.
@Test func delimitersSayWhichSlicesThereAre() throws {
  var sets = ParameterSets()
  var filter = UnitFilter()
  filter.delimiters = .insert
  var seen: Set<UInt8> = []
  for bytes in try streamUnits() {
    let unit = try NALUnit(parsing: bytes, sets: sets)
    sets.update(with: unit)
    guard case .sliceSegment(let slice) = unit.payload, let header = slice.sliceSegmentHeader.sliceHeader else { continue }
    let pieces = filter.pieces([bytes], sets: sets)
    let picType = 2 - header.sliceType
    seen.insert(picType)
    #expect(pieces == [.made([0x46, unit.header.nuhTemporalIdPlus1, picType << 5 | 0x10]), .unit(0)])
    guard case .made(let made) = pieces[0] else { continue }
    guard case .accessUnitDelimiter(let delimiter) = try NALUnit(parsing: made, sets: sets).payload else {
      Issue.record("no delimiter")
      continue
    }
    #expect(delimiter.picType == picType)
  }
  #expect(seen.count > 1)
}

@Test func setsComeFromTheRecordAndGoIntoIt() throws {
  var record = HEVCDecoderConfigurationRecord()
  for (type, byte) in [(34, 3), (32, 1), (33, 2)] as [(UInt8, UInt8)] {
    var array = HEVCDecoderConfigurationRecord.NALUnitArray()
    (array.nalUnitType, array.nalUnits) = (type, [[type << 1, 1, byte]])
    record.arrays.append(array)
  }
  let slice = hex("26 01 AF"), trailing = hex("02 01 D0")
  let filter = UnitFilter.intoStream(record)
  let pieces = filter.pieces([hex("40 01 0C"), slice], sets: ParameterSets())
  // The slice's sets are missing, so the delimiter allows all slice types.
  #expect(pieces == [.made(hex("46 01 50")), .made(hex("40 01 01")), .made(hex("42 01 02")), .made(hex("44 01 03")), .unit(1)])
  #expect(filter.pieces([trailing], sets: ParameterSets()) == [.made(hex("46 01 50")), .unit(0)])
  #expect(UnitFilter.intoSamples.pieces([hex("46 01 50"), hex("40 01"), slice, hex("4C 01 80")], sets: ParameterSets()) == [.unit(2)])
}
