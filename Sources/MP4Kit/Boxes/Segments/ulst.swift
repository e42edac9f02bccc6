import BitstreamKit

/// UUIDs of vendor formats; the sibling `url ` box has more information.
///
/// ISO/IEC 15444-1, I.7.3.1 `UUID List box`, in a `uinf` box shared by JPEG 2000 and ISO base media files.
public struct UUIDListBox: TypedBox {
  public static let structureName: StaticString = "UUIDListBox"
  public static var boxType: FourCC { "ulst" }

  /// 16-byte UUIDs.
  public var ids: [BoxHeader.UserType] = []

  /// Creates a box with no UUIDs.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let count = try c.count("NU", ids.count, bits: 16)
    try c.list("ID", &ids, count: count, atLeast: 128, BoxHeader.UserType(0, 0)) { (c, v, i) throws(SyntaxError) in
      try c.u("ID", &v.high, bits: 64, at: i)
      try c.u("ID", &v.low, bits: 64, at: i)
    }
  }
}
