import BitstreamKit

/// Colour information of a picture.
///
/// ISO/IEC 14496-12:2022, 12.1.5 `ColourInformationBox`; QuickTime's `nclc`, which has no range flag.
public struct ColourInformationBox: TypedBox {
  public static let structureName: StaticString = "ColourInformationBox"
  public static var boxType: FourCC { "colr" }

  /// Code points of ITU-T H.273.
  public struct CodePoints: Equatable, Sendable {
    /// Colour primaries, e.g. 1 BT.709, 9 BT.2020.
    public var colourPrimaries: UInt16 = 2
    /// Transfer characteristics, e.g. 1 BT.709, 16 PQ, 18 HLG.
    public var transferCharacteristics: UInt16 = 2
    /// Matrix coefficients, e.g. 1 BT.709, 9 BT.2020.
    public var matrixCoefficients: UInt16 = 2
  }

  /// Range flag added by `nclx`.
  public struct Range: Equatable, Sendable {
    /// Whether samples use the full range.
    public var fullRangeFlag = false
    /// Reserved: 0.
    public var reserved: UInt8 = 0
  }

  /// Colour type: `nclx`, `nclc`, `rICC` or `prof`.
  public var colourType: FourCC = "nclx"
  /// Present for `nclx` and `nclc`.
  public var codePoints: CodePoints?
  /// Present for `nclx`.
  public var range: Range?
  /// ICC profile for `rICC` and `prof`; raw bytes for any other type.
  public var profile: [UInt8] = []

  /// Creates a box with default values (unspecified colours).
  public init() {
    codePoints = CodePoints()
    range = Range()
  }

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fourCC("colour_type", &colourType)
    let isCoded = colourType == "nclx" || colourType == "nclc"
    try c.when(isCoded, &codePoints, CodePoints()) { (c, v) throws(SyntaxError) in
      try c.u("colour_primaries", &v.colourPrimaries, bits: 16)
      try c.u("transfer_characteristics", &v.transferCharacteristics, bits: 16)
      try c.u("matrix_coefficients", &v.matrixCoefficients, bits: 16)
    }
    try c.when(colourType == "nclx", &range, Range()) { (c, v) throws(SyntaxError) in
      try c.flag("full_range_flag", &v.fullRangeFlag)
      try c.u("reserved", &v.reserved, bits: 7)
    }
    if isCoded { try c.bytes("ICC_profile", &profile, count: 0) } else { try c.restBytes("ICC_profile", &profile) }
  }
}
