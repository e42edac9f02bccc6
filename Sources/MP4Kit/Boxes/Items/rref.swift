import BitstreamKit

/// Reference types that a reader must support to process an item.
///
/// ISO/IEC 23008-12:2022, 6.5.17 `RequiredReferenceTypesProperty`.
public struct RequiredReferenceTypesProperty: TypedBox {
  public static let structureName: StaticString = "RequiredReferenceTypesProperty"
  public static var boxType: FourCC { "rref" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Reference types.
  public var referenceTypes: [FourCC] = []

  /// Creates an instance with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let count = try c.count("reference_type_count", referenceTypes.count, bits: 8)
    try c.list("reference_type", &referenceTypes, count: count, atLeast: 32, FourCC(rawValue: 0)) { (c, v, i) throws(SyntaxError) in
      try c.fourCC("reference_type", &v, at: i)
    }
  }
}
