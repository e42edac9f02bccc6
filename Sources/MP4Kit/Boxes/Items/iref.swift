import BitstreamKit

/// How items refer to one another: references follow as boxes, whose types say what kind they are.
///
/// ISO/IEC 14496-12:2022, 8.11.12 `ItemReferenceBox`. References may go round in a circle: whoever follows them has to see to it that he comes to an end.
public struct ItemReferenceBox: TypedBox {
  public static let structureName: StaticString = "ItemReferenceBox"
  public static var boxType: FourCC { "iref" }
  public static var holdsBoxes: Bool { true }

  /// 1 for items' numbers of 32 bits.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0

  /// No references.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
  }
}
