import BitstreamKit

/// Reference picture constraints of an image sequence.
///
/// ISO/IEC 23008-12:2022, 7.2.3 `CodingConstraintsBox`.
public struct CodingConstraintsBox: TypedBox {
  public static let structureName: StaticString = "CodingConstraintsBox"
  public static var boxType: FourCC { "ccst" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Whether all reference pictures are intra pictures.
  public var allRefPicsIntra = false
  /// Whether intra pictures use intra prediction.
  public var intraPredUsed = true
  /// Maximum number of reference pictures per picture; 15 for any number.
  public var maxRefPerPic: UInt8 = 15
  /// Reserved: 0.
  public var reserved: UInt32 = 0

  /// Creates a box with no constraints.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.flag("all_ref_pics_intra", &allRefPicsIntra)
    try c.flag("intra_pred_used", &intraPredUsed)
    try c.u("max_ref_per_pic", &maxRefPerPic, bits: 4)
    try c.u("reserved", &reserved, bits: 26)
  }
}
