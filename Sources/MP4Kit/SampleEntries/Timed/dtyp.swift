import BitstreamKit

/// Data type of a timed metadata key.
///
/// QuickTime File Format, "Timed Metadata", `MetadataDatatypeDefinitionBox`.
public struct MetadataDatatypeDefinitionBox: TypedBox {
  public static let structureName: StaticString = "MetadataDatatypeDefinitionBox"
  public static var boxType: FourCC { "dtyp" }

  /// 0: `datatype` is a 4-byte well-known type; 1: a reverse domain name.
  public var datatypeNamespace: UInt32 = 0
  /// Data type; its format depends on the namespace.
  public var datatype: [UInt8] = []

  /// Creates a box with no type.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("datatype_namespace", &datatypeNamespace, bits: 32)
    try c.restBytes("datatype", &datatype)
  }

  /// Well-known type, e.g. 1 UTF-8, 23 32-bit float; nil if the type is a name.
  public var wellKnownType: UInt32? {
    datatypeNamespace == 0 && datatype.count == 4 ? UInt32(truncatingIfNeeded: datatype.bigEndian64(at: 0) >> 32) : nil
  }
}
