import BitstreamKit

/// Type of the pictures of an auxiliary track.
///
/// ISO/IEC 23008-12:2022, 7.5.3.1 `AuxiliaryTypeInfoBox`.
public struct AuxiliaryTypeInfoBox: TypedBox {
  public static let structureName: StaticString = "AuxiliaryTypeInfoBox"
  public static var boxType: FourCC { "auxi" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// URN of the type, e.g. `urn:mpeg:mpegB:cicp:systems:auxiliary:alpha`.
  public var auxTrackType = TerminatedString()

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("aux_track_type", &auxTrackType)
  }

  /// Whether the pictures are alpha planes.
  public var isAlpha: Bool { AuxiliaryTypeProperty.isAlpha(auxTrackType) }
}
