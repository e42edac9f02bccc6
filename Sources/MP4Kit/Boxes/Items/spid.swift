import BitstreamKit

/// VVC subpictures of a picture item.
///
/// ISO/IEC 23008-12:2022, `VvcSubpicIDProperty`.
public struct VvcSubpicIDProperty: TypedBox {
  public static let structureName: StaticString = "VvcSubpicIDProperty"
  public static var boxType: FourCC { "spid" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Same structure as the sample group entry.
  public var sidInfo = VvcSubpicIDEntry()

  /// Creates an instance with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.nested(&sidInfo)
  }
}
