import BitstreamKit

/// Where the media was made, or what place it shows.
///
/// 3GPP TS 26.244, 8.2 `LocationInformationBox`.
public struct LocationInformationBox: TypedBox {
  public static let structureName: StaticString = "LocationInformationBox"
  public static var boxType: FourCC { "loci" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The texts' language.
  public var language = PackedLanguage()
  /// The place.
  public var name = UserDataText()
  /// 0 where it was shot, 1 a real place that it shows, 2 a place of fiction.
  public var role: UInt8 = 0
  /// In degrees, west of Greenwich negative, with 16 bits behind the point.
  public var longitude: Int32 = 0
  /// In degrees, south of the equator negative, with 16 bits behind the point.
  public var latitude: Int32 = 0
  /// Above the sea, in metres with 16 bits behind the point.
  public var altitude: Int32 = 0
  /// `earth`, as a rule.
  public var astronomicalBody = UserDataText()
  /// Whatever else there is to say.
  public var additionalNotes = UserDataText()

  /// Degree 0 of both.
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
