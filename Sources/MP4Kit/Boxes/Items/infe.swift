import BitstreamKit

/// Type, name and protection of an item.
///
/// ISO/IEC 14496-12:2022, 8.11.6 `ItemInfoEntry`.
public struct ItemInfoEntry: TypedBox {
  public static let structureName: StaticString = "ItemInfoEntry"
  public static var boxType: FourCC { "infe" }

  /// Optional extension of version 1.
  public struct Extension: Equatable, Sendable {
    /// Extension type; `fdel` for file delivery (FLUTE).
    public var extensionType: FourCC = "fdel"
    /// Data specific to the type.
    public var body: [UInt8] = []

    /// Creates an instance with default values.
    public init() {}
  }

  /// FullBox version: 2 and 3 have a four-character item type, 3 also a 32-bit item ID.
  public var version: UInt8 = 2
  /// FullBox flags; 1: the item is hidden.
  public var flags: UInt32 = 0
  /// Item ID.
  public var itemID: UInt32 = 1
  /// 1-based index into `ipro`; 0 if not protected.
  public var itemProtectionIndex: UInt16 = 0
  /// Item type, e.g. `hvc1`, `av01`, `grid`, `Exif`, `mime`; from version 2.
  public var itemType: FourCC?
  /// Human-readable name.
  public var itemName = TerminatedString()
  /// MIME type; in versions 0 and 1, and for item type `mime`.
  public var contentType: TerminatedString?
  /// HTTP content encoding, e.g. `deflate`; only if `contentType` is present and bytes follow it.
  public var contentEncoding: TerminatedString?
  /// URI that identifies the type, for item type `uri `.
  public var itemUriType: TerminatedString?
  /// Extension of version 1; nil if the box ends before it.
  public var itemExtension: Extension?

  /// Creates an entry with default values (type `hvc1`).
  public init() { itemType = "hvc1" }

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...3)
    try c.u("item_ID", &itemID, bits: version == 3 ? 32 : 16)
    try c.u("item_protection_index", &itemProtectionIndex, bits: 16)
    try c.when(version >= 2, &itemType, "hvc1") { (c, v) throws(SyntaxError) in try c.fourCC("item_type", &v) }
    try c.text("item_name", &itemName)
    let hasType = version < 2 || itemType == "mime"
    try c.when(hasType, &contentType, TerminatedString()) { (c, v) throws(SyntaxError) in try c.text("content_type", &v) }
    let hasEncoding = hasType && c.moreBytes(contentEncoding != nil)
    try c.when(hasEncoding, &contentEncoding, TerminatedString()) { (c, v) throws(SyntaxError) in try c.text("content_encoding", &v) }
    try c.when(itemType == "uri ", &itemUriType, TerminatedString()) { (c, v) throws(SyntaxError) in try c.text("item_uri_type", &v) }
    let isExtended = version == 1 && hasEncoding && c.moreBytes(itemExtension != nil)
    try c.when(isExtended, &itemExtension, Extension()) { (c, v) throws(SyntaxError) in
      try c.fourCC("extension_type", &v.extensionType)
      try c.restBytes("extension", &v.body)
    }
  }

  /// Whether the item is hidden; from version 2.
  public var isHidden: Bool { version >= 2 && flags & 1 != 0 }
}
