import BitstreamKit

/// How two `meta` boxes side by side relate.
///
/// ISO/IEC 14496-12:2022, 8.11.8 `MetaboxRelationBox`.
public struct MetaboxRelationBox: TypedBox {
  public static let structureName: StaticString = "MetaboxRelationBox"
  public static var boxType: FourCC { "mere" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Of the one.
  public var firstMetaboxHandlerType = FourCC(rawValue: 0)
  /// Of the other.
  public var secondMetaboxHandlerType = FourCC(rawValue: 0)
  /// 1 unknown, 2 nothing in common, 3 they complement each other, 4 they overlap and neither is preferred, 5 they do and the first is.
  public var metaboxRelation: UInt8 = 0

  /// Two boxes of no type.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fourCC("first_metabox_handler_type", &firstMetaboxHandlerType)
    try c.fourCC("second_metabox_handler_type", &secondMetaboxHandlerType)
    try c.u("metabox_relation", &metaboxRelation, bits: 8)
  }
}
