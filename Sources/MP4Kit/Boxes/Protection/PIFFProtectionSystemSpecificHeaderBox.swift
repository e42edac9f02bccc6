import BitstreamKit

/// What a system of keys needs to get a licence, in PIFF. `uuid` d08a4f18-10f3-4a82-b6c8-32d8aba183d3.
///
/// Protected Interoperable File Format 1.1, 5.3.1 `ProtectionSystemSpecificHeaderBox`.
public struct PIFFProtectionSystemSpecificHeaderBox: Box {
  public static let structureName: StaticString = "PIFF ProtectionSystemSpecificHeaderBox"

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The system's number: sixteen bytes, which `system` gives a name.
  public var systemID = [UInt8](repeating: 0, count: 16)
  /// As the system defines it.
  public var data: [UInt8] = []

  /// No system.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.bytes("SystemID", &systemID, count: 16)
    let size = try c.count("DataSize", data.count, bits: 32)
    try c.bytes("Data", &data, count: size)
  }

  /// The system; nil for a number of any but sixteen bytes.
  public var system: KeySystem? { KeySystem(systemID) }
}
