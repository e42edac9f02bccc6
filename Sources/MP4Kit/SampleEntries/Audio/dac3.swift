import BitstreamKit

/// The configuration of an AC-3 decoder.
///
/// ETSI TS 102 366, F.4 `AC3SpecificBox`.
public struct AC3SpecificBox: TypedBox {
  public static let structureName: StaticString = "AC3SpecificBox"
  public static var boxType: FourCC { "dac3" }

  /// 0 48 kHz, 1 44.1 kHz, 2 32 kHz.
  public var fscod: UInt8 = 0
  /// 8.
  public var bsid: UInt8 = 8
  /// What it is for: 0 complete main, 2 for the visually impaired.
  public var bsmod: UInt8 = 0
  /// 1 mono, 2 stereo, 7 three at the front and two behind.
  public var acmod: UInt8 = 7
  /// Whether there is a channel of low frequencies.
  public var lfeon = false
  /// An index of 19 bit rates: 10 for 192, 14 for 384, 15 for 448 kilobits in a second.
  public var bitRateCode: UInt8 = 0
  /// 0.
  public var reserved: UInt8 = 0

  /// Three channels at the front and two behind.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("fscod", &fscod, bits: 2)
    try c.u("bsid", &bsid, bits: 5)
    try c.u("bsmod", &bsmod, bits: 3)
    try c.u("acmod", &acmod, bits: 3)
    try c.flag("lfeon", &lfeon)
    try c.u("bit_rate_code", &bitRateCode, bits: 5)
    try c.u("reserved", &reserved, bits: 5)
  }

  /// Kilobits in a second; nil for a code of no meaning.
  public var kilobitsPerSecond: Int? {
    let rates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
    return Int(bitRateCode) < rates.count ? rates[Int(bitRateCode)] : nil
  }
}
