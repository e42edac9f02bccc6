import BitstreamKit

/// What a system of keys needs to get a licence.
///
/// ISO/IEC 23001-7:2023, 8.1 `ProtectionSystemSpecificHeaderBox`.
public struct ProtectionSystemSpecificHeaderBox: TypedBox {
  public static let structureName: StaticString = "ProtectionSystemSpecificHeaderBox"
  public static var boxType: FourCC { "pssh" }

  /// 1 where keys are listed.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The system's number: sixteen bytes, which `system` gives a name.
  public var systemID = [UInt8](repeating: 0, count: 16)
  /// Identifiers of keys, sixteen bytes each; nil in version 0.
  public var kids: [[UInt8]]?
  /// As the system defines it.
  public var data: [UInt8] = []

  /// No system.
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

  /// The system; nil for a number of any but sixteen bytes.
  public var system: KeySystem? { KeySystem(systemID) }
}
