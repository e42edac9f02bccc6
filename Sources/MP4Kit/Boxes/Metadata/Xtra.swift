import BitstreamKit

/// Metadata of Windows Media.
///
/// As Windows writes it; no published standard has it.
public struct XtraBox: TypedBox {
  public static let structureName: StaticString = "XtraBox"
  public static var boxType: FourCC { "Xtra" }

  /// A value.
  public struct Value: Equatable, Sendable {
    /// 8 text in UTF-16, 19 a number of 64 bits, 21 a time in units of 100 nanoseconds since 1601, 72 a GUID: all little-endian.
    public var type: UInt16 = 8
    /// Its bytes.
    public var bytes: [UInt8] = []

    /// Nothing said as yet.
    public init() {}
  }

  /// An item.
  public struct Item: Equatable, Sendable {
    /// Its name: `WM/SubTitle` and its like.
    public var name: [UInt8] = []
    /// What it says.
    public var values: [Value] = []

    /// Nothing said as yet.
    public init() {}

    mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
      let length = try c.count("name_length", name.count, bits: 32)
      try c.characters("name", &name, count: length)
      let count = try c.count("value_count", values.count, bits: 32)
      try c.list("values", &values, count: count, atLeast: 48, Value()) { (c, v, _) throws(SyntaxError) in
        var value = v
        try c.sized(.u("value_size", bits: 32, adding: 4)) { (c) throws(SyntaxError) in
          try c.u("type", &value.type, bits: 16)
          try c.restBytes("value", &value.bytes)
        }
        v = value
      }
    }
  }

  /// The items.
  public var items: [Item] = []

  /// No items.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.listToEnd(&items, Item()) { (c, v, _) throws(SyntaxError) in
      var item = v
      try c.sized(.u("size", bits: 32, adding: 4)) { (c) throws(SyntaxError) in try item.syntax(&c) }
      v = item
    }
  }
}
