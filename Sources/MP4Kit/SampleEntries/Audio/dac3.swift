import BitstreamKit

/// AC-3 decoder configuration.
///
/// ETSI TS 102 366, F.4 `AC3SpecificBox`.
public struct AC3SpecificBox: TypedBox {
  public static let structureName: StaticString = "AC3SpecificBox"
  public static var boxType: FourCC { "dac3" }

  /// Sample rate code: 0 48 kHz, 1 44.1 kHz, 2 32 kHz.
  public var fscod: UInt8 = 0
  /// Bit stream identification: 8.
  public var bsid: UInt8 = 8
  /// Bit stream mode, e.g. 0 complete main, 2 visually impaired.
  public var bsmod: UInt8 = 0
  /// Audio coding mode, e.g. 1 mono, 2 stereo, 7 3/2.
  public var acmod: UInt8 = 7
  /// Whether there is an LFE channel.
  public var lfeon = false
  /// Index into 19 bit rates, e.g. 10 for 192, 14 for 384, 15 for 448 kbit/s.
  public var bitRateCode: UInt8 = 0
  /// Reserved: 0.
  public var reserved: UInt8 = 0

  /// Creates a box with default values (3/2 channels).
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

  /// Bit rate in kbit/s; nil for a reserved code.
  public var kilobitsPerSecond: Int? {
    let rates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
    return Int(bitRateCode) < rates.count ? rates[Int(bitRateCode)] : nil
  }
}
