import BitstreamKit

/// Sibling boxes that a reader must support in order to display the picture.
///
/// Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, `RequiredBoxTypesBox`.
public struct RequiredBoxTypesBox: TypedBox {
  public static let structureName: StaticString = "RequiredBoxTypesBox"
  public static var boxType: FourCC { "must" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Box types.
  public var requiredBoxTypes: [FourCC] = []

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.listToEnd(&requiredBoxTypes, FourCC(rawValue: 0)) { (c, v, i) throws(SyntaxError) in
      try c.fourCC("required_box_types", &v, at: i)
    }
  }
}
