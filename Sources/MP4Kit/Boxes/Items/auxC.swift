import BitstreamKit

/// Type of an auxiliary picture, e.g. alpha or depth.
///
/// ISO/IEC 23008-12:2022, 6.5.8 `AuxiliaryTypeProperty`.
public struct AuxiliaryTypeProperty: TypedBox {
  public static let structureName: StaticString = "AuxiliaryTypeProperty"
  public static var boxType: FourCC { "auxC" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// URN of the type, e.g. `urn:mpeg:mpegB:cicp:systems:auxiliary:alpha`.
  public var auxType = TerminatedString()
  /// Data specific to the type.
  public var auxSubtype: [UInt8] = []

  /// Creates an instance with no type.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("aux_type", &auxType)
    try c.restBytes("aux_subtype", &auxSubtype)
  }

  /// Whether the picture is an alpha plane.
  public var isAlpha: Bool { Self.isAlpha(auxType) }

  /// Whether a type of an item or a track is that of alpha planes.
  static func isAlpha(_ type: TerminatedString) -> Bool {
    let type = TerminatedString(bytes: type.bytes)
    return type == "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha" || type == "urn:mpeg:hevc:2015:auxid:1"
      || type == "urn:mpeg:avc:2015:auxid:1"
  }
  /// Whether the picture is a depth map.
  public var isDepth: Bool {
    let type = TerminatedString(bytes: auxType.bytes)
    return type == "urn:mpeg:mpegB:cicp:systems:auxiliary:depth" || type == "urn:mpeg:hevc:2015:auxid:2"
      || type == "urn:mpeg:avc:2015:auxid:2"
  }
}
