import BitstreamKit
import NALKit

/// Content colour volume: the colours used by the pictures.
///
/// ITU-T H.265 (08/2021) D.2.40 `content_colour_volume( )`, semantics D.3.40.
public struct ContentColourVolume: Syntax {
  public static let structureName: StaticString = "content_colour_volume"

  /// nil if ccv_cancel_flag: cancels the previous message.
  public var content: Content?

  /// Elements present if the cancel flag is 0.
  public struct Content: Equatable, Sendable {
    /// Whether it applies until cancelled or replaced, or only to this picture.
    public var ccvPersistenceFlag = false
    /// 0.
    public var ccvReservedZero2bits: UInt8 = 0
    /// Three, present with ccv_primaries_present_flag.
    public var primaries: [Primary]?
    /// The minimum luminance, in units of 0.0000001 cd/m².
    public var ccvMinLuminanceValue: UInt32?
    /// The maximum luminance, in units of 0.0000001 cd/m².
    public var ccvMaxLuminanceValue: UInt32?
    /// The average luminance, in units of 0.0000001 cd/m².
    public var ccvAvgLuminanceValue: UInt32?

    /// Creates a structure with all optional parts absent.
    public init() {}
  }

  /// Coordinates in units of 0.00002 (CIE 1931 x and y).
  public struct Primary: Equatable, Sendable {
    /// −5000000 to 5000000.
    public var ccvPrimariesX: Int32 = 0, ccvPrimariesY: Int32 = 0

    /// Creates coordinates of 0.
    public init() {}
  }

  /// Creates a cancelling message.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.unlessCancelled("ccv_cancel_flag", &content, Content()) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
  }
}

extension ContentColourVolume.Content {
  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.flag("ccv_persistence_flag", &ccvPersistenceFlag)
    var has = (primaries != nil, ccvMinLuminanceValue != nil, ccvMaxLuminanceValue != nil, ccvAvgLuminanceValue != nil)
    try c.flag("ccv_primaries_present_flag", &has.0)
    try c.flag("ccv_min_luminance_value_present_flag", &has.1)
    try c.flag("ccv_max_luminance_value_present_flag", &has.2)
    try c.flag("ccv_avg_luminance_value_present_flag", &has.3)
    try c.u("ccv_reserved_zero_2bits", &ccvReservedZero2bits, bits: 2, in: 0...0)
    try c.when(has.0, &primaries, []) { (c, list) throws(SyntaxError) in
      try c.list("ccv_primaries_x", &list, count: 3, atLeast: 64, .init()) { (c, p, i) throws(SyntaxError) in
        try c.i("ccv_primaries_x", &p.ccvPrimariesX, bits: 32, at: i)
        try c.i("ccv_primaries_y", &p.ccvPrimariesY, bits: 32, at: i)
      }
    }
    try c.u("ccv_min_luminance_value", &ccvMinLuminanceValue, bits: 32, when: has.1)
    try c.u("ccv_max_luminance_value", &ccvMaxLuminanceValue, bits: 32, when: has.2)
    try c.u("ccv_avg_luminance_value", &ccvAvgLuminanceValue, bits: 32, when: has.3)
  }
}
