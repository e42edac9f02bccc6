import BitstreamKit
import H264Kit
import TestSupport
import Testing

/// SPS, PPS, filler, an IDR slice of type 7 (I), end of sequence.
private let units: [[UInt8]] = [hex("67 42"), hex("68 CE"), hex("0C FF 80"), hex("65 88 84"), hex("0A")]

@Test func intoSamplesTakesOutWhatTheRecordHolds() {
  #expect(UnitFilter.intoSamples.pieces([hex("09 10")] + units) == [.unit(4), .unit(5)])
  var filter = UnitFilter.intoSamples
  filter.removesEnds = true
  #expect(filter.pieces(units) == [.unit(3)])
  #expect(UnitFilter().pieces(units) == units.indices.map { .unit($0) })
}

@Test func intoStreamPutsInDelimiterAndSets() throws {
  var record = AVCDecoderConfigurationRecord()
  (record.sequenceParameterSets, record.pictureParameterSets) = ([[0x67, 1]], [[0x68, 2], [0x68, 3]])
  let filter = UnitFilter.intoStream(record)
  let sets: [AccessUnitPiece] = [.made([0x67, 1]), .made([0x68, 2]), .made([0x68, 3])]
  #expect(filter.pieces([hex("06 05"), hex("65 88 84")]) == [.made([9, 0x10])] + sets + [.unit(0), .unit(1)])
  // An existing delimiter stays first; sets of the record replace those of the stream.
  #expect(filter.pieces([hex("09 30"), hex("67 42"), hex("65 88 84")]) == [.unit(0)] + sets + [.unit(2)])
  #expect(filter.pieces([hex("41 9A")]) == [.made([9, 0x30]), .unit(0)])
  #expect(filter.pieces([hex("41 9A")], isRandomAccess: true) == [.made([9, 0x30])] + sets + [.unit(0)])
  #expect(filter.pieces([]) == [])
}

/// slice_type after a first_mb_in_slice of 0: the lowest row of Table 7-5 that includes all of them.
@Test(
  arguments: [
    ([7], 0), ([5], 1), ([2, 5], 1), ([6], 2), ([0, 1, 2], 2), ([9], 3), ([8], 4), ([4, 3], 4), ([2, 4], 5), ([0, 3], 6), ([1, 4], 7),
  ] as [([UInt8], UInt8)])
func delimitersSayWhichSlicesThereAre(_ types: [UInt8], _ picType: UInt8) throws {
  let slices = try types.map { type -> [UInt8] in
    var header = SliceHeader()
    header.sliceType = type
    var writer = BitWriter()
    try header.start(&writer)
    return [0x41] + writer.finish() + [0x80]
  }
  var filter = UnitFilter()
  filter.delimiters = .insert
  #expect(filter.pieces(slices).first == .made([9, picType << 5 | 0x10]))
  #expect(try AccessUnitDelimiter(parsing: [picType << 5 | 0x10]).primaryPicType == picType)
}
