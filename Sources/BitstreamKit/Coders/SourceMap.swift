/// Where the bytes of a structure stand in the file: behind an offset, with the emulation prevention bytes that were taken out
/// put back into the count.
public struct SourceMap: Sendable, Equatable {
  /// Where the unit's first byte stands in the file; nil where nobody knows.
  public var fileOffset: UInt64?
  /// For each byte that was taken out, the index of the byte behind it in what is left. Ascending.
  public internal(set) var removed: [Int]

  /// A map of bytes that stand in the file as they are.
  @inlinable public init(fileOffset: UInt64?) {
    self.init(fileOffset: fileOffset, removed: [])
  }

  @usableFromInline init(fileOffset: UInt64?, removed: [Int]) {
    self.fileOffset = fileOffset
    self.removed = removed
  }

  /// Where byte `index` of the structure stood in the unit as coded.
  public func codedIndex(of index: Int) -> Int {
    var low = 0
    var high = removed.count
    while low < high {
      let middle = (low + high) / 2
      if removed[middle] <= index { low = middle + 1 } else { high = middle }
    }
    return index + low
  }

  /// Where byte `index` of the structure stands in the file.
  public func fileByte(of index: Int) -> UInt64? {
    guard let fileOffset, index >= 0 else { return nil }
    let (place, overflow) = fileOffset.addingReportingOverflow(UInt64(codedIndex(of: index)))
    return overflow ? nil : place
  }
}
