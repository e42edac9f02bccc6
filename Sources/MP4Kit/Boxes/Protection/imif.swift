import BitstreamKit

/// The tools that a protected track needs, as descriptors of MPEG-4 systems.
///
/// ISO/IEC 14496-12:2005, 8.45.6 `IPMPInfoBox`.
public struct IPMPInfoBox: TypedBox {
  public static let structureName: StaticString = "IPMPInfoBox"
  public static var boxType: FourCC { "imif" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// `IPMP_Descriptor`s.
  public var ipmpDesc: [Descriptor] = []

  /// No tools.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.listToEnd(&ipmpDesc, Descriptor()) { (c, v, _) throws(SyntaxError) in
      try c.structure("ipmp_desc", &v) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    }
  }
}
