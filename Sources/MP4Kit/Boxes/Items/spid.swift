import BitstreamKit

/// The subpictures of VVC that a picture item has.
///
/// ISO/IEC 23008-12:2022, `VvcSubpicIDProperty`.
public struct VvcSubpicIDProperty: TypedBox {
  public static let structureName: StaticString = "VvcSubpicIDProperty"
  public static var boxType: FourCC { "spid" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The same as for a group of samples.
  public var sidInfo = VvcSubpicIDEntry()

  /// Nothing said as yet.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.nested(&sidInfo)
  }
}
