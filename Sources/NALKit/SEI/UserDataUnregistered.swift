import BitstreamKit

/// User data identified by a UUID.
///
/// ITU-T H.264 (08/2021) D.1.7 `user_data_unregistered( )`, semantics D.2.7; ITU-T H.265 (08/2021) D.2, semantics D.3.
public struct UserDataUnregistered: Syntax {
  public static let structureName: StaticString = "user_data_unregistered"

  /// The UUID, 16 bytes.
  public var uuidISOIEC11578: [UInt8] = Array(repeating: 0, count: 16)
  /// The payload, whose format depends on the UUID.
  public var userDataPayloadBytes: BitString = .empty

  /// A UUID of zeros and no payload.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.bytes("uuid_iso_iec_11578", &uuidISOIEC11578, count: 16)
    try c.rest("user_data_payload_byte", &userDataPayloadBytes)
  }
}

extension UserDataUnregistered {
  /// The name of a well-known UUID; nil if unknown.
  public var uuidName: String? {
    for (uuid, name) in Self.known where uuidISOIEC11578 == uuid { return name }
    return nil
  }

  /// The payload as text up to its first zero byte, typically an encoder's settings; nil if it is not printable ASCII.
  public var text: String? {
    let letters = userDataPayloadBytes.bytes.prefix { $0 != 0 }
    if letters.isEmpty || letters.contains(where: { $0 > 126 || ($0 < 32 && $0 != 9 && $0 != 10 && $0 != 13) }) { return nil }
    return String(decoding: letters, as: UTF8.self)
  }

  private static let known: [([UInt8], String)] = [
    ([0xDC, 0x45, 0xE9, 0xBD, 0xE6, 0xD9, 0x48, 0xB7, 0x96, 0x2C, 0xD8, 0x20, 0xD9, 0x23, 0xEE, 0xEF], "x264"),
    ([0x2C, 0xA2, 0xDE, 0x09, 0xB5, 0x17, 0x47, 0xDB, 0xBB, 0x55, 0xA4, 0xFE, 0x7F, 0xC2, 0xFC, 0x4E], "x265"),
    (Array("MISPmicrosectime".utf8), "MISB ST 0604 time in microseconds"),
    ([0xCF, 0x84, 0x82, 0x78, 0xEE, 0x23, 0x30, 0x6C, 0x92, 0x65, 0xE8, 0xFE, 0xF2, 0x2F, 0xB8, 0xB8], "MISB ST 0604 time in nanoseconds"),
    ([0x17, 0xEE, 0x8C, 0x60, 0xF8, 0x4D, 0x11, 0xD9, 0x8C, 0xD6, 0x08, 0x00, 0x20, 0x0C, 0x9A, 0x66], "Blu-ray and AVCHD"),
  ]
}
