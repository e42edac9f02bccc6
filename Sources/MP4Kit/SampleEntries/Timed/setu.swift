import BitstreamKit

/// Initialization data of a timed metadata key.
///
/// QuickTime File Format, "Timed Metadata", `MetadataSetupBox`.
public struct MetadataSetupBox: TypedBox {
  public static let structureName: StaticString = "MetadataSetupBox"
  public static var boxType: FourCC { "setu" }

  /// Type-specific data.
  public var data: [UInt8] = []

  /// Creates a box with no data.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.restBytes("data", &data)
  }
}
