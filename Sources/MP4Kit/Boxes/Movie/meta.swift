import BitstreamKit

/// Metadata container; `hdlr` sets the format.
///
/// ISO/IEC 14496-12:2022, 8.11.1 `MetaBox`. In QuickTime, this box is not a FullBox (`isQuickTime`).
public struct MetaBox: TypedBox {
  public static let structureName: StaticString = "MetaBox"
  public static var boxType: FourCC { "meta" }
  public static var holdsBoxes: Bool { true }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
  }

  /// Whether the payload starts with a box instead of version and flags, i.e. whether it is the QuickTime form.
  public static func isQuickTime(_ head: [UInt8]) -> Bool {
    if head.isEmpty { return true }
    guard head.count >= 8 else { return false }
    return FourCC(rawValue: UInt32(truncatingIfNeeded: head.bigEndian64(at: 0))) == "hdlr"
  }
}

/// QuickTime form of the `meta` box; contains only boxes.
public struct QuickTimeMetaBox: Box {
  public static let structureName: StaticString = "MetadataAtom"
  public static var holdsBoxes: Bool { true }

  /// Creates a box with default values.
  public init() {}
  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {}
}
