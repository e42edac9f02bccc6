import BitstreamKit

/// Which pictures of a sequence of images refer to which.
///
/// ISO/IEC 23008-12:2022, 7.2.3 `CodingConstraintsBox`.
public struct CodingConstraintsBox: TypedBox {
  public static let structureName: StaticString = "CodingConstraintsBox"
  public static var boxType: FourCC { "ccst" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Whether pictures refer to pictures alone that refer to none.
  public var allRefPicsIntra = false
  /// Whether pictures that refer to none are predicted from themselves.
  public var intraPredUsed = true
  /// How many pictures one may refer to; 15 for any number.
  public var maxRefPerPic: UInt8 = 15
  /// 0.
  public var reserved: UInt32 = 0

  /// No constraint.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.flag("all_ref_pics_intra", &allRefPicsIntra)
    try c.flag("intra_pred_used", &intraPredUsed)
    try c.u("max_ref_per_pic", &maxRefPerPic, bits: 4)
    try c.u("reserved", &reserved, bits: 26)
  }
}
