import BitstreamKit

/// Stereo arrangement of the pictures of restricted video.
///
/// ISO/IEC 14496-12:2022, 8.15.4.2 `StereoVideoBox`.
public struct StereoVideoBox: TypedBox {
  public static let structureName: StaticString = "StereoVideoBox"
  public static var boxType: FourCC { "stvi" }
  public static var holdsBoxes: Bool { true }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Reserved: 0.
  public var reserved: UInt32 = 0
  /// 1 the right view can be displayed alone, 2 the left view, 3 either.
  public var singleViewAllowed: UInt8 = 0
  /// 1 frame packing of ISO/IEC 14496-10, 2 of ISO/IEC 13818-2, 3 of ISO/IEC 23000-11, 4 with temporal interleaving.
  public var stereoScheme: UInt32 = 0
  /// Scheme-specific type; for scheme 1 a 4-byte frame_packing_arrangement_type.
  public var stereoIndicationType: [UInt8] = []

  /// Creates a box with no scheme.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("reserved", &reserved, bits: 30)
    try c.u("single_view_allowed", &singleViewAllowed, bits: 2)
    try c.u("stereo_scheme", &stereoScheme, bits: 32)
    let length = try c.count("length", stereoIndicationType.count, bits: 32)
    try c.bytes("stereo_indication_type", &stereoIndicationType, count: length)
  }
}
