import BitstreamKit

/// SVC VUI extension: timing and HRD parameters of operation points of scalable video.
///
/// ITU-T H.264 (08/2021) F.14.1 `svc_vui_parameters_extension( )`.
public struct SVCVUIParametersExtension: Syntax {
  public static let structureName: StaticString = "svc_vui_parameters_extension"

  /// Parameters of one operation point.
  public struct Entry: Equatable, Sendable {
    /// The highest layers of the operation point: 0 to 7, 0 to 15, 0 to 7.
    public var vuiExtDependencyId: UInt8 = 0, vuiExtQualityId: UInt8 = 0, vuiExtTemporalId: UInt8 = 0
    /// nil without vui_ext_timing_info_present_flag.
    public var timingInfo: VUIParameters.TimingInfo?
    /// nil without vui_ext_nal_hrd_parameters_present_flag.
    public var nalHrdParameters: HRDParameters?
    /// nil without vui_ext_vcl_hrd_parameters_present_flag.
    public var vclHrdParameters: HRDParameters?
    /// Present if NAL or VCL HRD parameters are present.
    public var vuiExtLowDelayHrdFlag: Bool?
    /// Whether picture timing messages contain pic_struct.
    public var vuiExtPicStructPresentFlag = false

    /// Creates an operation point of the base layer.
    public init() {}
  }

  /// 1 to 1024.
  public var entries: [Entry] = [Entry()]

  /// Creates an extension with one operation point.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let count = try c.ueCount("vui_ext_num_entries_minus1", entries.count, minus: 1, in: 0...1023)
    try c.list("vui_ext_dependency_id", &entries, count: count, atLeast: 14, .init()) { (c, e, i) throws(SyntaxError) in
      try c.u("vui_ext_dependency_id", &e.vuiExtDependencyId, bits: 3, at: i)
      try c.u("vui_ext_quality_id", &e.vuiExtQualityId, bits: 4, at: i)
      try c.u("vui_ext_temporal_id", &e.vuiExtTemporalId, bits: 3, at: i)
      try c.optional("vui_ext_timing_info_present_flag", &e.timingInfo, at: i, .init()) { (c, t) throws(SyntaxError) in
        try c.u("vui_ext_num_units_in_tick", &t.numUnitsInTick, bits: 32, in: 1...UInt32.max, at: i)
        try c.u("vui_ext_time_scale", &t.timeScale, bits: 32, in: 1...UInt32.max, at: i)
        try c.flag("vui_ext_fixed_frame_rate_flag", &t.fixedFrameRateFlag, at: i)
      }
      try c.optional("vui_ext_nal_hrd_parameters_present_flag", &e.nalHrdParameters, at: i)
      try c.optional("vui_ext_vcl_hrd_parameters_present_flag", &e.vclHrdParameters, at: i)
      let hasHRD = e.nalHrdParameters != nil || e.vclHrdParameters != nil
      try c.flag("vui_ext_low_delay_hrd_flag", &e.vuiExtLowDelayHrdFlag, when: hasHRD, at: i)
      try c.flag("vui_ext_pic_struct_present_flag", &e.vuiExtPicStructPresentFlag, at: i)
    }
  }
}
