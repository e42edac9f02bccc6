import BitstreamKit

/// Windows Media metadata.
///
/// As written by Windows; not part of a published standard.
public struct XtraBox: TypedBox {
  public static let structureName: StaticString = "XtraBox"
  public static var boxType: FourCC { "Xtra" }

  /// One value of an item.
  public struct Value: Equatable, Sendable {
    /// 8 UTF-16 text, 19 a 64-bit number, 21 a time in units of 100 nanoseconds since 1601, 72 a GUID; all little-endian.
    public var type: UInt16 = 8
    /// Value bytes.
    public var bytes: [UInt8] = []

    /// Creates an instance with default values.
    public init() {}
  }

  /// One metadata item.
  public struct Item: Equatable, Sendable {
    /// Item name, e.g. `WM/SubTitle`.
    public var name: [UInt8] = []
    /// Values of the item.
    public var values: [Value] = []

    /// Creates an instance with default values.
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

  /// Creates a box with no items.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.listToEnd(&items, Item()) { (c, v, _) throws(SyntaxError) in
      var item = v
      try c.sized(.u("size", bits: 32, adding: 4)) { (c) throws(SyntaxError) in try item.syntax(&c) }
      v = item
    }
  }
}
