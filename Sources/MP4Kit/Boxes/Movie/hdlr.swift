import BitstreamKit

/// What a track carries, or what a `meta` box speaks.
///
/// ISO/IEC 14496-12:2022, 8.4.3 `HandlerBox`; the QuickTime File Format's component type and manufacturer stand in what ISO reserves.
public struct HandlerBox: TypedBox {
  public static let structureName: StaticString = "HandlerBox"
  public static var boxType: FourCC { "hdlr" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// 0; in QuickTime `mhlr` or `dhlr`.
  public var preDefined = FourCC(rawValue: 0)
  /// `vide`, `soun`, `text`, `meta` and their like.
  public var handlerType: FourCC = "vide"
  /// 0; in QuickTime the manufacturer, flags and their mask.
  public var reserved: [UInt32] = [0, 0, 0]
  /// For people. QuickTime puts the length in the first byte.
  public var name = TerminatedString()

  /// A handler of video.
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

  /// The name without the length that QuickTime puts in front of it.
  public var readableName: String {
    let bytes = name.bytes
    if let first = bytes.first, preDefined.rawValue != 0 || first < 0x20, Int(first) <= bytes.count {
      return String(decoding: bytes.dropFirst().prefix(Int(first)), as: UTF8.self)
    }
    return name.description
  }
}
