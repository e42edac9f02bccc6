import BitstreamKit

/// Position of a picture in a panorama.
///
/// ISO/IEC 23008-12:2022, `PanoramaEntry`.
public struct PanoramaEntry: Syntax {
  public static let structureName: StaticString = "PanoramaEntry"

  /// Frame number in panorama order.
  public var frameNumber: UInt16 = 0

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("frame_number", &frameNumber, bits: 16)
  }
}
