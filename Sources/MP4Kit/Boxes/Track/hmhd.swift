import BitstreamKit

/// What holds for a track that says how to send others.
///
/// ISO/IEC 14496-12:2022, 12.4.2 `HintMediaHeaderBox`.
public struct HintMediaHeaderBox: TypedBox {
  public static let structureName: StaticString = "HintMediaHeaderBox"
  public static var boxType: FourCC { "hmhd" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Bytes of the largest packet.
  public var maxPDUsize: UInt16 = 0
  /// Bytes of a packet on average.
  public var avgPDUsize: UInt16 = 0
  /// Bits in any window of one second, at most.
  public var maxbitrate: UInt32 = 0
  /// Bits in a second over all of the track.
  public var avgbitrate: UInt32 = 0
  /// 0.
  public var reserved: UInt32 = 0

  /// Packets of no size.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("maxPDUsize", &maxPDUsize, bits: 16)
    try c.u("avgPDUsize", &avgPDUsize, bits: 16)
    try c.u("maxbitrate", &maxbitrate, bits: 32)
    try c.u("avgbitrate", &avgbitrate, bits: 32)
    try c.u("reserved", &reserved, bits: 32)
  }
}
