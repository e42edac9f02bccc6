import BitstreamKit

/// What an auxiliary picture is: transparency, depth.
///
/// ISO/IEC 23008-12:2022, 6.5.8 `AuxiliaryTypeProperty`.
public struct AuxiliaryTypeProperty: TypedBox {
  public static let structureName: StaticString = "AuxiliaryTypeProperty"
  public static var boxType: FourCC { "auxC" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// As a URN: `urn:mpeg:mpegB:cicp:systems:auxiliary:alpha`.
  public var auxType = TerminatedString()
  /// As the type says.
  public var auxSubtype: [UInt8] = []

  /// No type.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("aux_type", &auxType)
    try c.restBytes("aux_subtype", &auxSubtype)
  }

  /// Whether it is transparency.
  public var isAlpha: Bool {
    let type = TerminatedString(bytes: auxType.bytes)
    return type == "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha" || type == "urn:mpeg:hevc:2015:auxid:1"
      || type == "urn:mpeg:avc:2015:auxid:1"
  }
  /// Whether it is depth.
  public var isDepth: Bool {
    let type = TerminatedString(bytes: auxType.bytes)
    return type == "urn:mpeg:mpegB:cicp:systems:auxiliary:depth" || type == "urn:mpeg:hevc:2015:auxid:2"
      || type == "urn:mpeg:avc:2015:auxid:2"
  }
}
