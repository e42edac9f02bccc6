/// Maps bytes of a structure to file offsets, accounting for removed emulation prevention bytes.
public struct SourceMap: Sendable, Equatable {
  /// The file offset of the unit's first byte; nil if unknown.
  public var fileOffset: UInt64?
  /// For each removed byte, the index of the following byte in the remaining bytes. Ascending. Every third byte can be one: 32 bits each
  /// keep the map of a hostile unit small.
  public internal(set) var removed: [UInt32]

  /// Creates a map of bytes that are contiguous in the file.
  @inlinable public init(fileOffset: UInt64?) {
    self.init(fileOffset: fileOffset, removed: [])
  }

  /// Creates the map of a structure from which bytes were removed.
  /// - Parameters:
  ///   - fileOffset: the file offset of the first byte; nil if unknown.
  ///   - removed: for each removed byte, the index of the following byte in the remaining bytes; ascending. Bytes removed after the first
  ///     4 GiB are left out, so that places after them are too low by their number.
  public init(fileOffset: UInt64?, removed: [UInt32]) {
    self.fileOffset = fileOffset
    self.removed = removed
  }

  /// Returns the index in the coded unit of byte `index` of the structure.
  public func codedIndex(of index: Int) -> Int {
    var low = 0
    var high = removed.count
    while low < high {
      let middle = (low + high) / 2
      if Int(removed[middle]) <= index { low = middle + 1 } else { high = middle }
    }
    return index + low
  }

  /// Returns the file offset of byte `index` of the structure.
  public func fileByte(of index: Int) -> UInt64? {
    guard let fileOffset, index >= 0 else { return nil }
    let (place, overflow) = fileOffset.addingReportingOverflow(UInt64(codedIndex(of: index)))
    return overflow ? nil : place
  }
}
