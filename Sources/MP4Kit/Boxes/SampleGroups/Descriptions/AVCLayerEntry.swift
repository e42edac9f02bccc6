import BitstreamKit

/// An H.264 layer of sub-sequences.
///
/// ISO/IEC 14496-15:2022, `AVCLayerEntry`.
public struct AVCLayerEntry: Syntax {
  public static let structureName: StaticString = "AVCLayerEntry"

  /// Layer number, 0 for the base layer.
  public var layerNumber: UInt8 = 0
  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Whether the averages are exact.
  public var accurateStatisticsFlag = false
  /// Average bit rate in units of 1000 bits per second; 0 if unknown.
  public var avgBitRate: UInt16 = 0
  /// Average frame rate in pictures per 256 seconds; 0 if unknown.
  public var avgFrameRate: UInt16 = 0

  /// Creates an entry with default values (the base layer).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("layerNumber", &layerNumber, bits: 8)
    try c.u("reserved", &reserved, bits: 7)
    try c.flag("accurateStatisticsFlag", &accurateStatisticsFlag)
    try c.u("avgBitRate", &avgBitRate, bits: 16)
    try c.u("avgFrameRate", &avgFrameRate, bits: 16)
  }
}
