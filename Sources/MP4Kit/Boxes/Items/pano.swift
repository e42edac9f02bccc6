import BitstreamKit

/// Position of a picture in a panorama.
///
/// ISO/IEC 23008-12:2022, `PanoramaProperty`.
public struct PanoramaProperty: TypedBox {
  public static let structureName: StaticString = "PanoramaProperty"
  public static var boxType: FourCC { "pano" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Same structure as the sample group entry.
  public var entry = PanoramaEntry()

  /// Creates an instance with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.nested(&entry)
  }
}
