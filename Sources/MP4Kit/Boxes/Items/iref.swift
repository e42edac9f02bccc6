import BitstreamKit

/// References between items; they follow as boxes whose type is the reference type.
///
/// ISO/IEC 14496-12:2022, 8.11.12 `ItemReferenceBox`. References may form cycles; code that follows them must guard against that.
public struct ItemReferenceBox: TypedBox {
  public static let structureName: StaticString = "ItemReferenceBox"
  public static var boxType: FourCC { "iref" }
  public static var holdsBoxes: Bool { true }

  /// FullBox version: 1 for 32-bit item IDs.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0

  /// Creates a box with no references.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
  }
}
