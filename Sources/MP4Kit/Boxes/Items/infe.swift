import BitstreamKit

/// What an item is.
///
/// ISO/IEC 14496-12:2022, 8.11.6 `ItemInfoEntry`.
public struct ItemInfoEntry: TypedBox {
  public static let structureName: StaticString = "ItemInfoEntry"
  public static var boxType: FourCC { "infe" }

  /// What version 1 may add.
  public struct Extension: Equatable, Sendable {
    /// `fdel` for what FLUTE needs.
    public var extensionType: FourCC = "fdel"
    /// As the type says.
    public var body: [UInt8] = []

    /// Nothing said as yet.
    public init() {}
  }

  /// From version 2 on the item has a type of four characters, in version 3 a number of 32 bits.
  public var version: UInt8 = 2
  /// 1: the item is not meant to be shown.
  public var flags: UInt32 = 0
  /// Its number.
  public var itemID: UInt32 = 1
  /// Counted from 1 in `ipro`; 0 where it is not protected.
  public var itemProtectionIndex: UInt16 = 0
  /// `hvc1`, `av01`, `grid`, `Exif`, `mime` and their like; from version 2 on.
  public var itemType: FourCC?
  /// For people.
  public var itemName = TerminatedString()
  /// A media type; in versions 0 and 1, and for `mime`.
  public var contentType: TerminatedString?
  /// As HTTP names it: `deflate`; where `contentType` is and something follows it.
  public var contentEncoding: TerminatedString?
  /// For `uri `: a URI that says what the item is.
  public var itemUriType: TerminatedString?
  /// In version 1, where something is left.
  public var itemExtension: Extension?

  /// A picture of type `hvc1`.
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

  /// Whether the item is not meant to be shown: from version 2 on.
  public var isHidden: Bool { version >= 2 && flags & 1 != 0 }
}
