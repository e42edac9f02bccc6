import BitstreamKit

/// Target output layer set of the decoder.
///
/// ISO/IEC 23008-12:2022, `TargetOlsProperty`.
public struct TargetOlsProperty: TypedBox {
  public static let structureName: StaticString = "TargetOlsProperty"
  public static var boxType: FourCC { "tols" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Index of the output layer set.
  public var targetOlsIdx: UInt16 = 0

  /// Creates an instance with default values (output layer set 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("target_ols_idx", &targetOlsIdx, bits: 16)
  }
}
