import BitstreamKit

/// Views in a sub-track.
///
/// ISO/IEC 14496-15:2022, `MVCSubTrackViewBox`. In `strd`.
public struct MVCSubTrackViewBox: TypedBox {
  public static let structureName: StaticString = "MVCSubTrackViewBox"
  public static var boxType: FourCC { "mstv" }

  /// A view and temporal layer.
  public struct Item: Equatable, Sendable {
    /// View ID.
    public var viewId: UInt16 = 0
    /// Temporal layer.
    public var temporalId: UInt8 = 0
    /// Reserved: 0.
    public var reserved: UInt8 = 0

    /// Creates an instance with default values.
    public init() {}
  }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Views of the sub-track.
  public var items: [Item] = []

  /// Creates a box with no views.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let itemCount = try c.count("item_count", items.count, bits: 16)
    try c.list("item", &items, count: itemCount, atLeast: 16, Item()) { (c, v, i) throws(SyntaxError) in
      try c.u("view_id", &v.viewId, bits: 10, at: i)
      try c.u("temporal_id", &v.temporalId, bits: 4, at: i)
      try c.u("reserved", &v.reserved, bits: 2, at: i)
    }
  }
}
