import BitstreamKit

/// What a reader of timed metadata of `urim` needs before the first sample.
///
/// ISO/IEC 14496-12:2022, 12.3.3 `URIInitBox`.
public struct URIInitBox: TypedBox {
  public static let structureName: StaticString = "URIInitBox"
  public static var boxType: FourCC { "uriI" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// As the URI defines it.
  public var uriInitializationData: [UInt8] = []

  /// No data.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.restBytes("uri_initialization_data", &uriInitializationData)
  }
}
