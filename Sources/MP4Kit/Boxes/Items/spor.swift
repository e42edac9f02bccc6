import BitstreamKit

/// Order of the VVC subpictures that form a picture item.
///
/// ISO/IEC 23008-12:2022, `VvcSubpicOrderProperty`.
public struct VvcSubpicOrderProperty: TypedBox {
  public static let structureName: StaticString = "VvcSubpicOrderProperty"
  public static var boxType: FourCC { "spor" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Same structure as the sample group entry.
  public var sorInfo = VvcSubpicOrderEntry()

  /// Creates an instance with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.nested(&sorInfo)
  }
}
