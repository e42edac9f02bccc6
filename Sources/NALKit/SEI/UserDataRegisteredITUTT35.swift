import BitstreamKit

/// User data of an organisation registered under ITU-T T.35.
///
/// ITU-T H.264 (08/2021) D.1.6 `user_data_registered_itu_t_t35( )`, semantics D.2.6; ITU-T H.265 (08/2021) D.2, semantics D.3.
public struct UserDataRegisteredITUTT35: Syntax {
  public static let structureName: StaticString = "user_data_registered_itu_t_t35"

  /// 0xB5 for the United States (T.35 Annex A).
  public var ituTT35CountryCode: UInt8 = 0xB5
  /// Present for country code 0xFF.
  public var ituTT35CountryCodeExtensionByte: UInt8?
  /// The provider code, two bytes in most countries, and its data.
  public var ituTT35PayloadBytes: BitString = .empty

  /// No data.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("itu_t_t35_country_code", &ituTT35CountryCode, bits: 8)
    try c.u("itu_t_t35_country_code_extension_byte", &ituTT35CountryCodeExtensionByte, bits: 8, when: ituTT35CountryCode == 0xFF)
    try c.rest("itu_t_t35_payload_byte", &ituTT35PayloadBytes)
  }
}

extension UserDataRegisteredITUTT35 {
  /// The provider code, the first two payload bytes; nil if there are fewer.
  public var providerCode: UInt16? {
    let bytes = ituTT35PayloadBytes.bytes
    return bytes.count < 2 ? nil : UInt16(bytes[0]) << 8 | UInt16(bytes[1])
  }

  /// The provider's name; nil if unknown.
  public var providerName: String? {
    switch (ituTT35CountryCode, providerCode) {
    case (0xB5, 0x0031): "ATSC"
    case (0xB5, 0x002F): "DIRECTV"
    case (0xB5, 0x003B): "Dolby Laboratories"
    case (0xB5, 0x003C): "Samsung (HDR10+)"
    case (0xB5, 0x5890): "Alliance for Open Media"
    case (0x26, 0x0004): "CUVA"
    case (0xB4, 0x0050): "V-Nova (LCEVC)"
    default: nil
    }
  }

  /// Carries closed captions as ATSC A/53 does.
  /// - Throws: `SyntaxError` if there are more than 31 pairs.
  public init(captions: ATSCCaptionData) throws(SyntaxError) {
    self.init()
    ituTT35CountryCode = 0xB5
    // itu_t_t35_provider_code.
    ituTT35PayloadBytes = BitString(bytes: [0x00, 0x31] + (try captions.encoded()))
  }

  /// The closed captions (CTA-608 and CTA-708) in the payload; nil if there are none.
  public var captions: ATSCCaptionData? {
    let bytes = ituTT35PayloadBytes.bytes
    guard providerName == "ATSC", bytes.count > 2 else { return nil }
    return try? ATSCCaptionData(parsing: Array(bytes.dropFirst(2)))
  }
}
