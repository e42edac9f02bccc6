import BitstreamKit
import NALKit

/// Knee function information: piecewise linear luminance mapping for displays with a different dynamic range.
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
    /// Whether it applies until cancelled or replaced, or only to this picture.
    public var kneeFunctionPersistenceFlag = false
    /// Input peak luminance, in units of 0.1 %.
    public var inputDRange: UInt32 = 0
    /// Display luminance for the input, in cd/m².
    public var inputDispLuminance: UInt32 = 0
    /// Output peak luminance, in units of 0.1 %.
    public var outputDRange: UInt32 = 0
    /// Display luminance for the output, in cd/m².
    public var outputDispLuminance: UInt32 = 0
    /// 1 to 999 knee points.
    public var kneePoints: [KneePoint] = [KneePoint()]

    /// One knee.
    public init() {}
  }

  /// One knee.
  public struct KneePoint: Equatable, Sendable {
    /// In units of 0.1 %.
    public var inputKneePoint: UInt16 = 0
    /// In units of 0.1 %.
    public var outputKneePoint: UInt16 = 0

    /// Creates a knee point at 0.
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
