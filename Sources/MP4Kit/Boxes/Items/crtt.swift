import BitstreamKit

/// When an item was made.
///
/// ISO/IEC 23008-12:2022, 6.5.18 `CreationTimeProperty`.
public struct CreationTimeProperty: TypedBox {
  public static let structureName: StaticString = "CreationTimeProperty"
  public static var boxType: FourCC { "crtt" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// In microseconds since 1904, in UTC.
  public var creationTime: UInt64 = 0

  /// Time 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("creation_time", &creationTime, bits: 64)
  }
}
