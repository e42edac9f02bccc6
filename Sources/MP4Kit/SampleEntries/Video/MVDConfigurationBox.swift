import BitstreamKit

/// Configuration of views with depth: `mvdC` for MVC+D, `a3dC` for 3D-AVC. `3dpr` may follow.
///
/// ISO/IEC 14496-15:2022, `MVCDConfigurationBox`, `A3DConfigurationBox`.
public struct MVDConfigurationBox: Box {
  public static let structureName: StaticString = "MVDConfigurationBox"
  public static var holdsBoxes: Bool { true }

  /// The record; its layout is that of MVC.
  public var mvdConfig = LayeredAVCConfigurationBox()

  /// Creates a box with default values (no parameter sets).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.structure("MVDDecoderConfigurationRecord", &mvdConfig) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
  }
}
