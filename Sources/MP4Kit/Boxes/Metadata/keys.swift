import BitstreamKit

/// Metadata keys; box types in `ilst` are 1-based indices into this list.
///
/// QuickTime File Format, Metadata Item Keys Atom.
public struct MetadataItemKeysBox: TypedBox {
  public static let structureName: StaticString = "MetadataItemKeysBox"
  public static var boxType: FourCC { "keys" }

  /// One metadata key.
  public struct Entry: Equatable, Sendable {
    /// Key namespace: `mdta` for a reverse domain name, `udta` for a box type.
    public var namespace: FourCC = "mdta"
    /// Key bytes, e.g. `com.apple.quicktime.make`.
    public var value: [UInt8] = []

    /// Creates an entry with default values.
    public init() {}

    /// Decoded key.
    public var name: String { String(decoding: value, as: UTF8.self) }
  }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Keys in order.
  public var entries: [Entry] = []

  /// Creates a box with no keys.
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

  /// Key of an `ilst` item, whose box type is the key index; nil if out of range.
  public func entry(for type: FourCC) -> Entry? {
    let number = Int(clamping: type.rawValue)
    return number >= 1 && number <= entries.count ? entries[number - 1] : nil
  }
}
