import BitstreamKit

/// The views that a sub-track has.
///
/// ISO/IEC 14496-15:2022, `MVCSubTrackViewBox`. In `strd`.
public struct MVCSubTrackViewBox: TypedBox {
  public static let structureName: StaticString = "MVCSubTrackViewBox"
  public static var boxType: FourCC { "mstv" }

  /// A view and its temporal layer.
  public struct Item: Equatable, Sendable {
    /// The view.
    public var viewId: UInt16 = 0
    /// The temporal layer.
    public var temporalId: UInt8 = 0
    /// 0.
    public var reserved: UInt8 = 0

    /// Nothing said as yet.
    public init() {}
  }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Views.
  public var items: [Item] = []

  /// No views.
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
