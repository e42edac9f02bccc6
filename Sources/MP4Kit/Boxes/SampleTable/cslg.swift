import BitstreamKit

/// How composition and decoding times of a track relate, so that nobody has to look at each sample.
///
/// ISO/IEC 14496-12:2022, 8.6.1.4 `CompositionToDecodeBox`. Units of the track's time scale.
public struct CompositionToDecodeBox: TypedBox {
  public static let structureName: StaticString = "CompositionToDecodeBox"
  public static var boxType: FourCC { "cslg" }

  /// 1 for numbers of 64 bits.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Added to all composition times it makes none smaller than its decoding time.
  public var compositionToDTSShift: Int64 = 0
  /// The smallest composition offset.
  public var leastDecodeToDisplayDelta: Int64 = 0
  /// The largest composition offset.
  public var greatestDecodeToDisplayDelta: Int64 = 0
  /// The smallest composition time.
  public var compositionStartTime: Int64 = 0
  /// The largest composition time and that sample's duration; 0 where unknown.
  public var compositionEndTime: Int64 = 0

  /// All zero.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    let bits = version == 0 ? 32 : 64
    try c.i("compositionToDTSShift", &compositionToDTSShift, bits: bits)
    try c.i("leastDecodeToDisplayDelta", &leastDecodeToDisplayDelta, bits: bits)
    try c.i("greatestDecodeToDisplayDelta", &greatestDecodeToDisplayDelta, bits: bits)
    try c.i("compositionStartTime", &compositionStartTime, bits: bits)
    try c.i("compositionEndTime", &compositionEndTime, bits: bits)
  }
}
