import BitstreamKit

/// The frame rate of an operating point (ISO/IEC 14496-15:2022, 9.6.2 and `VvcOperatingPointsRecord`).
public struct OperatingPointFrameRate: Equatable, Sendable {
  /// In frames per 256 seconds.
  public var avgFrameRate: UInt16 = 0
  /// 0.
  public var reserved: UInt8 = 0
  /// 0 unknown, 1 constant, 2 constant in each temporal layer.
  public var constantFrameRate: UInt8 = 0

  /// Unknown.
  public init() {}

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("avgFrameRate", &avgFrameRate, bits: 16)
    try c.u("reserved", &reserved, bits: 6)
    try c.u("constantFrameRate", &constantFrameRate, bits: 2)
  }
}

/// The bit rate of an operating point, in bits per second (ISO/IEC 14496-15:2022, 9.6.2 and `VvcOperatingPointsRecord`).
public struct OperatingPointBitRate: Equatable, Sendable {
  /// Over any window of one second.
  public var maxBitRate: UInt32 = 0
  /// The average.
  public var avgBitRate: UInt32 = 0

  /// No bits.
  public init() {}

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("maxBitRate", &maxBitRate, bits: 32)
    try c.u("avgBitRate", &avgBitRate, bits: 32)
  }
}
