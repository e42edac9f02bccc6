import BitstreamKit

/// The place of a picture in a panorama.
///
/// ISO/IEC 23008-12:2022, `PanoramaProperty`.
public struct PanoramaProperty: TypedBox {
  public static let structureName: StaticString = "PanoramaProperty"
  public static var boxType: FourCC { "pano" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The same as for a group of samples.
  public var entry = PanoramaEntry()

  /// Nothing said as yet.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.nested(&entry)
  }
}
