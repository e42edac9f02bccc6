import BitstreamKit

/// Names of vendors' formats about which the `url ` beside it has more.
///
/// ISO/IEC 15444-1, I.7.3.1 `UUID List box`: of a `uinf` box, which JPEG 2000 and this family of files share.
public struct UUIDListBox: TypedBox {
  public static let structureName: StaticString = "UUIDListBox"
  public static var boxType: FourCC { "ulst" }

  /// Sixteen bytes each.
  public var ids: [BoxHeader.UserType] = []

  /// No names.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let count = try c.count("NU", ids.count, bits: 16)
    try c.list("ID", &ids, count: count, atLeast: 128, BoxHeader.UserType(0, 0)) { (c, v, i) throws(SyntaxError) in
      try c.u("ID", &v.high, bits: 64, at: i)
      try c.u("ID", &v.low, bits: 64, at: i)
    }
  }
}
