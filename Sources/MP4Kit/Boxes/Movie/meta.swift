import BitstreamKit

/// Metadata that other boxes hold: `hdlr` says in which form.
///
/// ISO/IEC 14496-12:2022, 8.11.1 `MetaBox`. QuickTime's box of this type is no FullBox (`isQuickTime`).
public struct MetaBox: TypedBox {
  public static let structureName: StaticString = "MetaBox"
  public static var boxType: FourCC { "meta" }
  public static var holdsBoxes: Bool { true }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0

  /// Metadata.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
  }

  /// Whether the first bytes behind the header are those of a box and not of version and flags: the QuickTime form.
  public static func isQuickTime(_ head: [UInt8]) -> Bool {
    if head.isEmpty { return true }
    guard head.count >= 8 else { return false }
    return FourCC(rawValue: UInt32(truncatingIfNeeded: head.bigEndian64(at: 0))) == "hdlr"
  }
}

/// The `meta` box of QuickTime: boxes alone.
public struct QuickTimeMetaBox: Box {
  public static let structureName: StaticString = "MetadataAtom"
  public static var holdsBoxes: Bool { true }

  /// Metadata.
  public init() {}
  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {}
}
