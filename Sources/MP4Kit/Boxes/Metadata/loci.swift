import BitstreamKit

/// Location where the media was recorded or which it depicts.
///
/// 3GPP TS 26.244, 8.2 `LocationInformationBox`.
public struct LocationInformationBox: TypedBox {
  public static let structureName: StaticString = "LocationInformationBox"
  public static var boxType: FourCC { "loci" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Language of the texts.
  public var language = PackedLanguage()
  /// Name of the place.
  public var name = UserDataText()
  /// 0 shooting location, 1 real location depicted, 2 fictional location.
  public var role: UInt8 = 0
  /// Longitude in degrees as 16.16 fixed point; negative west of Greenwich.
  public var longitude: Int32 = 0
  /// Latitude in degrees as 16.16 fixed point; negative south of the equator.
  public var latitude: Int32 = 0
  /// Altitude above sea level in metres as 16.16 fixed point.
  public var altitude: Int32 = 0
  /// Astronomical body, usually `earth`.
  public var astronomicalBody = UserDataText()
  /// Additional notes.
  public var additionalNotes = UserDataText()

  /// Creates a box with default values (longitude and latitude 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("language", &language.code, bits: 16)
    try name.syntax(&c, "name")
    try c.u("role", &role, bits: 8)
    try c.fixedPoint("longitude", &longitude, bits: 32, fraction: 16)
    try c.fixedPoint("latitude", &latitude, bits: 32, fraction: 16)
    try c.fixedPoint("altitude", &altitude, bits: 32, fraction: 16)
    try astronomicalBody.syntax(&c, "astronomical_body")
    try additionalNotes.syntax(&c, "additional_notes")
  }
}
