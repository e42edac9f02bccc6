import BitstreamKit

/// A group of views for output; boxes that describe the group follow.
///
/// ISO/IEC 14496-15:2022, `MultiviewGroupBox`. In `mvci`.
public struct MultiviewGroupBox: TypedBox {
  public static let structureName: StaticString = "MultiviewGroupBox"
  public static var boxType: FourCC { "mvcg" }
  public static var holdsBoxes: Bool { true }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Group ID.
  public var multiviewGroupId: UInt32 = 0
  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Members of the group.
  public var entries: [Entry] = []

  /// Creates a box with no views.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("multiview_group_id", &multiviewGroupId, bits: 32)
    let count = try c.count("num_entries", entries.count, bits: 16)
    try c.u("reserved", &reserved, bits: 8)
    try c.list("entries", &entries, count: count, atLeast: 24, .track(0)) { (c, v, i) throws(SyntaxError) in try v.syntax(&c, at: i) }
  }

  /// A member of the group.
  public enum Entry: Equatable, Sendable {
    /// entry_type 0: all views of a track.
    case track(UInt32)
    /// entry_type 1: the views of a tier of a track.
    case tier(track: UInt32, tier: UInt16)
    /// entry_type 2: one output view, with the preceding reserved bits.
    case view(reserved: UInt8, id: UInt16)
    /// entry_type 3: a range of views, with the preceding reserved bits.
    case views(reserved: UInt8, first: UInt16, count: UInt16)

    private var type: UInt8 {
      switch self {
      case .track: 0
      case .tier: 1
      case .view: 2
      case .views: 3
      }
    }

    mutating func syntax(_ c: inout SyntaxCoder, at index: Int) throws(SyntaxError) {
      var type = type
      try c.u("entry_type", &type, bits: 8, in: 0...3, sizing: true, at: index, -1)
      var (track, tier): (UInt32, UInt16) = (0, 0)
      var (reserved, view, count): (UInt8, UInt16, UInt16) = (0, 0, 0)
      switch self {
      case .track(let held): track = held
      case .tier(let heldTrack, let heldTier): (track, tier) = (heldTrack, heldTier)
      case .view(let heldReserved, let held): (reserved, view) = (heldReserved, held)
      case .views(let heldReserved, let first, let held): (reserved, view, count) = (heldReserved, first, held)
      }
      switch type {
      case 0:
        try c.u("track_id", &track, bits: 32, at: index)
        self = .track(track)
      case 1:
        try c.u("track_id", &track, bits: 32, at: index)
        try c.u("tier_id", &tier, bits: 16, at: index)
        self = .tier(track: track, tier: tier)
      case 2:
        try c.u("reserved1", &reserved, bits: 6, at: index)
        try c.u("output_view_id", &view, bits: 10, at: index)
        self = .view(reserved: reserved, id: view)
      default:
        try c.u("reserved2", &reserved, bits: 6, at: index)
        try c.u("start_view_id", &view, bits: 10, at: index)
        try c.u("view_count", &count, bits: 16, at: index)
        self = .views(reserved: reserved, first: view, count: count)
      }
    }
  }
}
