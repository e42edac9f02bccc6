import BitstreamKit

/// Boxes beside this one that a reader has to understand before it may show the picture.
///
/// Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, `RequiredBoxTypesBox`.
public struct RequiredBoxTypesBox: TypedBox {
  public static let structureName: StaticString = "RequiredBoxTypesBox"
  public static var boxType: FourCC { "must" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Types of boxes.
  public var requiredBoxTypes: [FourCC] = []

  /// No box.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.listToEnd(&requiredBoxTypes, FourCC(rawValue: 0)) { (c, v, i) throws(SyntaxError) in
      try c.fourCC("required_box_types", &v, at: i)
    }
  }
}
