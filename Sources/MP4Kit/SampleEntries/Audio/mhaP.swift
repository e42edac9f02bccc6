import BitstreamKit

/// Profiles and levels of MPEG-H that a stream keeps to as well.
///
/// ISO/IEC 23008-3:2022, 20.7 `MHAProfileAndLevelCompatibilitySetBox`.
public struct MHAProfileAndLevelCompatibilitySetBox: TypedBox {
  public static let structureName: StaticString = "MHAProfileAndLevelCompatibilitySetBox"
  public static var boxType: FourCC { "mhaP" }

  /// In the numbers of `mhaC`, at most 255.
  public var compatibleSetIndications: [UInt8] = []

  /// No others.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let count = try c.count("numCompatibleSets", compatibleSetIndications.count, bits: 8)
    try c.bytes("CompatibleSetIndication", &compatibleSetIndications, count: count)
  }
}
