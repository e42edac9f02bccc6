/// Metadata in order of first appearance; a repeated key keeps its place and takes the last value.
struct ProbeTagList {
  private(set) var all: [ProbeTag] = []
  /// A hash table with linear probing: 1 + an index of `all`, or 0 for a free slot. A dictionary would hold each key a second time and,
  /// while it grows, a third time.
  private var slots: [UInt32] = []

  /// Sets the value of a key.
  mutating func set(_ key: String, _ value: String) {
    if all.count >= slots.count / 2 { grow() }
    let slot = slot(of: key)
    if slots[slot] > 0 {
      all[Int(slots[slot]) - 1].value = value
    } else {
      all.append((key, value))
      slots[slot] = UInt32(truncatingIfNeeded: all.count)
    }
  }

  /// The slot of a key, or the free one that it gets.
  private func slot(of key: String) -> Int {
    let mask = slots.count - 1
    var slot = key.hashValue & mask
    while slots[slot] > 0, all[Int(slots[slot]) - 1].key != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: max(16, slots.count * 2))
    for index in all.indices { slots[slot(of: all[index].key)] = UInt32(truncatingIfNeeded: index + 1) }
  }
}
