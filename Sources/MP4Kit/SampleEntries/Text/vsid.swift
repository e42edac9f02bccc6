import BitstreamKit

/// Which cue a cue in a sample of WebVTT was cut from.
///
/// ISO/IEC 14496-30:2018, 7.6 `CueSourceIDBox`.
public struct CueSourceIDBox: TypedBox {
  public static let structureName: StaticString = "CueSourceIDBox"
  public static var boxType: FourCC { "vsid" }

  /// The same number for all parts of one cue.
  public var sourceID: Int32 = 0

  /// A part of cue 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.i("source_ID", &sourceID, bits: 32)
  }
}
