import BitstreamKit

/// Relation of composition and decoding times of a track.
///
/// ISO/IEC 14496-12:2022, 8.6.1.4 `CompositionToDecodeBox`. All values are in units of the track time scale.
public struct CompositionToDecodeBox: TypedBox {
  public static let structureName: StaticString = "CompositionToDecodeBox"
  public static var boxType: FourCC { "cslg" }

  /// FullBox version: 1 for 64-bit values.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Shift that makes every composition time at least its decoding time.
  public var compositionToDTSShift: Int64 = 0
  /// Smallest composition offset.
  public var leastDecodeToDisplayDelta: Int64 = 0
  /// Largest composition offset.
  public var greatestDecodeToDisplayDelta: Int64 = 0
  /// Smallest composition time.
  public var compositionStartTime: Int64 = 0
  /// Largest composition time plus the duration of that sample; 0 if unknown.
  public var compositionEndTime: Int64 = 0

  /// Creates a box with default values.
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
