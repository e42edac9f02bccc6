import BitstreamKit

/// What a reader of an entry of timed metadata needs before the first sample.
///
/// QuickTime File Format, "Timed Metadata", `MetadataSetupBox`.
public struct MetadataSetupBox: TypedBox {
  public static let structureName: StaticString = "MetadataSetupBox"
  public static var boxType: FourCC { "setu" }

  /// As the type of the entry defines it.
  public var data: [UInt8] = []

  /// No data.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.restBytes("data", &data)
  }
}
