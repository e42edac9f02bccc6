import BitstreamKit

/// The type of an entry's values in timed metadata.
///
/// QuickTime File Format, "Timed Metadata", `MetadataDatatypeDefinitionBox`.
public struct MetadataDatatypeDefinitionBox: TypedBox {
  public static let structureName: StaticString = "MetadataDatatypeDefinitionBox"
  public static var boxType: FourCC { "dtyp" }

  /// 0: four bytes with a number of the well-known types; 1: a name of the reverse domain form.
  public var datatypeNamespace: UInt32 = 0
  /// The type, as the namespace defines it.
  public var datatype: [UInt8] = []

  /// No type.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("datatype_namespace", &datatypeNamespace, bits: 32)
    try c.restBytes("datatype", &datatype)
  }

  /// The number of a well-known type: 1 for UTF-8, 23 for a 32-bit floating-point number; nil for a type with a name.
  public var wellKnownType: UInt32? {
    datatypeNamespace == 0 && datatype.count == 4 ? UInt32(truncatingIfNeeded: datatype.bigEndian64(at: 0) >> 32) : nil
  }
}
