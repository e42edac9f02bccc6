import BitstreamKit

/// MVC VUI extension: timing and HRD parameters of operation points of multiview video.
///
/// ITU-T H.264 (08/2021) G.14.1 `mvc_vui_parameters_extension( )`.
public struct MVCVUIParametersExtension: Syntax {
  public static let structureName: StaticString = "mvc_vui_parameters_extension"

  /// Parameters of one operation point.
  public struct OperationPoint: Equatable, Sendable {
    /// The highest temporal layer of the operation point, 0 to 7.
    public var vuiMvcTemporalId: UInt8 = 0
    /// The target output views, 0 to 1023 each.
    public var vuiMvcViewId: [UInt16] = [0]
    /// nil without vui_mvc_timing_info_present_flag.
    public var timingInfo: VUIParameters.TimingInfo?
    /// nil without vui_mvc_nal_hrd_parameters_present_flag.
    public var nalHrdParameters: HRDParameters?
    /// nil without vui_mvc_vcl_hrd_parameters_present_flag.
    public var vclHrdParameters: HRDParameters?
    /// Present if NAL or VCL HRD parameters are present.
    public var vuiMvcLowDelayHrdFlag: Bool?
    /// Whether picture timing messages contain pic_struct.
    public var vuiMvcPicStructPresentFlag = false

    /// Creates an operation point of the base view.
    public init() {}
  }

  /// 1 to 1024.
  public var operationPoints: [OperationPoint] = [OperationPoint()]

  /// Creates an extension with one operation point.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let count = try c.ueCount("vui_mvc_num_ops_minus1", operationPoints.count, minus: 1, in: 0...1023)
    try c.list("vui_mvc_temporal_id", &operationPoints, count: count, atLeast: 9, .init()) { (c, o, i) throws(SyntaxError) in
      try c.u("vui_mvc_temporal_id", &o.vuiMvcTemporalId, bits: 3, at: i)
      let views = try c.ueCount("vui_mvc_num_target_output_views_minus1", o.vuiMvcViewId.count, minus: 1, in: 0...1023, at: i)
      try c.list("vui_mvc_view_id", &o.vuiMvcViewId, count: views, atLeast: 1, 0) { (c, v, j) throws(SyntaxError) in
        try c.ue("vui_mvc_view_id", &v, in: 0...1023, at: i, j)
      }
      try c.optional("vui_mvc_timing_info_present_flag", &o.timingInfo, at: i, .init()) { (c, t) throws(SyntaxError) in
        try c.u("vui_mvc_num_units_in_tick", &t.numUnitsInTick, bits: 32, in: 1...UInt32.max, at: i)
        try c.u("vui_mvc_time_scale", &t.timeScale, bits: 32, in: 1...UInt32.max, at: i)
        try c.flag("vui_mvc_fixed_frame_rate_flag", &t.fixedFrameRateFlag, at: i)
      }
      try c.optional("vui_mvc_nal_hrd_parameters_present_flag", &o.nalHrdParameters, at: i)
      try c.optional("vui_mvc_vcl_hrd_parameters_present_flag", &o.vclHrdParameters, at: i)
      let hasHRD = o.nalHrdParameters != nil || o.vclHrdParameters != nil
      try c.flag("vui_mvc_low_delay_hrd_flag", &o.vuiMvcLowDelayHrdFlag, when: hasHRD, at: i)
      try c.flag("vui_mvc_pic_struct_present_flag", &o.vuiMvcPicStructPresentFlag, at: i)
    }
  }
}
