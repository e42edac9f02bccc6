import BitstreamKit

/// Elementary stream descriptor in a sample entry.
///
/// ISO/IEC 14496-14:2020, 6.7.2 `ESDBox`.
public struct ESDBox: TypedBox {
  public static let structureName: StaticString = "ESDBox"
  public static var boxType: FourCC { "esds" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Stream descriptor.
  public var es = ESDescriptor()

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.nested(&es)
  }
}
