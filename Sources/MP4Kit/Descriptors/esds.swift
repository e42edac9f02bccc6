import BitstreamKit

/// What a stream of MPEG-4 systems is, in a sample entry.
///
/// ISO/IEC 14496-14:2020, 6.7.2 `ESDBox`.
public struct ESDBox: TypedBox {
  public static let structureName: StaticString = "ESDBox"
  public static var boxType: FourCC { "esds" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The stream.
  public var es = ESDescriptor()

  /// A stream of which nothing is known.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.nested(&es)
  }
}
