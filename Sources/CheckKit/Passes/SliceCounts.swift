import BitstreamKit

/// The numbers of slices of pictures, to find those that lack some: an encoder with a constant number of slices gives it to all pictures of a
/// kind. If any has more than is usual, the number varies.
struct SliceCounts {
  /// Pictures of a kind that have the same number of slices.
  struct Group: Equatable {
    /// The number of slices of each.
    var sliceCount: UInt32
    /// The number of pictures.
    var count: Int
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

  /// The groups of each kind.
  private var groups: [UInt16: [Group]] = [:]
  /// The most groups of a kind to keep: with more, the numbers vary.
  private static let maxGroups = 32
  /// The least number of pictures of a kind that show what is usual, and the share of them that must agree, in percent.
  private static let (minCount, minShare) = (24, 95)

  /// Takes a picture.
  /// - Parameter kind: its type and structure.
  mutating func add(_ kind: UInt16, sliceCount: UInt32, offset: UInt64, size: UInt64) {
    let place = groups[kind]?.firstIndex { $0.sliceCount == sliceCount }
    if let place {
      groups[kind]?[place].count += 1
    } else if groups[kind]?.count ?? 0 < Self.maxGroups {
      groups[kind, default: []].append(Group(sliceCount: sliceCount, count: 1, offset: offset, size: size))
    }
  }

  /// The pictures with fewer slices than all others of their kind, in file order.
  var lacking: [Group] {
    var found: [Group] = []
    for kind in groups.values where kind.count < Self.maxGroups {
      let total = kind.reduce(0) { $0 + $1.count }
      guard total >= Self.minCount, let usual = kind.max(by: { $0.sliceCount < $1.sliceCount }),
        usual.count * 100 >= total * Self.minShare
      else { continue }
      for var group in kind where group.sliceCount < usual.sliceCount {
        group.usualCount = usual.sliceCount
        found.append(group)
      }
    }
    return found.sorted { $0.offset < $1.offset }
  }
}
