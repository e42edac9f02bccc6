import BitstreamKit

/// The place of a picture in a panorama.
///
/// ISO/IEC 23008-12:2022, `PanoramaEntry`.
public struct PanoramaEntry: Syntax {
  public static let structureName: StaticString = "PanoramaEntry"

  /// Its number in the order of the panorama.
  public var frameNumber: UInt16 = 0

  /// Nothing said as yet.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("frame_number", &frameNumber, bits: 16)
  }
}
