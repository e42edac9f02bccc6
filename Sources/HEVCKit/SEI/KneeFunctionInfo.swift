import BitstreamKit
import SEIKit

/// How luminance is mapped for displays of another range, as a line with knees.
///
/// ITU-T H.265 (08/2021) D.2.32 `knee_function_info( )`, semantics D.3.32.
public struct KneeFunctionInfo: Syntax {
  public static let structureName: StaticString = "knee_function_info"

  /// Identifies the usage of the mapping.
  public var kneeFunctionId: UInt32 = 0
  /// nil if knee_function_cancel_flag: cancels the previous message.
  public var content: Content?

  /// Elements present if the cancel flag is 0.
  public struct Content: Equatable, Sendable {
    /// Whether it holds until further notice, and not for this picture alone.
    public var kneeFunctionPersistenceFlag = false
    /// Peak luminance of the input, tenths of a percent.
    public var inputDRange: UInt32 = 0
    /// Luminance of the display for the input, candela a square metre.
    public var inputDispLuminance: UInt32 = 0
    /// Peak luminance of the output, tenths of a percent.
    public var outputDRange: UInt32 = 0
    /// Luminance of the display for the output, candela a square metre.
    public var outputDispLuminance: UInt32 = 0
    /// 1 to 999 knees.
    public var kneePoints: [KneePoint] = [KneePoint()]

    /// One knee.
    public init() {}
  }

  /// One knee.
  public struct KneePoint: Equatable, Sendable {
    /// Tenths of a percent.
    public var inputKneePoint: UInt16 = 0
    /// Tenths of a percent.
    public var outputKneePoint: UInt16 = 0

    /// At zero.
    public init() {}
  }

  /// Creates a cancelling message.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("knee_function_id", &kneeFunctionId)
    try c.unlessCancelled("knee_function_cancel_flag", &content, Content()) { (c, v) throws(SyntaxError) in
      try c.flag("knee_function_persistence_flag", &v.kneeFunctionPersistenceFlag)
      try c.u("input_d_range", &v.inputDRange, bits: 32)
      try c.u("input_disp_luminance", &v.inputDispLuminance, bits: 32)
      try c.u("output_d_range", &v.outputDRange, bits: 32)
      try c.u("output_disp_luminance", &v.outputDispLuminance, bits: 32)
      let count = try c.ueCount("num_knee_points_minus1", v.kneePoints.count, minus: 1, in: 0...998)
      try c.list("input_knee_point", &v.kneePoints, count: count, atLeast: 20, KneePoint()) { (c, p, i) throws(SyntaxError) in
        try c.u("input_knee_point", &p.inputKneePoint, bits: 10, at: i)
        try c.u("output_knee_point", &p.outputKneePoint, bits: 10, at: i)
      }
    }
  }
}

extension KneeFunctionInfo: SEIPayloadStructure {
  public init?(_ payload: SEIPayload) {
    guard case .kneeFunctionInfo(let value) = payload else { return nil }
    self = value
  }

  public var payload: SEIPayload { .kneeFunctionInfo(self) }
}
