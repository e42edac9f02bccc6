import BitstreamKit

/// Additional MPEG-H profiles and levels that a stream conforms to.
///
/// ISO/IEC 23008-3:2022, 20.7 `MHAProfileAndLevelCompatibilitySetBox`.
public struct MHAProfileAndLevelCompatibilitySetBox: TypedBox {
  public static let structureName: StaticString = "MHAProfileAndLevelCompatibilitySetBox"
  public static var boxType: FourCC { "mhaP" }

  /// Profile and level indications as in `mhaC`, at most 255.
  public var compatibleSetIndications: [UInt8] = []

  /// Creates a box with no indications.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let count = try c.count("numCompatibleSets", compatibleSetIndications.count, bits: 8)
    try c.bytes("CompatibleSetIndication", &compatibleSetIndications, count: count)
  }
}
