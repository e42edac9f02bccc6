import BitstreamKit

/// Identifies the original cue of a cue that is split into several samples.
///
/// ISO/IEC 14496-30:2018, 7.6 `CueSourceIDBox`.
public struct CueSourceIDBox: TypedBox {
  public static let structureName: StaticString = "CueSourceIDBox"
  public static var boxType: FourCC { "vsid" }

  /// Source ID; equal for all parts of a cue.
  public var sourceID: Int32 = 0

  /// Creates a box with default values (cue 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.i("source_ID", &sourceID, bits: 32)
  }
}
