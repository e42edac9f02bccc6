import BitstreamKit

/// Attributes that the views of a group, or several groups, share or differ in.
///
/// ISO/IEC 14496-15:2022, `MultiviewRelationAttributeBox`.
public struct MultiviewRelationAttributeBox: TypedBox {
  public static let structureName: StaticString = "MultiviewRelationAttributeBox"
  public static var boxType: FourCC { "mvra" }

  /// An attribute and its value.
  public struct CommonAttribute: Equatable, Sendable {
    /// Attribute type.
    public var commonAttribute: FourCC = "bitr"
    /// Attribute value.
    public var commonValue: UInt32 = 0

    /// Creates an instance with default values.
    public init() {}
  }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Reserved: 0.
  public var reserved1: UInt16 = 0
  /// Attributes with the same value for all.
  public var commonAttributes: [CommonAttribute] = []
  /// Reserved: 0.
  public var reserved2: UInt16 = 0
  /// Attributes whose values differ.
  public var differentiatingAttributes: [FourCC] = []

  /// Creates a box with no attributes.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("reserved", &reserved1, bits: 16)
    let numCommonAttributes = try c.count("num_common_attributes", commonAttributes.count, bits: 16)
    try c.list("common", &commonAttributes, count: numCommonAttributes, atLeast: 64, CommonAttribute()) { (c, v, i) throws(SyntaxError) in
      try c.fourCC("common_attribute", &v.commonAttribute, at: i)
      try c.u("common_value", &v.commonValue, bits: 32, at: i)
    }
    try c.u("reserved", &reserved2, bits: 16)
    let count = try c.count("num_differentiating_attributes", differentiatingAttributes.count, bits: 16)
    try c.list("differentiating_attribute", &differentiatingAttributes, count: count, atLeast: 32, "bitr") {
      (c, v, i) throws(SyntaxError) in
      try c.fourCC("differentiating_attribute", &v, at: i)
    }
  }
}
