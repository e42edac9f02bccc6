import BitstreamKit

/// Modification time of an item.
///
/// ISO/IEC 23008-12:2022, 6.5.19 `ModificationTimeProperty`.
public struct ModificationTimeProperty: TypedBox {
  public static let structureName: StaticString = "ModificationTimeProperty"
  public static var boxType: FourCC { "mdft" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Microseconds since 1904-01-01 UTC.
  public var modificationTime: UInt64 = 0

  /// Creates an instance with default values (time 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("modification_time", &modificationTime, bits: 64)
  }
}
