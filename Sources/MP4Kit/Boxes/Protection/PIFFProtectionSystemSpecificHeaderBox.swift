import BitstreamKit

/// License acquisition data for a DRM system, in PIFF. `uuid` d08a4f18-10f3-4a82-b6c8-32d8aba183d3.
///
/// Protected Interoperable File Format 1.1, 5.3.1 `ProtectionSystemSpecificHeaderBox`.
public struct PIFFProtectionSystemSpecificHeaderBox: Box {
  public static let structureName: StaticString = "PIFF ProtectionSystemSpecificHeaderBox"

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// 16-byte system ID; `system` gives its name.
  public var systemID = [UInt8](repeating: 0, count: 16)
  /// System-specific data.
  public var data: [UInt8] = []

  /// Creates a box with no system.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.bytes("SystemID", &systemID, count: 16)
    let size = try c.count("DataSize", data.count, bits: 32)
    try c.bytes("Data", &data, count: size)
  }

  /// The DRM system; nil if `systemID` is not 16 bytes.
  public var system: KeySystem? { KeySystem(systemID) }
}
