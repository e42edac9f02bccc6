import BitstreamKit

/// The numbers of slices of pictures, to find those that lack some: an encoder with a constant number of slices gives it to all pictures of a
/// kind. If any has more than is usual, the number varies. If many pictures in a row have fewer, another encoder made them, as in joined
/// streams.
struct SliceCounts {
  /// Pictures of a kind that have the same number of slices.
  struct Group: Equatable {
    /// The number of slices of each.
    var sliceCount: UInt32
    /// The number of pictures.
    var count = 0
    /// The numbers of the first and the last, in decoding order.
    var extent: ClosedRange<Int>
    /// The number of pictures without one of another group of the kind in between: up to the last one, and the most.
    var run = 0
    var longestRun = 0
    /// The place of the first.
    var offset: UInt64
    var size: UInt64
    /// The number of slices that the others of the kind have.
    var usualCount: UInt32 = 0

    /// What the pictures lack, in words.
    /// - Parameter noun: what is counted.
    func words(of noun: String) -> String {
      "\(counted(count, "picture has", "pictures have")) \(counted(Int(sliceCount), noun)), and the others of the type \(usualCount)"
    }
  }

  /// The groups of a kind.
  private struct Kind {
    var groups: [Group] = []
    /// The group of the picture before.
    var last: Int?

    mutating func add(_ sliceCount: UInt32, number: Int, offset: UInt64, size: UInt64) {
      var place = groups.firstIndex { $0.sliceCount == sliceCount }
      if place == nil, groups.count < SliceCounts.maxGroups {
        place = groups.count
        groups.append(Group(sliceCount: sliceCount, extent: number...number, offset: offset, size: size))
      }
      if let place {
        groups[place].count += 1
        groups[place].extent = groups[place].extent.lowerBound...number
        groups[place].run = place == last ? groups[place].run + 1 : 1
        groups[place].longestRun = max(groups[place].longestRun, groups[place].run)
      }
      last = place
    }
  }

  private var kinds: [UInt16: Kind] = [:]
  /// The number of pictures taken.
  private var count = 0
  /// The most groups of a kind to keep: with more, the numbers vary.
  private static let maxGroups = 32
  /// The least number of pictures of a kind that show what is usual, and the share of them that must agree, in percent.
  private static let (minCount, minShare) = (24, 95)
  /// The least number of pictures in a row that are no loss, and the distance from them of pictures of another kind that belong to them.
  private static let (minRun, maxDistance) = (12, 12)

  /// Takes a picture.
  /// - Parameter kind: its type and structure.
  mutating func add(_ kind: UInt16, sliceCount: UInt32, offset: UInt64, size: UInt64) {
    kinds[kind, default: Kind()].add(sliceCount, number: count, offset: offset, size: size)
    count += 1
  }

  /// The pictures with fewer slices than all others of their kind, in file order.
  var lacking: [Group] {
    var fewer: [Group] = []
    for kind in kinds.values where kind.groups.count < Self.maxGroups {
      let total = kind.groups.reduce(0) { $0 + $1.count }
      guard total >= Self.minCount, let usual = kind.groups.max(by: { $0.sliceCount < $1.sliceCount }),
        usual.count * 100 >= total * Self.minShare
      else { continue }
      for var group in kind.groups where group.sliceCount < usual.sliceCount {
        group.usualCount = usual.sliceCount
        fewer.append(group)
      }
    }
    let parts = fewer.filter { $0.longestRun >= Self.minRun }.map {
      $0.extent.lowerBound - Self.maxDistance...$0.extent.upperBound + Self.maxDistance
    }
    return fewer.filter { group in !parts.contains { $0.contains(group.extent) } }.ordered { $0.offset < $1.offset }
  }
}
