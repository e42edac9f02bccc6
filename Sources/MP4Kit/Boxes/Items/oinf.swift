import BitstreamKit

/// The operating points of layered HEVC in a picture.
///
/// ISO/IEC 23008-12:2022, `OperatingPointsInformationProperty`.
public struct OperatingPointsInformationProperty: TypedBox {
  public static let structureName: StaticString = "OperatingPointsInformationProperty"
  public static var boxType: FourCC { "oinf" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The same as for a group of samples.
  public var opInfo = OperatingPointsRecord()

  /// Nothing said as yet.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.nested(&opInfo)
  }
}
