import BitstreamKit
import NALKit
import TestSupport
import Testing

/// Units of an access unit of a codec, by what they are.
private struct Units {
  let codec: VideoCodec
  let all: [[UInt8]]
  let newDelimiter: [UInt8]
  let newSets: [[UInt8]]
  /// Indices in `all`.
  let sets: Range<Int>
  let filler: Int
  let ends: Range<Int>

  init(_ codec: VideoCodec) {
    self.codec = codec
    switch codec {
    case .h264:
      all = ["09F0", "6742000A", "68CE", "6D80", "6F5300", "0601", "658884", "658885", "0CFF80", "0A", "0B"].map { hex($0) }
      (newDelimiter, newSets) = (hex("09F0"), [[0x67, 1], [0x68, 2]])
      (sets, filler, ends) = (1..<4, 8, 9..<11)
    case .hevc:
      all = ["460150", "4001AA", "4201BB", "4401CC", "4E0101", "2601AF", "26012F", "4C01FF80", "4801", "4A01"].map { hex($0) }
      (newDelimiter, newSets) = (hex("460150"), [[0x40, 1, 1], [0x42, 1, 2]])
      (sets, filler, ends) = (1..<4, 7, 8..<10)
    }
  }

  /// The units of the filtered access unit.
  func expected(_ filter: UnitFilter, hasDelimiter: Bool, isStart: Bool) -> [[UInt8]] {
    var kept = Array(all.indices.dropFirst())
    if filter.removesFiller { kept.removeAll { $0 == filler } }
    if filter.removesEnds { kept.removeAll(where: ends.contains) }
    var head: [[UInt8]] = []
    switch filter.parameterSets {
    case .keep: break
    case .remove: kept.removeAll(where: sets.contains)
    case .insert(let units) where isStart:
      kept.removeAll(where: sets.contains)
      head = units
    case .insert: break
    }
    switch filter.delimiters {
    case .keep where hasDelimiter: head.insert(all[0], at: 0)
    case .keep, .remove: break
    // An existing delimiter is kept; a new one allows slices of all types.
    case .insert: head.insert(hasDelimiter ? all[0] : newDelimiter, at: 0)
    }
    return head + kept.map { all[$0] }
  }

  func needsZeroByte(_ first: UInt8) -> Bool {
    (sets.map { all[$0][0] } + newSets.map { $0[0] }).contains(first)
  }
}

/// For every filter, with and without a delimiter. A subset sequence parameter set of H.264 is in no record, and stays.
@Test(arguments: VideoCodec.allCases) func filtersConvertAccessUnits(_ codec: VideoCodec) throws {
  let units = Units(codec)
  var (filters, tried): ([UnitFilter], Int) = ([], 0)
  for delimiters in [UnitFilter.Delimiters.keep, .remove, .insert] {
    for sets in [UnitFilter.ParameterSetPlace.keep, .remove, .insert(units.newSets)] {
      for removes in [false, true] {
        var filter = UnitFilter(codec)
        (filter.delimiters, filter.parameterSets) = (delimiters, sets)
        (filter.removesFiller, filter.removesEnds) = (removes, !removes)
        filters.append(filter)
      }
    }
  }
  for filter in filters {
    for hasDelimiter in [true, false] {
      for isStart in [false, true] {
        for framing in [NALFraming.longStartCodes, .shortestStartCodes, .lengths(.four)] {
          let wanted = try framed(
            units.expected(filter, hasDelimiter: hasDelimiter, isStart: isStart), framing, isParameterSet: units.needsZeroByte)
          let sample = try framed(Array(units.all.dropFirst(hasDelimiter ? 0 : 1)), .lengths(.four))
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

@Test(arguments: VideoCodec.allCases) func codecsNameTheirUnits(_ codec: VideoCodec) {
  let units = Units(codec)
  for (index, unit) in units.all.enumerated() {
    #expect(codec.isDelimiter(unit[0]) == (index == 0))
    #expect(codec.isParameterSet(unit[0]) == units.sets.contains(index))
    #expect(codec.isSubsetParameterSet(unit[0]) == (unit[0] == 0x6F))
    #expect(codec.isFiller(unit[0]) == (index == units.filler))
    #expect(codec.endTypes.contains(.init(codec.unitType(unit[0]))) == units.ends.contains(index))
  }
}
