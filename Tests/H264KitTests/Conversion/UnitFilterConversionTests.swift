import BitstreamKit
import H264Kit
import TestSupport
import Testing
import NALKit

/// The units of a filtered access unit, by their types.
private func expected(_ filter: UnitFilter, _ units: [[UInt8]], isStart: Bool) -> [[UInt8]] {
  func type(_ unit: [UInt8]) -> UInt8 { unit[0] & 31 }
  func isSet(_ unit: [UInt8]) -> Bool { UnitFilter.isParameterSet(unit[0]) }
  var kept = units
  if filter.removesFiller { kept.removeAll { type($0) == 12 } }
  if filter.removesEnds { kept.removeAll { [10, 11].contains(type($0)) } }
  var head: [[UInt8]] = []
  switch filter.parameterSets {
  case .keep: break
  case .remove: kept.removeAll(where: isSet)
  case .insert(let sets) where isStart:
    kept.removeAll(where: isSet)
    head = sets
  case .insert: break
  }
  let delimiters = kept.filter { type($0) == 9 }
  kept.removeAll { type($0) == 9 }
  switch filter.delimiters {
  case .keep: head = delimiters + head
  case .remove: break
  // An existing delimiter is kept; a new one allows slices of all types.
  case .insert: head = (delimiters.isEmpty ? [hex("09F0")] : delimiters) + head
  }
  return head + kept
}

/// For every filter, with and without a delimiter.
@Test func filtersConvertAccessUnits() throws {
  let all = ["09F0", "6742000A", "68CE", "0601", "658884", "658885", "0CFF80", "0A", "0B"].map { hex($0) }
  var (filters, tried): ([UnitFilter], Int) = ([], 0)
  for delimiters in [UnitFilter.Delimiters.keep, .remove, .insert] {
    for sets in [UnitFilter.ParameterSetPlace.keep, .remove, .insert([[0x67, 1], [0x68, 2]])] {
      for removes in [false, true] {
        var filter = UnitFilter()
        (filter.delimiters, filter.parameterSets) = (delimiters, sets)
        (filter.removesFiller, filter.removesEnds) = (removes, !removes)
        filters.append(filter)
      }
    }
  }
  for filter in filters {
    for units in [all, Array(all.dropFirst())] {
      for isStart in [false, true] {
        for framing in [NALFraming.longStartCodes, .shortestStartCodes, .lengths(.four)] {
          let wanted = try framed(expected(filter, units, isStart: isStart), framing, isParameterSet: UnitFilter.isParameterSet)
          let sample = try framed(units, .lengths(.four))
          var converter = SampleConverter(filter.conversion(into: framing), lengthSize: .four)
          var bytes: [UInt8] = []
          converter.begin(puttingParameterSets: isStart)
          try converter.append(sample, 0..<sample.count, to: &bytes)
          try converter.end()
          #expect(bytes == wanted, "\(filter)")
          tried += 1
        }
      }
    }
  }
  #expect(tried == 216)
}
