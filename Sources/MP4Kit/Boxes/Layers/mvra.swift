import BitstreamKit

/// What the views of a group, or groups of views, have in common and in what they differ.
///
/// ISO/IEC 14496-15:2022, `MultiviewRelationAttributeBox`.
public struct MultiviewRelationAttributeBox: TypedBox {
  public static let structureName: StaticString = "MultiviewRelationAttributeBox"
  public static var boxType: FourCC { "mvra" }

  /// An attribute and its value.
  public struct CommonAttribute: Equatable, Sendable {
    /// What it is.
    public var commonAttribute: FourCC = "bitr"
    /// Its value.
    public var commonValue: UInt32 = 0

    /// Nothing said as yet.
    public init() {}
  }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// 0.
  public var reserved1: UInt16 = 0
  /// The same for all.
  public var commonAttributes: [CommonAttribute] = []
  /// 0.
  public var reserved2: UInt16 = 0
  /// Different for each.
  public var differentiatingAttributes: [FourCC] = []

  /// No attributes.
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
