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
    var header = NALUnitHeader()
    do {
      try reader.nested(&header)
      try slice.start(&reader)
      guard let context = sets.sliceContext(header, picParameterSetId: slice.picParameterSetId) else { return false }
      try slice.body(&reader, header: header, context: context, idrPicFlag: sets.primaryIdrPicFlag)
      isWhole = true
      add(reader.findings, bitsBefore, in: SliceHeader.structureName)
      if let fault = slice.contradiction(context) { faults.append(fault) }
      if header.nalUnitType == 2 { return false }
      if context.entropyCodingModeFlag { try reader.align("cabac_alignment_one_bit", with: 1) }
      if reader.bitsLeft > 0 { return false }
      let missing = SyntaxError(.truncated(needed: 1, left: 0), element: "slice_data", bitOffset: reader.bitPosition)
      add([missing], bitsBefore, in: SliceLayerWithoutPartitioning.structureName)
      return true
    } catch {
      // The bits that align slice data are in no structure within the unit.
      add((isWhole ? [] : reader.findings) + [error], bitsBefore, in: isWhole ? nil : SliceHeader.structureName)
      return error.isTruncation
    }
  }

  /// - Parameter structure: the structure that the elements are in; nil for those of the unit itself.
  private mutating func add(_ errors: [SyntaxError], _ bitsBefore: Int, in structure: StaticString?) {
    for error in errors {
      let path = (structure.map { [$0.description] } ?? []) + error.path
      let bit = error.bitOffset.map { $0 - bitsBefore }
      faults.append(SyntaxError(error.reason, element: error.element, bitOffset: bit, path: path))
    }
  }
}

extension SliceHeader {
  /// The finding for a header that contradicts its parameter sets or itself in what the ranges of single elements do not say (7.4.3,
  /// 7.4.3.1, 7.4.3.3); nil if it does not.
  func contradiction(_ context: SliceContext) -> SyntaxError? {
    let count = context.addressCount(isField: fieldPicFlag == true)
    if UInt64(firstMbInSlice) >= count {
      return fault("the slice begins at address \(firstMbInSlice) in a picture of \(count) addresses", "first_mb_in_slice")
    }
    if !isIntra {
      let l0 = Int(refIdxActive?.numRefIdxL0ActiveMinus1 ?? context.numRefIdxL0DefaultActiveMinus1) + 1
      let l1 = isB ? Int(refIdxActive?.numRefIdxL1ActiveMinus1 ?? context.numRefIdxL1DefaultActiveMinus1) + 1 : 0
      if refIdxActive == nil, fieldPicFlag != true, max(l0, l1) > 16 {
        return fault("the slice of a frame has \(max(l0, l1)) active references by default", "num_ref_idx_active_override_flag")
      }
      if let fault = modificationFault(refPicListModificationL0, l0) ?? modificationFault(refPicListModificationL1, l1) { return fault }
    }
    var seen: UInt8 = 0
    for operation in decRefPicMarking?.operations ?? [] {
      let code = operation.memoryManagementControlOperation
      // Operations 4 to 6 concern the picture, others one reference each.
      if code > 3, seen & 1 &<< code != 0 { return fault("operation \(code) twice", "memory_management_control_operation") }
      seen |= 1 &<< code
      if let count = operation.maxLongTermFrameIdxPlus1, count > context.maxNumRefFrames {
        return fault("\(count) long-term indices, max_num_ref_frames is \(context.maxNumRefFrames)", "max_long_term_frame_idx_plus1")
      }
    }
    return nil
  }

  private func modificationFault(_ steps: [RefPicListModification]?, _ limit: Int) -> SyntaxError? {
    guard let steps, steps.isEmpty || steps.count > limit else { return nil }
    return fault("\(steps.count) modifications of a list of \(limit)", "modification_of_pic_nums_idc")
  }

  private func fault(_ why: String, _ element: String) -> SyntaxError {
    SyntaxError(.malformed(why), element: element, path: [Self.structureName.description])
  }
}
