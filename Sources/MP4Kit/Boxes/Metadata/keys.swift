import BitstreamKit

/// The names of metadata: the types of boxes in `ilst` are numbers of these, counted from 1.
///
/// QuickTime File Format, Metadata Item Keys Atom.
public struct MetadataItemKeysBox: TypedBox {
  public static let structureName: StaticString = "MetadataItemKeysBox"
  public static var boxType: FourCC { "keys" }

  /// A name.
  public struct Entry: Equatable, Sendable {
    /// In what way it names: `mdta` for a domain spelt backwards, `udta` for the type of a box.
    public var namespace: FourCC = "mdta"
    /// Its bytes: `com.apple.quicktime.make` and its like.
    public var value: [UInt8] = []

    /// Nothing said as yet.
    public init() {}

    /// The name.
    public var name: String { String(decoding: value, as: UTF8.self) }
  }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The names in their order.
  public var entries: [Entry] = []

  /// No names.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let count = try c.count("entry_count", entries.count, bits: 32)
    try c.list("entries", &entries, count: count, atLeast: 64, Entry()) { (c, v, _) throws(SyntaxError) in
      var entry = v
      try c.sized(.u("key_size", bits: 32, adding: 4)) { (c) throws(SyntaxError) in
        try c.fourCC("key_namespace", &entry.namespace)
        try c.restBytes("key_value", &entry.value)
      }
      v = entry
    }
  }

  /// The name of a box in `ilst`, whose type is a number; nil where there is none.
  public func entry(for type: FourCC) -> Entry? {
    let number = Int(clamping: type.rawValue)
    return number >= 1 && number <= entries.count ? entries[number - 1] : nil
  }
}
