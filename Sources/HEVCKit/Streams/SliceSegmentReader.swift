import BitstreamKit
import NALKit

/// Reads the whole header of a slice segment, byte_alignment( ) included. `PictureParser` reads the beginning alone.
package struct SliceSegmentReader: Sendable {
  /// Headers are nearly always shorter than this number of bytes.
  private static let usualLength = 64
  /// The number of bytes of a unit that are read: headers with many entry points are long.
  static let limit = 4096

  /// The header that was read last, as far as it could be read.
  package private(set) var segment = SliceSegmentHeader()
  /// The number of bytes of unit header and slice segment header, without emulation prevention; nil if they could not be read.
  package private(set) var byteCount: Int?
  private var rbsp: [UInt8] = []
  /// What is wrong with it.
  private var faults: [SyntaxError] = []

  package init() {}

  /// Reads a slice segment.
  /// - Parameters:
  ///   - range: the unit, or its beginning.
  ///   - isUnit: whether that is the whole unit: a missing byte is a fault then.
  /// - Returns: what contradicts the specification. Bits are counted from the unit's first bit without emulation prevention.
  package mutating func read(_ bytes: [UInt8], _ range: Range<Int>, isUnit: Bool, _ sets: ParameterSets) -> [SyntaxError] {
    let head = range.prefix(Self.usualLength)
    var isTruncated = attempt(bytes, head, sets)
    if isTruncated, head.count < range.count { isTruncated = attempt(bytes, range.prefix(Self.limit), sets) }
    if isTruncated, !isUnit || range.count > Self.limit { faults.removeAll { $0.isTruncation } }
    return faults
  }

  /// - Returns: whether the header or the slice segment data is not in `range`, which is the last fault then.
  private mutating func attempt(_ bytes: [UInt8], _ range: Range<Int>, _ sets: ParameterSets) -> Bool {
    (segment, byteCount) = (SliceSegmentHeader(), nil)
    faults.removeAll(keepingCapacity: true)
    var (reader, bitsBefore) = EmulationPrevention.reader(of: bytes, range, &rbsp)
    do {
      var header = NALUnitHeader()
      try reader.nested(&header)
      try segment.start(&reader, header)
      let found = sets.sliceContext(picParameterSetId: segment.slicePicParameterSetId, layer: header.nuhLayerId)
      guard let context = found else { return false }
      try segment.beforeEntryPoints(&reader, header, context)
      try segment.behindEntryPoints(&reader, header, context)
      byteCount = (reader.bitPosition - bitsBefore) / 8
    } catch {
      add(reader.findings, bitsBefore)
      add([error], bitsBefore)
      return error.isTruncation
    }
    add(reader.findings, bitsBefore)
    if reader.bitsLeft > 0 { return false }
    faults.append(Self.noData(needed: 8, left: 0, after: byteCount ?? 0))
    return true
  }

  private mutating func add(_ errors: [SyntaxError], _ bitsBefore: Int) {
    for error in errors {
      let bit = error.bitOffset.map { $0 - bitsBefore }
      let path = [SliceSegmentHeader.structureName.description] + error.path
      faults.append(SyntaxError(error.reason, element: error.element, bitOffset: bit, path: path))
    }
  }

  /// The fault of a unit that ends before its data, or in it.
  /// - Parameter byteCount: the number of bytes before the data.
  static func noData(needed: Int, left: Int, after byteCount: Int) -> SyntaxError {
    SyntaxError(
      .truncated(needed: needed, left: left), element: "slice_segment_data", bitOffset: byteCount * 8,
      path: [SliceSegmentLayer.structureName.description])
  }
}
