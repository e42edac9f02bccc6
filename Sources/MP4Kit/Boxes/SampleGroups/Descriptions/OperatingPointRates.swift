import BitstreamKit

/// Frame rate of an operating point (ISO/IEC 14496-15:2022, 9.6.2 and `VvcOperatingPointsRecord`).
public struct OperatingPointFrameRate: Equatable, Sendable {
  /// Average frame rate in frames per 256 seconds.
  public var avgFrameRate: UInt16 = 0
  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// 0 unknown, 1 constant, 2 constant in each temporal layer.
  public var constantFrameRate: UInt8 = 0

  /// Creates an instance with default values.
  public init() {}

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("avgFrameRate", &avgFrameRate, bits: 16)
    try c.u("reserved", &reserved, bits: 6)
    try c.u("constantFrameRate", &constantFrameRate, bits: 2)
  }
}

/// Bit rate of an operating point, in bits per second (ISO/IEC 14496-15:2022, 9.6.2 and `VvcOperatingPointsRecord`).
public struct OperatingPointBitRate: Equatable, Sendable {
  /// Maximum rate in any one-second window.
  public var maxBitRate: UInt32 = 0
  /// Average rate.
  public var avgBitRate: UInt32 = 0

  /// Creates an instance with rates of 0.
  public init() {}

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("maxBitRate", &maxBitRate, bits: 32)
    try c.u("avgBitRate", &avgBitRate, bits: 32)
  }
}
