import BitstreamKit

/// Properties of a video track.
///
/// ISO/IEC 14496-12:2022, 12.1.2 `VideoMediaHeaderBox`.
public struct VideoMediaHeaderBox: TypedBox {
  public static let structureName: StaticString = "VideoMediaHeaderBox"
  public static var boxType: FourCC { "vmhd" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 1.
  public var flags: UInt32 = 1
  /// Composition mode: 0 copy; QuickTime defines more modes.
  public var graphicsmode: UInt16 = 0
  /// Red, green and blue for modes that use a colour.
  public var opcolor: [UInt16] = [0, 0, 0]

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("graphicsmode", &graphicsmode, bits: 16)
    try c.list("opcolor", &opcolor, count: 3, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in try c.u("opcolor", &v, bits: 16, at: i) }
  }
}
