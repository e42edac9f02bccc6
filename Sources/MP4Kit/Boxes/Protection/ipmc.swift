import BitstreamKit

/// IPMP tools of a file or of a `meta` box, as MPEG-4 Systems descriptors.
///
/// ISO/IEC 14496-12:2005, 8.45.7 `IPMPControlBox`.
public struct IPMPControlBox: TypedBox {
  public static let structureName: StaticString = "IPMPControlBox"
  public static var boxType: FourCC { "ipmc" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// `IPMP_ToolListDescriptor`: the tools that the file needs.
  public var toollist = Descriptor()
  /// `IPMP_Descriptor`s that any stream can refer to, at most 255.
  public var ipmpDesc: [Descriptor] = []

  /// Creates a box with an empty tool list.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.structure("toollist", &toollist) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    let count = try c.count("no_of_IPMPDescriptors", ipmpDesc.count, bits: 8)
    try c.list("ipmp_desc", &ipmpDesc, count: count, atLeast: 16, Descriptor()) { (c, v, _) throws(SyntaxError) in
      try c.structure("ipmp_desc", &v) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    }
  }
}
