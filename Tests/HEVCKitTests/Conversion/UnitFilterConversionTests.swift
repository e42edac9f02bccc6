import BitstreamKit
import HEVCKit
import TestSupport
import Testing
import NALKit

/// The units of a filtered access unit, by their types.
private func expected(_ filter: UnitFilter, _ units: [[UInt8]], isStart: Bool) -> [[UInt8]] {
  func type(_ unit: [UInt8]) -> UInt8 { unit[0] >> 1 & 63 }
  func isSet(_ unit: [UInt8]) -> Bool { UnitFilter.isParameterSet(unit[0]) }
  var kept = units
  if filter.removesFiller { kept.removeAll { type($0) == 38 } }
  if filter.removesEnds { kept.removeAll { [36, 37].contains(type($0)) } }
  var head: [[UInt8]] = []
  switch filter.parameterSets {
  case .keep: break
  case .remove: kept.removeAll(where: isSet)
  case .insert(let sets) where isStart:
    kept.removeAll(where: isSet)
    head = sets
  case .insert: break
  }
  let delimiters = kept.filter { type($0) == 35 }
  kept.removeAll { type($0) == 35 }
  switch filter.delimiters {
  case .keep: head = delimiters + head
  case .remove: break
  // An existing delimiter is kept; a new one allows slices of all types.
  case .insert: head = (delimiters.isEmpty ? [hex("460150")] : delimiters) + head
  }
  return head + kept
}

/// For every filter, with and without a delimiter.
@Test func filtersConvertAccessUnits() throws {
  let all = ["460150", "4001AA", "4201BB", "4401CC", "4E0101", "2601AF", "26012F", "4C01FF80", "4801", "4A01"].map { hex($0) }
  var (filters, tried): ([UnitFilter], Int) = ([], 0)
  for delimiters in [UnitFilter.Delimiters.keep, .remove, .insert] {
    for sets in [UnitFilter.ParameterSetPlace.keep, .remove, .insert([[0x40, 1, 1], [0x42, 1, 2]])] {
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
