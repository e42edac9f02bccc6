import BitstreamKit
import HEVCKit
import TestSupport
import Testing

/// Filtering in memory gives the same as the list of pieces, for every filter, with and without a delimiter; an inserted delimiter allows
/// slices of all types.
@Test func passingThroughMemoryIsWhatThePiecesSay() throws {
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
        let pieces = filter.pieces(units, sets: ParameterSets(), isRandomAccess: isStart).map { piece in
          if case .made(let unit) = piece, unit[0] == all[0][0] { return AccessUnitPiece.made(hex("460150")) }
          return piece
        }
        for framing in [NALFraming.longStartCodes, .shortestStartCodes, .lengths(.four)] {
          let wanted = try framing.accessUnit(pieces, of: units, needsZeroByte: UnitFilter.isParameterSet)
          let sample = try NALFraming.lengths(.four).accessUnit(units.indices.map { .unit($0) }, of: units)
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
