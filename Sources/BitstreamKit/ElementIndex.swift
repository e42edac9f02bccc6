/// The indices of an element after its first, as the one number that a `SyntaxCoder` passes on: −1 for none, the index itself for one
/// of them, and a number below −1 that packs two to four of them.
public enum ElementIndex {
  /// Packs two to four indices. Each is cut to its share of 28 bits: 14, 9 or 7 bits.
  public static func packing(_ second: Int, _ third: Int, _ fourth: Int = -1, _ fifth: Int = -1) -> Int {
    let indices = [second, third, fourth, fifth].filter { $0 >= 0 }
    guard (2...4).contains(indices.count) else { return indices.first ?? -1 }
    let bits = 28 / indices.count
    var packed = 0
    for index in indices { packed = packed << bits | index & (1 << bits - 1) }
    return -2 - (packed | (indices.count - 1) << 28)
  }

  /// The indices that `packing` took, or the one index that is not packed; none for −1.
  public static func unpacking(_ value: Int) -> [Int] {
    if value >= -1 { return value < 0 ? [] : [value] }
    var packed = -2 - value
    let count = packed >> 28 + 1
    guard (2...4).contains(count) else { return [] }
    let bits = 28 / count
    var indices: [Int] = []
    for _ in 0..<count {
      indices.insert(packed & (1 << bits - 1), at: 0)
      packed >>= bits
    }
    return indices
  }
}
