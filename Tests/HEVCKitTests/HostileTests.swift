import BitstreamKit
import HEVCKit
import TestSupport
import Testing
import NALKit

/// The first bytes of a 33-byte VPS, up to vps_max_layer_id, after which each test requests too much.
private func vps(_ ask: (inout BitWriter) throws(SyntaxError) -> Void) throws -> [UInt8] {
  let whole = try VideoParameterSet().encoded()
  // 4 + 2 + 6 + 3 + 1 + 16 bits, 96 of profile and level, 1 + 3 of ordering, 6 of vps_max_layer_id.
  var writer = BitWriter()
  var reader = BitReader(whole)
  for _ in 0..<132 {
    var bit: UInt8 = 0
    try reader.u("bit", &bit, bits: 1)
    try writer.u("bit", &bit, bits: 1)
  }
  var layer: UInt8 = 62
  try writer.u("vps_max_layer_id", &layer, bits: 6)
  try ask(&writer)
  let bytes = writer.finish()
  return bytes + Array(repeating: 0xFF, count: max(0, 33 - bytes.count))
}

/// A 33-byte set that requests more than its size is refused before memory is allocated.
@Test func aVPSThatAsksForGigabytes() throws {
  let layerSets = try vps { (w) throws(SyntaxError) in
    var count: UInt32 = 1023
    try w.ue("vps_num_layer_sets_minus1", &count)
  }
  #expect(layerSets.count == 33)
  check(layerSets, "layer_id_included_flag")
  let tooMany = try vps { (w) throws(SyntaxError) in
    var count: UInt32 = 0xFFFF_FFFE
    try w.ue("vps_num_layer_sets_minus1", &count)
  }
  check(tooMany, "vps_num_layer_sets_minus1")
  let hrd = try vps { (w) throws(SyntaxError) in
    var (zero, one, flag): (UInt32, UInt32, Bool) = (0, 1, true)
    try w.ue("vps_num_layer_sets_minus1", &zero)
    try w.flag("vps_timing_info_present_flag", &flag)
    try w.u("vps_num_units_in_tick", &one, bits: 32)
    try w.u("vps_time_scale", &one, bits: 32)
    flag = false
    try w.flag("vps_poc_proportional_to_timing_flag", &flag)
    var count: UInt32 = 1024
    try w.ue("vps_num_hrd_parameters", &count)
  }
  check(hrd, "vps_num_hrd_parameters")
}

private func check(_ bytes: [UInt8], _ element: String) {
  for policy in [BitReader.Policy.strict, .lenient] {
    var reader = BitReader(bytes, policy: policy)
    var set = VideoParameterSet()
    let error = #expect(throws: SyntaxError.self) { try reader.nested(&set) }
    #expect(error?.element == element)
  }
}

@Test func hrdCountsPastTheirRanges() throws {
  // fixed_pic_rate_general_flag 0, within_cvs 0, low_delay 0, cpb_cnt_minus1 32.
  var writer = BitWriter()
  var (flag, count) = (false, UInt32(32))
  for _ in 0..<5 { try writer.flag("flag", &flag) }
  try writer.ue("cpb_cnt_minus1", &count)
  let bytes = writer.finish() + Array(repeating: 0xFF, count: 300)
  var reader = SyntaxCoder(reading: bytes, policy: .lenient)
  var hrd = HRDParameters()
  let error = #expect(throws: SyntaxError.self) {
    try hrd.syntax(&reader, commonPresent: true, inherited: nil, maxSubLayersMinus1: 0)
  }
  #expect(error?.element == "cpb_cnt_minus1[0]")
}

/// Sets whose slices have entry points, weights, reordering and all other elements with a count.
private func richSets(_ change: (inout PicParameterSet) -> Void = { _ in }) -> ParameterSets {
  var sets = ParameterSets()
  var sps = SeqParameterSet()
  sps.format?.picWidthInLumaSamples = 1920
  sps.format?.picHeightInLumaSamples = 1088
  sps.sampleAdaptiveOffsetEnabledFlag = true
  sps.spsTemporalMvpEnabledFlag = true
  var pictures = StRefPicSet.Pictures()
  pictures.deltaPocS0Minus1 = [0, 0, 1]
  pictures.usedByCurrPicS0Flags = 0b111
  pictures.deltaPocS1Minus1 = [0]
  pictures.usedByCurrPicS1Flags = 1
  var set = StRefPicSet()
  set.pictures = pictures
  sps.stRefPicSets = [set, set, set]
  sps.longTermRefPics = [.init(), .init(), .init()]
  sets.insert(sps)
  var pps = PicParameterSet()
  pps.entropyCodingSyncEnabledFlag = true
  pps.dependentSliceSegmentsEnabledFlag = true
  pps.numExtraSliceHeaderBits = 2
  pps.outputFlagPresentFlag = true
  pps.cabacInitPresentFlag = true
  pps.weightedPredFlag = true
  pps.weightedBipredFlag = true
  pps.listsModificationPresentFlag = true
  pps.ppsSliceChromaQpOffsetsPresentFlag = true
  pps.ppsLoopFilterAcrossSlicesEnabledFlag = true
  pps.sliceSegmentHeaderExtensionPresentFlag = true
  pps.deblocking = PicParameterSet.Deblocking()
  pps.deblocking?.deblockingFilterOverrideEnabledFlag = true
  change(&pps)
  sets.insert(pps)
  return sets
}

@Test(arguments: [1, 16, 19, 21] as [UInt8]) func sliceHeadersComeBack(_ type: UInt8) throws {
  let sets = richSets()
  var drawn = 0
  for seed: UInt64 in 0..<150 {
    var generator = SyntaxCoder(generating: Generator(seed: seed))
    var unit = NALUnit()
    unit.header.nalUnitType = type
    var slice = SliceSegmentLayer()
    let context = try #require(sets.sliceContext(picParameterSetId: 0, layer: 0))
    var header = SliceSegmentHeader()
    guard (try? header.syntax(&generator, nal: unit.header, context: context)) != nil else { continue }
    header.slicePicParameterSetId = 0
    slice.sliceSegmentHeader = header
    slice.sliceSegmentData = BitString(bytes: [1, 2, 3, 0x80])
    unit.payload = .sliceSegment(slice)
    let bytes = try unit.encoded(sets: sets)
    drawn += 1
    let read = try NALUnit(parsing: bytes, sets: sets)
    #expect(read == unit, "seed \(seed)")
    #expect(try read.encoded(sets: sets) == bytes)
    let log = TraceLog()
    _ = NALUnit.trace(bytes, sets: sets, into: log)
    #expect(log.rows.reduce(0) { $0 + $1.element.bitLength } == EmulationPrevention.removing(from: bytes).count * 8)
    // A quarter of the places, another one from seed to seed.
    let first = Int(seed % 4)
    for length in stride(from: first, to: bytes.count, by: 4) { _ = try? NALUnit(parsing: Array(bytes[..<length]), sets: sets) }
    for bit in stride(from: 16 + first, to: min(bytes.count * 8, 400), by: 4) {
      var flipped = bytes
      flipped[bit / 8] ^= 0x80 >> UInt8(bit % 8)
      var findings: [SyntaxError] = []
      if let damaged = try? NALUnit(parsing: flipped, sets: sets, policy: .lenient, findings: &findings) {
        _ = try? damaged.encoded(sets: sets)
      }
    }
  }
  #expect(drawn > 100)
}

@Test func entryPointsPastTheirRange() throws {
  let sets = richSets {
    $0.dependentSliceSegmentsEnabledFlag = false
    $0.numExtraSliceHeaderBits = 0
    $0.outputFlagPresentFlag = false
    $0.ppsSliceChromaQpOffsetsPresentFlag = false
    $0.ppsLoopFilterAcrossSlicesEnabledFlag = false
    $0.deblocking = nil
  }
  // IDR: first segment, no_output_of_prior_pics_flag, PPS 0, I, SAO off twice, slice_qp_delta 0, then the count.
  var writer = BitWriter()
  var header = NALUnitHeader()
  header.nalUnitType = 19
  try writer.nested(&header)
  var (one, zero, type) = (true, false, UInt32(2))
  try writer.flag("first_slice_segment_in_pic_flag", &one)
  try writer.flag("no_output_of_prior_pics_flag", &zero)
  try writer.flag("slice_pic_parameter_set_id", &one)
  try writer.ue("slice_type", &type)
  try writer.flag("slice_sao_luma_flag", &zero)
  try writer.flag("slice_sao_chroma_flag", &zero)
  try writer.flag("slice_qp_delta", &one)
  let start = writer
  for (count, element) in [(UInt32(0xFFFF_FFFE), "num_entry_point_offsets"), (16, "entry_point_offset_minus1")] {
    writer = start
    var count = count
    try writer.ue("num_entry_point_offsets", &count)
    var length: UInt32 = 31
    try writer.ue("offset_len_minus1", &length)
    let bytes = writer.finish() + [0xFF, 0xFF]
    for policy in [BitReader.Policy.strict, .lenient] {
      var findings: [SyntaxError] = []
      let read = try NALUnit(parsing: bytes, sets: sets, policy: policy, findings: &findings)
      #expect(read.payload.isOther && findings.map(\.element) == [element])
    }
    // The elements before it are parsed all the same.
    let slice = try SliceSegmentHeader(prefix: bytes, 0..<bytes.count, nal: header, sets: sets)
    #expect(slice.sliceHeader?.sliceType == 2)
  }
}

/// With the deblocking filter off in the PPS and no SAO, nothing crosses slice edges, so the flag is absent.
@Test func deblockingOffInThePPS() throws {
  let sets = richSets {
    $0.deblocking?.offsets = nil
    $0.deblocking?.deblockingFilterOverrideEnabledFlag = false
  }
  var unit = NALUnit()
  unit.header.nalUnitType = 19
  var slice = SliceSegmentLayer()
  slice.sliceSegmentHeader.noOutputOfPriorPicsFlag = false
  slice.sliceSegmentHeader.entryPoints = .init()
  slice.sliceSegmentHeader.sliceSegmentHeaderExtension = []
  slice.sliceSegmentHeader.sliceHeader?.picOutputFlag = true
  slice.sliceSegmentHeader.sliceHeader?.sliceSaoLumaFlag = false
  slice.sliceSegmentHeader.sliceHeader?.sliceSaoChromaFlag = false
  slice.sliceSegmentHeader.sliceHeader?.sliceCbQpOffset = 0
  slice.sliceSegmentHeader.sliceHeader?.sliceCrQpOffset = 0
  unit.payload = .sliceSegment(slice)
  let bytes = try unit.encoded(sets: sets)
  #expect(try NALUnit(parsing: bytes, sets: sets) == unit)
  slice.sliceSegmentHeader.sliceHeader?.sliceSaoLumaFlag = true
  unit.payload = .sliceSegment(slice)
  #expect(throws: SyntaxError.self) { try unit.encoded(sets: sets) }
  slice.sliceSegmentHeader.sliceHeader?.sliceLoopFilterAcrossSlicesEnabledFlag = true
  unit.payload = .sliceSegment(slice)
  #expect(try NALUnit(parsing: unit.encoded(sets: sets), sets: sets) == unit)
}

@Test func slicesWithoutTheirSetsAreKept() throws {
  let bytes = hex("0201 D0 12345678")
  var findings: [SyntaxError] = []
  let read = try NALUnit(parsing: bytes, sets: ParameterSets(), findings: &findings)
  guard case .sliceSegment(let slice) = read.payload else {
    Issue.record("no slice")
    return
  }
  #expect(slice.isUnresolved)
  #expect(findings.count == 1)
  #expect(try read.encoded(sets: ParameterSets()) == bytes)
}

@Test(arguments: [
  "4601 10", "4601 50", "4801", "4A01", "4C01 FFFFFF 80", "4C01 FF00FF 80", "4C01 80", "7C01 0102", "6001", "2C01 80 00 01",
])
func otherUnitsComeBack(_ text: String) throws {
  let bytes = hex(text)
  #expect(try NALUnit(parsing: bytes, sets: ParameterSets()).encoded(sets: ParameterSets()) == bytes)
}

@Test func delimiterAndFillerLaws() {
  checkLaws(AccessUnitDelimiter.self, seeds: 0..<20)
  checkLaws(FillerData.self, seeds: 0..<20)
}
