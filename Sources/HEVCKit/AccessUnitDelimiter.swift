import BitstreamKit

/// Access unit delimiter: starts an access unit and gives the slice types its pictures may contain.
///
/// ITU-T H.265 (08/2021) 7.3.2.5 `access_unit_delimiter_rbsp( )`, semantics 7.4.3.5.
public struct AccessUnitDelimiter: Syntax {
  public static let structureName: StaticString = "access_unit_delimiter_rbsp"

  /// 0 I, 1 P and I, 2 B, P and I.
  public var picType: UInt8 = 0
  /// Surplus bytes after the trailing bits.
  public var trailing: [UInt8] = []

  /// Creates a delimiter that allows I slices only.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("pic_type", &picType, bits: 3, in: 0...2)
    try c.rbspTrailingBits(&trailing)
  }
}
