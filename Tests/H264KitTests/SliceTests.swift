import BitstreamKit
import H264Kit
import TestSupport
import Testing

/// A slice header with the parameter sets it is parsed with.
struct SliceHeaderCase: Syntax {
  static let structureName: StaticString = "case"
  var header = NALUnitHeader()
  var sps = SeqParameterSet()
  var pps = PicParameterSet()
  var trailing: [UInt8] = []
  var slice = SliceHeader()

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.nested(&header)
    try c.nested(&sps)
    // The PPS elements that slices need, without the end of the structure.
    try c.flag("entropy_coding_mode_flag", &pps.entropyCodingModeFlag)
    try c.flag("bottom_field_pic_order_in_frame_present_flag", &pps.bottomFieldPicOrderInFramePresentFlag)
    try c.u("num_ref_idx_l0_default_active_minus1", &pps.numRefIdxL0DefaultActiveMinus1, bits: 5)
    try c.u("num_ref_idx_l1_default_active_minus1", &pps.numRefIdxL1DefaultActiveMinus1, bits: 5)
    try c.flag("weighted_pred_flag", &pps.weightedPredFlag)
    try c.u("weighted_bipred_idc", &pps.weightedBipredIdc, bits: 2, in: 0...2)
    try c.flag("deblocking_filter_control_present_flag", &pps.deblockingFilterControlPresentFlag)
    try c.flag("redundant_pic_cnt_present_flag", &pps.redundantPicCntPresentFlag)
    try c.optional("slice_groups", &pps.sliceGroups, .init()) { (c, g) throws(SyntaxError) in
      g.sliceGroupMapType = 3
      try c.when(true, &g.change, .init()) { (c, v) throws(SyntaxError) in
        try c.u("slice_group_change_rate_minus1", &v.sliceGroupChangeRateMinus1, bits: 17)
      }
    }
    try slice.syntax(&c, header: header, sps: sps, pps: pps)
  }
}

@Test func sliceHeaderLaws() { checkLaws(SliceHeaderCase.self, seeds: 0..<150) }
@Test func prefixLaws() { checkLaws(PrefixCase.self) }

struct PrefixCase: Syntax {
  static let structureName: StaticString = "case"
  var header = NALUnitHeader()
  var prefix = PrefixNALUnit()
  var trailing: [UInt8] = []

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("nal_ref_idc", &header.nalRefIdc, bits: 2)
    try c.optional("svc_extension_flag", &header.svcExtension)
    try prefix.syntax(&c, header: header, trailing: &trailing)
    if header.svcExtension == nil || (header.nalRefIdc == 0 && prefix.additionalPrefixNALUnitExtensionData == nil) {
      try c.rbspTrailingBits(&trailing)
    }
  }
}

@Test func sliceGroupChangeCycleTakesTheBitsOfTheSpecification() throws {
  // 99 map units in steps of 25 are four steps, 3 bits for 0 to 4; in steps of 99 one step, 1 bit.
  for (rate, bits) in [(25, 3), (99, 1), (33, 2), (1, 7), (15, 3), (14, 4)] as [(UInt32, Int)] {
    var sps = SeqParameterSet()
    sps.picWidthInMbsMinus1 = 10
    sps.picHeightInMapUnitsMinus1 = 8
    sps.log2MaxPicOrderCntLsbMinus4 = 0
    var pps = PicParameterSet()
    var slice = SliceHeader()
    slice.picOrderCntLsb = 0
    var plain = BitWriter()
    var copy = slice
    try copy.syntax(&plain, header: NALUnitHeader(firstByte: 1), sps: sps, pps: pps)
    pps.sliceGroups = .init()
    pps.sliceGroups?.sliceGroupMapType = 4
    pps.sliceGroups?.change = .init()
    pps.sliceGroups?.change?.sliceGroupChangeRateMinus1 = rate - 1
    slice.sliceGroupChangeCycle = 1
    var writer = BitWriter()
    try slice.syntax(&writer, header: NALUnitHeader(firstByte: 1), sps: sps, pps: pps)
    #expect(writer.bitPosition - plain.bitPosition == bits, "rate \(rate)")
  }
}
