import BitstreamKit

/// Colour volume of the content.
///
/// ISO/IEC 14496-12:2022, 12.1.8 `ContentColourVolumeBox`; H.265, D.2.40.
public struct ContentColourVolumeBox: TypedBox {
  public static let structureName: StaticString = "ContentColourVolumeBox"
  public static var boxType: FourCC { "cclv" }

  /// Reserved: 0.
  public var reserved1: UInt8 = 0
  /// x and y of green, blue and red in units of 0.00002; nil if absent.
  public var ccvPrimaries: [Int32]?
  /// Minimum luminance in units of 0.0000001 cd/m²; nil if absent.
  public var ccvMinLuminanceValue: UInt32?
  /// Maximum luminance in units of 0.0000001 cd/m²; nil if absent.
  public var ccvMaxLuminanceValue: UInt32?
  /// Average luminance in units of 0.0000001 cd/m²; nil if absent.
  public var ccvAvgLuminanceValue: UInt32?
  /// Reserved: 0.
  public var reserved2: UInt8 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("reserved", &reserved1, bits: 2)
    var present = (ccvPrimaries != nil, ccvMinLuminanceValue != nil, ccvMaxLuminanceValue != nil, ccvAvgLuminanceValue != nil)
    try c.flag("ccv_primaries_present_flag", &present.0)
    try c.flag("ccv_min_luminance_value_present_flag", &present.1)
    try c.flag("ccv_max_luminance_value_present_flag", &present.2)
    try c.flag("ccv_avg_luminance_value_present_flag", &present.3)
    try c.u("ccv_reserved_zero_2bits", &reserved2, bits: 2)
    try c.when(present.0, &ccvPrimaries, []) { (c, v) throws(SyntaxError) in
      try c.list("ccv_primaries", &v, count: 6, atLeast: 32, 0) { (c, v, i) throws(SyntaxError) in
        try c.i("ccv_primaries", &v, bits: 32, at: i)
      }
    }
    try c.u("ccv_min_luminance_value", &ccvMinLuminanceValue, bits: 32, when: present.1)
    try c.u("ccv_max_luminance_value", &ccvMaxLuminanceValue, bits: 32, when: present.2)
    try c.u("ccv_avg_luminance_value", &ccvAvgLuminanceValue, bits: 32, when: present.3)
  }
}
