import BitstreamKit

/// The order of the subpictures of VVC that a picture item is made of.
///
/// ISO/IEC 23008-12:2022, `VvcSubpicOrderProperty`.
public struct VvcSubpicOrderProperty: TypedBox {
  public static let structureName: StaticString = "VvcSubpicOrderProperty"
  public static var boxType: FourCC { "spor" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The same as for a group of samples.
  public var sorInfo = VvcSubpicOrderEntry()

  /// Nothing said as yet.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.nested(&sorInfo)
  }
}
