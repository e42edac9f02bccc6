import BitstreamKit

/// Properties of a hint track.
///
/// ISO/IEC 14496-12:2022, 12.4.2 `HintMediaHeaderBox`.
public struct HintMediaHeaderBox: TypedBox {
  public static let structureName: StaticString = "HintMediaHeaderBox"
  public static var boxType: FourCC { "hmhd" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Largest packet size in bytes.
  public var maxPDUsize: UInt16 = 0
  /// Average packet size in bytes.
  public var avgPDUsize: UInt16 = 0
  /// Maximum bit rate in any one-second window, in bits per second.
  public var maxbitrate: UInt32 = 0
  /// Average bit rate of the whole track in bits per second.
  public var avgbitrate: UInt32 = 0
  /// Reserved: 0.
  public var reserved: UInt32 = 0

  /// Creates a box with default values (a packet size of 0).
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
