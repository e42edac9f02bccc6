import BitstreamKit

/// Type of the media of a track, or format of a `meta` box.
///
/// ISO/IEC 14496-12:2022, 8.4.3 `HandlerBox`. QuickTime stores its component type and manufacturer in fields reserved by ISO.
public struct HandlerBox: TypedBox {
  public static let structureName: StaticString = "HandlerBox"
  public static var boxType: FourCC { "hdlr" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Pre-defined: 0; in QuickTime `mhlr` or `dhlr`.
  public var preDefined = FourCC(rawValue: 0)
  /// Handler type, e.g. `vide`, `soun`, `text`, `meta`.
  public var handlerType: FourCC = "vide"
  /// Reserved: 0; in QuickTime, manufacturer, flags and flags mask.
  public var reserved: [UInt32] = [0, 0, 0]
  /// Human-readable name. QuickTime stores the length in the first byte.
  public var name = TerminatedString()

  /// Creates a box with default values (a video handler).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fourCC("pre_defined", &preDefined)
    try c.fourCC("handler_type", &handlerType)
    try c.list("reserved", &reserved, count: 3, atLeast: 32, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("reserved", &v, bits: 32, at: i)
    }
    try c.text("name", &name)
  }

  /// The name without a QuickTime length prefix.
  public var readableName: String {
    let bytes = name.bytes
    if let first = bytes.first, preDefined.rawValue != 0 || first < 0x20, Int(first) <= bytes.count {
      return String(decoding: bytes.dropFirst().prefix(Int(first)), as: UTF8.self)
    }
    return name.description
  }
}
