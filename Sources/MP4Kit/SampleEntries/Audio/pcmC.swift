import BitstreamKit

/// Format of uncompressed audio samples, for `ipcm` and `fpcm`.
///
/// ISO/IEC 23003-5:2020, 5.2 `PCMConfig`.
public struct PCMConfigBox: TypedBox {
  public static let structureName: StaticString = "PCMConfigBox"
  public static var boxType: FourCC { "pcmC" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// 1 for little-endian.
  public var formatFlags: UInt8 = 0
  /// Sample size in bits: 16, 24 or 32; 32 or 64 for `fpcm`.
  public var pcmSampleSize: UInt8 = 16

  /// Creates a box with default values (16-bit big-endian samples).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("format_flags", &formatFlags, bits: 8)
    try c.u("PCM_sample_size", &pcmSampleSize, bits: 8)
  }
}
