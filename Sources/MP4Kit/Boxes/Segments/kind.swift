import BitstreamKit

/// Role of a track, e.g. captions or audio description.
///
/// ISO/IEC 14496-12:2022, 8.10.4 `KindBox`.
public struct KindBox: TypedBox {
  public static let structureName: StaticString = "KindBox"
  public static var boxType: FourCC { "kind" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// URI of the scheme that defines the value.
  public var schemeURI = TerminatedString()
  /// Value; empty if the scheme URI alone identifies the kind.
  public var value = TerminatedString()

  /// Creates a box with no kind.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("schemeURI", &schemeURI)
    try c.text("value", &value)
  }
}
