import BitstreamKit

/// How much each sample matters.
///
/// ISO/IEC 14496-12:2022, 8.5.3 `DegradationPriorityBox`.
public struct DegradationPriorityBox: TypedBox {
  public static let structureName: StaticString = "DegradationPriorityBox"
  public static var boxType: FourCC { "stdp" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Of each sample, as the coding says.
  public var priorities = PackedTable<UInt16>()

  /// No samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.tableToEnd("priority", &priorities)
  }
}
