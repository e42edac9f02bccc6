import BitstreamKit

/// A layer of sub-sequences of H.264.
///
/// ISO/IEC 14496-15:2022, `AVCLayerEntry`.
public struct AVCLayerEntry: Syntax {
  public static let structureName: StaticString = "AVCLayerEntry"

  /// 0 for the base layer.
  public var layerNumber: UInt8 = 0
  /// 0.
  public var reserved: UInt8 = 0
  /// Whether the averages are exact.
  public var accurateStatisticsFlag = false
  /// In units of 1000 bits in a second; 0 where unknown.
  public var avgBitRate: UInt16 = 0
  /// In pictures in 256 seconds; 0 where unknown.
  public var avgFrameRate: UInt16 = 0

  /// The base layer.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("layerNumber", &layerNumber, bits: 8)
    try c.u("reserved", &reserved, bits: 7)
    try c.flag("accurateStatisticsFlag", &accurateStatisticsFlag)
    try c.u("avgBitRate", &avgBitRate, bits: 16)
    try c.u("avgFrameRate", &avgFrameRate, bits: 16)
  }
}
