import BitstreamKit

/// Access unit delimiter: starts an access unit and gives the slice types its primary picture may contain.
///
/// ITU-T H.264 (08/2021) 7.3.2.4 `access_unit_delimiter_rbsp( )`, without its trailing bits.
public struct AccessUnitDelimiter: Syntax {
  public static let structureName: StaticString = "access_unit_delimiter_rbsp"

  /// 0 to 7 (Table 7-5).
  public var primaryPicType: UInt8 = 0

  /// Creates a delimiter that allows I slices only.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("primary_pic_type", &primaryPicType, bits: 3)
  }
}
