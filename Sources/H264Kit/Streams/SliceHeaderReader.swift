import BitstreamKit
import NALKit

/// Reads the whole header of a slice, up to its slice data. `PictureParser` does so for the first slice of a picture alone.
package struct SliceHeaderReader: Sendable {
  /// Headers are nearly always shorter than this number of bytes.
  private static let usualLength = 64

  /// The header that was read last, as far as it could be read.
  package private(set) var slice = SliceHeader()
  /// Whether all of its elements were read.
  package private(set) var isWhole = false
  private var rbsp: [UInt8] = []
  /// What is wrong with it.
  private var faults: [SyntaxError] = []

  package init() {}

  /// Reads a slice, or its data partition A.
  /// - Parameters:
  ///   - range: the unit, or its beginning.
  ///   - isUnit: whether that is the whole unit: a missing byte is a fault then.
  /// - Returns: what contradicts the specification. Bits are counted from the unit's first bit without emulation prevention.
  package mutating func read(_ bytes: [UInt8], _ range: Range<Int>, isUnit: Bool, _ sets: ParameterSets) -> [SyntaxError] {
    let head = range.prefix(Self.usualLength)
    var isTruncated = attempt(bytes, head, sets)
    if isTruncated, head.count < range.count { isTruncated = attempt(bytes, range.prefix(PictureParser.prefixLength), sets) }
    if isTruncated, !isUnit || range.count > PictureParser.prefixLength { faults.removeAll { $0.isTruncation } }
    return faults
  }

  /// - Returns: whether the header or the slice data is not in `range`, which is the last fault then.
  private mutating func attempt(_ bytes: [UInt8], _ range: Range<Int>, _ sets: ParameterSets) -> Bool {
    (slice, isWhole) = (SliceHeader(), false)
    faults.removeAll(keepingCapacity: true)
    var (reader, bitsBefore) = EmulationPrevention.reader(of: bytes, range, &rbsp)
    do {
      var header = NALUnitHeader()
      try reader.nested(&header)
      try slice.start(&reader)
      guard let context = sets.sliceContext(header, picParameterSetId: slice.picParameterSetId) else { return false }
      try slice.body(&reader, header: header, context: context, idrPicFlag: sets.primaryIdrPicFlag)
      isWhole = true
      for finding in reader.findings { add(finding, bitsBefore) }
      if let beyond = slice.beyondPicture(context) { faults.append(beyond) }
      if header.nalUnitType != 2 { try alignment(&reader, context, bitsBefore) }
    } catch {
      if !isWhole { for finding in reader.findings { add(finding, bitsBefore) } }
      add(error, bitsBefore)
      return error.isTruncation
    }
    return false
  }

  /// Reads the bits between the header and slice data that CABAC codes, of which there is at least one.
  private mutating func alignment(_ reader: inout BitReader, _ context: SliceContext, _ bitsBefore: Int) throws(SyntaxError) {
    let found = reader.findings.count
    if context.entropyCodingModeFlag { try reader.align("cabac_alignment_one_bit", with: 1) }
    // One of up to seven bits is enough to say that they are wrong.
    if reader.findings.count > found { add(reader.findings[found], bitsBefore) }
    if reader.bitsLeft == 0 { throw SyntaxError(.truncated(needed: 1, left: 0), element: "slice_data", bitOffset: reader.bitPosition) }
  }

  private mutating func add(_ error: SyntaxError, _ bitsBefore: Int) {
    let isData = error.element == "slice_data"
    let structure = isData ? SliceLayerWithoutPartitioning.structureName : SliceHeader.structureName
    let bit = error.bitOffset.map { $0 - bitsBefore }
    // The bits after the header are in no structure within the unit.
    let path = isWhole && error.element == "cabac_alignment_one_bit" ? [] : [structure.description] + error.path
    faults.append(SyntaxError(error.reason, element: error.element, bitOffset: bit, path: path))
  }
}

extension SliceHeader {
  /// The finding for a slice that begins after the last macroblock of the picture (7.4.3, first_mb_in_slice); nil if it does not.
  func beyondPicture(_ context: SliceContext) -> SyntaxError? {
    let count = context.addressCount(isField: fieldPicFlag == true)
    if UInt64(firstMbInSlice) < count { return nil }
    return SyntaxError(
      .malformed("the slice begins at address \(firstMbInSlice) in a picture of \(count) addresses"), element: "first_mb_in_slice",
      path: [Self.structureName.description])
  }
}
