/// The sizes of the units of access units: pictures are passed on after units of the next one.
struct UnitSizes {
  private var units: [(offset: UInt64, bytes: UInt64, isVCL: Bool)] = []
  private static let limit = 1 << 14

  /// Notes a unit.
  mutating func note(_ offset: UInt64, _ bytes: UInt64, isVCL: Bool) {
    if units.count == Self.limit { units.removeFirst(Self.limit / 2) }
    units.append((offset, bytes, isVCL))
  }

  /// Takes away the units in a range. Returns the bytes of the coded slices and filler data, and those of all units with the shortest start
  /// codes.
  mutating func take(_ offset: UInt64, _ size: UInt64) -> (vcl: UInt64, all: UInt64) {
    var (vcl, all): (UInt64, UInt64) = (0, 0)
    units.removeAll { unit in
      guard unit.offset >= offset, unit.offset - offset < size else { return unit.offset < offset }
      if unit.isVCL { vcl &+= unit.bytes }
      all &+= unit.bytes &+ 3
      return true
    }
    return (vcl, all)
  }
}
