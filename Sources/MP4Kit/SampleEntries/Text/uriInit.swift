import BitstreamKit

/// Initialization data of `urim` timed metadata.
///
/// ISO/IEC 14496-12:2022, 12.3.3 `URIInitBox`.
public struct URIInitBox: TypedBox {
  public static let structureName: StaticString = "URIInitBox"
  public static var boxType: FourCC { "uriI" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Format-specific data.
  public var uriInitializationData: [UInt8] = []

  /// Creates a box with no data.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.restBytes("uri_initialization_data", &uriInitializationData)
  }
}
