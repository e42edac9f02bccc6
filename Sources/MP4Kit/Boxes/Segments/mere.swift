import BitstreamKit

/// Relation of two sibling `meta` boxes.
///
/// ISO/IEC 14496-12:2022, 8.11.8 `MetaboxRelationBox`.
public struct MetaboxRelationBox: TypedBox {
  public static let structureName: StaticString = "MetaboxRelationBox"
  public static var boxType: FourCC { "mere" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Handler type of the first box.
  public var firstMetaboxHandlerType = FourCC(rawValue: 0)
  /// Handler type of the second box.
  public var secondMetaboxHandlerType = FourCC(rawValue: 0)
  /// 1 unknown, 2 unrelated, 3 complementary, 4 overlapping without preference, 5 overlapping with the first preferred.
  public var metaboxRelation: UInt8 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fourCC("first_metabox_handler_type", &firstMetaboxHandlerType)
    try c.fourCC("second_metabox_handler_type", &secondMetaboxHandlerType)
    try c.u("metabox_relation", &metaboxRelation, bits: 8)
  }
}
