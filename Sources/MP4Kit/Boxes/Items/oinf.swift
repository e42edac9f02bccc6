import BitstreamKit

/// Operating points of a layered HEVC picture.
///
/// ISO/IEC 23008-12:2022, `OperatingPointsInformationProperty`.
public struct OperatingPointsInformationProperty: TypedBox {
  public static let structureName: StaticString = "OperatingPointsInformationProperty"
  public static var boxType: FourCC { "oinf" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Same structure as the sample group entry.
  public var opInfo = OperatingPointsRecord()

  /// Creates an instance with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.nested(&opInfo)
  }
}
