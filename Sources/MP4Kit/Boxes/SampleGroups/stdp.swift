import BitstreamKit

/// Degradation priority of each sample.
///
/// ISO/IEC 14496-12:2022, 8.5.3 `DegradationPriorityBox`.
public struct DegradationPriorityBox: TypedBox {
  public static let structureName: StaticString = "DegradationPriorityBox"
  public static var boxType: FourCC { "stdp" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Priorities; their meaning depends on the codec.
  public var priorities = PackedTable<UInt16>()

  /// Creates a box with no samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.tableToEnd("priority", &priorities)
  }
}
