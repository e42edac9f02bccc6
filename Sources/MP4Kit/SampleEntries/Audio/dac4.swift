import BitstreamKit

/// AC-4 decoder configuration: the start of the DSI.
///
/// ETSI TS 103 190-2, E.5 `AC4SpecificBox`, E.6 `ac4_dsi_v1`.
public struct AC4SpecificBox: TypedBox {
  public static let structureName: StaticString = "AC4SpecificBox"
  public static var boxType: FourCC { "dac4" }

  /// DSI version: 0 or 1.
  public var ac4DsiVersion: UInt8 = 1
  /// Bitstream version: 0 to 2.
  public var bitstreamVersion: UInt8 = 2
  /// Sample rate: 0 44.1 kHz, 1 48 kHz.
  public var fsIndex: UInt8 = 1
  /// Frame rate index: 0 23.976, 1 24, 2 25 frames per second, up to 13.
  public var frameRateIndex: UInt8 = 0
  /// Number of presentations.
  public var nPresentations: UInt16 = 0
  /// Bit rates and presentations; the format depends on the DSI version.
  public var dsi: [UInt8] = []

  /// Creates a box with no presentations.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("ac4_dsi_version", &ac4DsiVersion, bits: 3)
    try c.u("bitstream_version", &bitstreamVersion, bits: 7)
    try c.u("fs_index", &fsIndex, bits: 1)
    try c.u("frame_rate_index", &frameRateIndex, bits: 4)
    try c.u("n_presentations", &nPresentations, bits: 9)
    try c.restBytes("dsi", &dsi)
  }
}
