import BitstreamKit

/// IPMP tools of a protected track, as MPEG-4 Systems descriptors.
///
/// ISO/IEC 14496-12:2005, 8.45.6 `IPMPInfoBox`.
public struct IPMPInfoBox: TypedBox {
  public static let structureName: StaticString = "IPMPInfoBox"
  public static var boxType: FourCC { "imif" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// `IPMP_Descriptor`s.
  public var ipmpDesc: [Descriptor] = []

  /// Creates a box with no tools.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.listToEnd(&ipmpDesc, Descriptor()) { (c, v, _) throws(SyntaxError) in
      try c.structure("ipmp_desc", &v) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    }
  }
}
