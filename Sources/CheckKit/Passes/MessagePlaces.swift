/// The places of SEI units with messages of some types: pictures are passed on after units of the next one.
struct MessagePlaces {
  private var offsets: [UInt64] = []
  /// The most units to keep.
  private static let maxCount = 64

  /// Takes the offset of a unit.
  mutating func note(_ offset: UInt64) {
    if offsets.count == Self.maxCount { offsets.removeFirst() }
    offsets.append(offset)
  }

  /// Whether a picture has such a unit. Drops those up to its end.
  mutating func take(_ offset: UInt64, _ size: UInt64) -> Bool {
    if offsets.isEmpty { return false }
    let end = offset &+ size
    defer { offsets.removeAll { $0 < end } }
    return offsets.contains { $0 >= offset && $0 < end }
  }
}
