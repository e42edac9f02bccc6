import BitstreamKit

/// What the pictures of an auxiliary track are.
///
/// ISO/IEC 23008-12:2022, 7.5.3.1 `AuxiliaryTypeInfoBox`.
public struct AuxiliaryTypeInfoBox: TypedBox {
  public static let structureName: StaticString = "AuxiliaryTypeInfoBox"
  public static var boxType: FourCC { "auxi" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// A URN: `urn:mpeg:mpegB:cicp:systems:auxiliary:alpha`.
  public var auxTrackType = TerminatedString()

  /// Nothing said.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("aux_track_type", &auxTrackType)
  }
}
