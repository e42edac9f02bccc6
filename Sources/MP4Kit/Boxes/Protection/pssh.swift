import BitstreamKit

/// License acquisition data for a DRM system.
///
/// ISO/IEC 23001-7:2023, 8.1 `ProtectionSystemSpecificHeaderBox`.
public struct ProtectionSystemSpecificHeaderBox: TypedBox {
  public static let structureName: StaticString = "ProtectionSystemSpecificHeaderBox"
  public static var boxType: FourCC { "pssh" }

  /// FullBox version: 1 if key IDs are listed.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// 16-byte system ID; `system` gives its name.
  public var systemID = [UInt8](repeating: 0, count: 16)
  /// 16-byte key IDs; nil in version 0.
  public var kids: [[UInt8]]?
  /// System-specific data.
  public var data: [UInt8] = []

  /// Creates a box with no system.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.bytes("SystemID", &systemID, count: 16)
    try c.when(version == 1, &kids, []) { (c, v) throws(SyntaxError) in
      let count = try c.count("KID_count", v.count, bits: 32)
      try c.list("KID", &v, count: count, atLeast: 128, []) { (c, v, _) throws(SyntaxError) in try c.bytes("KID", &v, count: 16) }
    }
    let size = try c.count("DataSize", data.count, bits: 32)
    try c.bytes("Data", &data, count: size)
  }

  /// The DRM system; nil if `systemID` is not 16 bytes.
  public var system: KeySystem? { KeySystem(systemID) }
}
