import BitstreamKit

/// Parameters of the hypothetical reference decoder.
///
/// ITU-T H.265 (08/2021) E.2.2 `hrd_parameters( commonInfPresentFlag, maxNumSubLayersMinus1 )`, semantics E.3.2.
public struct HRDParameters: Equatable, Sendable {
  /// The common part; nil if commonInfPresentFlag is 0, in which case that of the previous structure applies.
  public var common: Common? = Common()
  /// maxNumSubLayersMinus1 + 1 of them.
  public var subLayers: [SubLayer] = [SubLayer()]

  /// Parameters shared by all sub-layers.
  public struct Common: Equatable, Sendable {
    /// Whether NAL HRD parameters (Type II conformance) are present.
    public var nalHrdParametersPresentFlag = false
    /// Whether VCL HRD parameters (Type I conformance) are present.
    public var vclHrdParametersPresentFlag = false
    /// Present if either flag is 1.
    public var buffering: Buffering?

    /// Creates a common part without optional elements.
    public init() {}
  }

  /// Scales and bit widths.
  public struct Buffering: Equatable, Sendable {
    /// Present if decoding units smaller than a picture may be removed from the buffer.
    public var subPictures: SubPictures?
    /// 0 to 15, see `SubLayerHRDParameters`.
    public var bitRateScale: UInt8 = 0
    /// 0 to 15, see `SubLayerHRDParameters`.
    public var cpbSizeScale: UInt8 = 0
    /// 0 to 15; present if `subPictures` is.
    public var cpbSizeDuScale: UInt8?
    /// Bits of initial_cpb_removal_delay, minus 1.
    public var initialCpbRemovalDelayLengthMinus1: UInt8 = 23
    /// Bits of au_cpb_removal_delay_minus1, minus 1.
    public var auCpbRemovalDelayLengthMinus1: UInt8 = 23
    /// Bits of pic_dpb_output_delay, minus 1.
    public var dpbOutputDelayLengthMinus1: UInt8 = 23

    /// The inferred values.
    public init() {}
  }

  /// Parameters of decoding units.
  public struct SubPictures: Equatable, Sendable {
    /// 0 to 255.
    public var tickDivisorMinus2: UInt8 = 0
    /// Bits of du_cpb_removal_delay_increment_minus1, minus 1.
    public var duCpbRemovalDelayIncrementLengthMinus1: UInt8 = 0
    /// Whether the delays are in picture timing SEI messages instead of decoding unit information.
    public var subPicCpbParamsInPicTimingSeiFlag = false
    /// Bits of pic_dpb_output_du_delay, minus 1.
    public var dpbOutputDelayDuLengthMinus1: UInt8 = 0

    /// Creates zero values.
    public init() {}
  }

  /// One sub-layer.
  public struct SubLayer: Equatable, Sendable {
    /// Whether the picture rate is fixed, also across coded video sequences.
    public var fixedPicRateGeneralFlag = false
    /// nil (inferred to be true) if fixed_pic_rate_general_flag is 1.
    public var fixedPicRateWithinCvsFlag: Bool? = false
    /// 0 to 2047; present if the rate is fixed.
    public var elementalDurationInTcMinus1: UInt16?
    /// Present if the rate is not fixed.
    public var lowDelayHrdFlag: Bool? = false
    /// 0 to 31; nil (inferred to be 0) with low delay.
    public var cpbCntMinus1: UInt8? = 0
    /// Present if nal_hrd_parameters_present_flag.
    public var nal: SubLayerHRDParameters?
    /// Present if vcl_hrd_parameters_present_flag.
    public var vcl: SubLayerHRDParameters?

    /// Creates a sub-layer without fixed rate and with one CPB.
    public init() {}
  }

  /// One sub-layer without buffers.
  public init() {}

  /// - Parameters:
  ///   - commonPresent: commonInfPresentFlag.
  ///   - inherited: the common part of the previous structure, which applies if this one has none.
  ///   - maxSubLayersMinus1: maxNumSubLayersMinus1, 0 to 6.
  public mutating func syntax(
    _ c: inout SyntaxCoder, commonPresent: Bool, inherited: Common?, maxSubLayersMinus1: Int
  ) throws(SyntaxError) {
    try c.when(commonPresent, &common, Common()) { (c, common) throws(SyntaxError) in try common.syntax(&c) }
    let shared = common ?? inherited ?? Common()
    try c.list("fixed_pic_rate_general_flag", &subLayers, count: maxSubLayersMinus1 + 1, atLeast: 2, SubLayer()) {
      (c, layer, i) throws(SyntaxError) in
      try layer.syntax(&c, shared, at: i)
    }
  }
}

extension HRDParameters.Common {
  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.flag("nal_hrd_parameters_present_flag", &nalHrdParametersPresentFlag)
    try c.flag("vcl_hrd_parameters_present_flag", &vclHrdParametersPresentFlag)
    let present = nalHrdParametersPresentFlag || vclHrdParametersPresentFlag
    try c.when(present, &buffering, HRDParameters.Buffering()) { (c, b) throws(SyntaxError) in
      try c.optional("sub_pic_hrd_params_present_flag", &b.subPictures, HRDParameters.SubPictures()) { (c, s) throws(SyntaxError) in
        try c.u("tick_divisor_minus2", &s.tickDivisorMinus2, bits: 8)
        try c.u("du_cpb_removal_delay_increment_length_minus1", &s.duCpbRemovalDelayIncrementLengthMinus1, bits: 5)
        try c.flag("sub_pic_cpb_params_in_pic_timing_sei_flag", &s.subPicCpbParamsInPicTimingSeiFlag)
        try c.u("dpb_output_delay_du_length_minus1", &s.dpbOutputDelayDuLengthMinus1, bits: 5)
      }
      try c.u("bit_rate_scale", &b.bitRateScale, bits: 4)
      try c.u("cpb_size_scale", &b.cpbSizeScale, bits: 4)
      let hasSubPictures = b.subPictures != nil
      try c.u("cpb_size_du_scale", &b.cpbSizeDuScale, bits: 4, when: hasSubPictures)
      try c.u("initial_cpb_removal_delay_length_minus1", &b.initialCpbRemovalDelayLengthMinus1, bits: 5)
      try c.u("au_cpb_removal_delay_length_minus1", &b.auCpbRemovalDelayLengthMinus1, bits: 5)
      try c.u("dpb_output_delay_length_minus1", &b.dpbOutputDelayLengthMinus1, bits: 5)
    }
  }
}

extension HRDParameters.SubLayer {
  mutating func syntax(_ c: inout SyntaxCoder, _ shared: HRDParameters.Common, at i: Int) throws(SyntaxError) {
    try c.flag("fixed_pic_rate_general_flag", &fixedPicRateGeneralFlag, at: i)
    try c.flag("fixed_pic_rate_within_cvs_flag", &fixedPicRateWithinCvsFlag, when: !fixedPicRateGeneralFlag, at: i)
    let isFixed = fixedPicRateWithinCvsFlag ?? true
    try c.ue("elemental_duration_in_tc_minus1", &elementalDurationInTcMinus1, in: 0...2047, when: isFixed, at: i)
    try c.flag("low_delay_hrd_flag", &lowDelayHrdFlag, when: !isFixed, at: i)
    try c.when(lowDelayHrdFlag != true, &cpbCntMinus1, 0) { (c, count) throws(SyntaxError) in
      try c.ue("cpb_cnt_minus1", &count, in: 0...31, sizing: true, at: i, -1)
    }
    let count = Int(cpbCntMinus1 ?? 0) + 1
    let hasSubPictures = shared.buffering?.subPictures != nil
    try c.when(shared.nalHrdParametersPresentFlag, &nal, SubLayerHRDParameters()) { (c, hrd) throws(SyntaxError) in
      try c.structure("sub_layer_hrd_parameters", &hrd) { (c, h) throws(SyntaxError) in
        try h.syntax(&c, count: count, hasSubPictures: hasSubPictures)
      }
    }
    try c.when(shared.vclHrdParametersPresentFlag, &vcl, SubLayerHRDParameters()) { (c, hrd) throws(SyntaxError) in
      try c.structure("sub_layer_hrd_parameters", &hrd) { (c, h) throws(SyntaxError) in
        try h.syntax(&c, count: count, hasSubPictures: hasSubPictures)
      }
    }
  }
}
