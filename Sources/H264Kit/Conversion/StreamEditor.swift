import BitstreamKit
import NALKit

/// Edits parameter sets in a stream of NAL units, and slice headers or timing messages where an edit changes their coding.
///
/// Pass the units for which `wants(_:)` is true, in stream order. Unaffected units keep their bytes.
public struct StreamEditor: Sendable {
  private var list: EditList
  /// The reasons why the last unit, a parameter set, could not be parsed and stays unchanged.
  public private(set) var findings: [SyntaxError] = []
  /// The parameter sets before the edits.
  private var before = ParameterSets()
  /// The parameter sets after the edits.
  private var after = ParameterSets()
  /// Whether the edits change the coding of slice headers, and of timing messages.
  private var changesSlices = false
  private var changesTiming = false

  /// Creates an editor at the beginning of a stream.
  public init(_ edits: [StreamEdit]) {
    list = EditList(edits)
  }

  /// The edits to apply.
  public var edits: [StreamEdit] { list.edits }
  /// For each edit, whether a set contained the edited element.
  public var isApplied: [Bool] { list.isApplied }

  /// Whether a unit with this first byte must be passed to `rewrite`.
  public func wants(_ firstByte: UInt8) -> Bool {
    switch firstByte & 31 {
    case 7, 8, 15: true
    case 1...5, 19...21: changesSlices || changesTiming
    case 6: changesTiming
    default: false
    }
  }

  /// Returns the unit's new bytes: nil if it stays unchanged, none if it is to be left out, as timing messages are whose parameters the edits
  /// remove.
  /// - Parameter offset: the unit's file offset, for errors.
  /// - Throws: if an edit is out of range, would change decoded pictures, or cannot be expressed in slice headers.
  public mutating func rewrite(_ unit: [UInt8], at offset: UInt64) throws(SyntaxError) -> [UInt8]? {
    var passed: [SyntaxError] = []
    guard let old = read(unit, at: offset, &passed) else { return nil }
    findings = []
    defer { before.update(with: old) }
    var new = old
    switch old.payload {
    case .seqParameterSet(var set):
      let oldSet = set
      try apply(to: &set)
      new.payload = .seqParameterSet(set)
      try checkSequence(oldSet, set)
    case .subsetSeqParameterSet(var set):
      let oldSet = set.seqParameterSetData
      try apply(to: &set.seqParameterSetData)
      set.seqParameterSetData.keepProfile(of: oldSet)
      new.payload = .subsetSeqParameterSet(set)
      try checkSequence(oldSet, set.seqParameterSetData)
    case .picParameterSet(var set):
      let oldSet = set
      try apply(to: &set)
      new.payload = .picParameterSet(set)
      try checkPicture(oldSet, set)
    case .slice, .partitionA, .partitionBC:
      if changesSlices { try adaptSlice(&new, from: old, at: offset) }
    case .sei(var information):
      if changesTiming {
        after.update(with: old)
        information.messages.removeAll { [before, after] in !after.allow($0) && before.allow($0) }
        if information.messages.isEmpty { return [] }
        try adaptTiming(&new, information, at: offset)
      }
    case .other where (1...5).contains(old.header.nalUnitType) || (19...21).contains(old.header.nalUnitType):
      if changesSlices {
        throw SyntaxError(
          .unsupported("cannot rewrite a slice that could not be parsed"), element: "nal_unit", byteOffset: offset)
      }
    case .other where [7, 8, 15].contains(old.header.nalUnitType): findings = passed
    default: break
    }
    after.update(with: new)
    if new == old, !isRecoded(old) { return nil }
    let bytes = try new.encoded(sets: after)
    // The same elements can have other widths in the new sets.
    let unchanged = new == old ? try old.encoded(sets: before) : unit
    return bytes == unchanged ? nil : bytes
  }
}

// MARK: - Parameter sets

extension StreamEditor {
  /// Parses a unit. A set in which nothing is wrong but surplus bits at its end is read: its new bytes do not have them.
  private func read(_ unit: [UInt8], at offset: UInt64, _ passed: inout [SyntaxError]) -> NALUnit? {
    let strict = try? NALUnit(parsing: unit, sets: before, fileOffset: offset, findings: &passed)
    guard case .other? = strict?.payload, passed.last?.element == "rbsp_stop_one_bit" else { return strict }
    var found: [SyntaxError] = []
    let lenient = try? NALUnit(parsing: unit, sets: before, policy: .lenient, fileOffset: offset, findings: &found)
    guard let lenient, found.count == 1, found[0].element == "rbsp_stop_one_bit" else { return strict }
    passed = []
    return lenient
  }

  /// Whether the edits can change the coding of a unit with the same elements.
  private func isRecoded(_ unit: NALUnit) -> Bool {
    if case .sei = unit.payload { return changesTiming }
    return changesSlices
  }

  private mutating func apply(to set: inout SeqParameterSet) throws(SyntaxError) {
    try list.apply(to: &set)
    try list.applyElements(.sequence, to: &set) { (c, set) throws(SyntaxError) in try c.nested(&set) }
  }

  private mutating func apply(to set: inout PicParameterSet) throws(SyntaxError) {
    let format = before.chromaFormatIdc(set.seqParameterSetId)
    try list.applyElements(.picture, to: &set) { (c, set) throws(SyntaxError) in
      try c.structure(PicParameterSet.structureName, &set) { (c, set) throws(SyntaxError) in try set.syntax(&c, chromaFormatIdc: format) }
    }
  }

  private mutating func checkSequence(_ old: SeqParameterSet, _ new: SeqParameterSet) throws(SyntaxError) {
    if old == new { return }
    if old.decodingPart != new.decodingPart {
      throw list.refusal("sequence parameter set \(old.seqParameterSetId)", .sequence)
    }
    if old.croppedSize != nil, new.croppedSize == nil { throw CropEdges.nothingLeft(of: new.codedSize) }
    if old.timingPart != new.timingPart { changesTiming = true }
  }

  private mutating func checkPicture(_ old: PicParameterSet, _ new: PicParameterSet) throws(SyntaxError) {
    if old == new { return }
    if old.decodingPart != new.decodingPart { throw list.refusal("picture parameter set \(old.picParameterSetId)", .picture) }
    changesSlices = true
  }
}

extension SeqParameterSet {
  /// Takes profile and level of another set: those of further views and layers are not those of the base, which edits name.
  fileprivate mutating func keepProfile(of other: SeqParameterSet) {
    (profileIdc, levelIdc, reservedZero2bits) = (other.profileIdc, other.levelIdc, other.reservedZero2bits)
    (constraintSet0Flag, constraintSet1Flag, constraintSet2Flag) =
      (other.constraintSet0Flag, other.constraintSet1Flag, other.constraintSet2Flag)
    (constraintSet3Flag, constraintSet4Flag, constraintSet5Flag) =
      (other.constraintSet3Flag, other.constraintSet4Flag, other.constraintSet5Flag)
  }

  /// A copy with everything reset that does not affect picture decoding.
  var decodingPart: SeqParameterSet {
    var part = self
    part.profileIdc = 100
    (part.constraintSet0Flag, part.constraintSet1Flag, part.constraintSet2Flag) = (false, false, false)
    (part.constraintSet3Flag, part.constraintSet4Flag, part.constraintSet5Flag) = (false, false, false)
    part.reservedZero2bits = 0
    part.levelIdc = 0
    part.sampleFormat = sampleFormat ?? SampleFormat()
    part.frameCropping = nil
    part.vuiParameters = nil
    return part
  }

  /// A VUI with only the elements that affect the coding of timing messages.
  var timingPart: VUIParameters {
    var part = VUIParameters()
    part.nalHrdParameters = vuiParameters?.nalHrdParameters
    part.vclHrdParameters = vuiParameters?.vclHrdParameters
    part.picStructPresentFlag = vuiParameters?.picStructPresentFlag ?? false
    return part
  }
}

extension PicParameterSet {
  /// A copy with everything reset that does not affect picture decoding or that slice headers can compensate.
  var decodingPart: PicParameterSet {
    var part = self
    part.bottomFieldPicOrderInFramePresentFlag = false
    (part.numRefIdxL0DefaultActiveMinus1, part.numRefIdxL1DefaultActiveMinus1) = (0, 0)
    (part.picInitQpMinus26, part.picInitQsMinus26) = (0, 0)
    part.deblockingFilterControlPresentFlag = false
    part.redundantPicCntPresentFlag = false
    return part
  }
}

// MARK: - Slices and messages

extension StreamEditor {
  private func adaptSlice(_ unit: inout NALUnit, from old: NALUnit, at offset: UInt64) throws(SyntaxError) {
    let (header, after) = (unit.header, after)
    do throws(SyntaxError) {
      switch unit.payload {
      case .slice(var slice):
        guard slice.unresolved == nil, let sets = sets(of: slice.sliceHeader, header) else {
          throw EditList.missingSets("pic_parameter_set_id")
        }
        if sets.from == sets.to { return }
        try slice.sliceHeader.adapt(header, from: sets.from, to: sets.to, sets.context, idrPicFlag: after.primaryIdrPicFlag)
        // CABAC slice data is byte-aligned wherever the header ends. CAVLC slice data follows the header and needs new trailing bits.
        if !sets.to.entropyCodingModeFlag { slice.sliceData = slice.sliceData.withoutLastZeros(atMost: 7) }
        unit.payload = .slice(slice)
      case .partitionA(var slice):
        guard slice.unresolved == nil, let sets = sets(of: slice.sliceHeader, header) else {
          throw EditList.missingSets("pic_parameter_set_id")
        }
        if sets.from == sets.to { return }
        try slice.sliceHeader.adapt(header, from: sets.from, to: sets.to, sets.context, idrPicFlag: nil)
        slice.sliceData = slice.sliceData.withoutLastZeros(atMost: 7)
        unit.payload = .partitionA(slice)
      case .partitionBC(var slice):
        if slice.unresolved != nil { throw EditList.missingSets("pic_parameter_set_id") }
        let count = slice.redundantPicCnt ?? 0
        var editor = SyntaxCoder(editing: ElementEditor())
        try slice.syntax(&editor, header: header, sets: after)
        guard count == slice.redundantPicCnt ?? 0 else { throw EditList.lost("redundant_pic_cnt") }
        slice.sliceData = slice.sliceData.withoutLastZeros(atMost: 7)
        unit.payload = .partitionBC(slice)
      default: break
      }
    } catch {
      throw error.inFile(at: offset)
    }
    unit.irregularBytes = nil
  }

  /// Returns the slice's picture parameter set before and after the edits, and the context for writing the slice.
  private func sets(of slice: SliceHeader, _ header: NALUnitHeader) -> (from: PicParameterSet, to: PicParameterSet, context: SliceContext)?
  {
    let id = slice.picParameterSetId
    guard let from = before.picParameterSet(id), let to = after.picParameterSet(id),
      let context = after.sliceContext(header, picParameterSetId: id)
    else { return nil }
    return (from, to, context)
  }

  private func adaptTiming(
    _ unit: inout NALUnit, _ information: SupplementalEnhancementInformation, at offset: UInt64
  ) throws(SyntaxError) {
    for message in information.messages where message.payloadType <= 1 && message.payload.isOther {
      throw EditList.unreadTiming(at: offset)
    }
    var editor = SyntaxCoder(editing: ElementEditor())
    var copy = information
    do { try copy.syntax(&editor, sets: after) } catch { throw error.inFile(at: offset) }
    unit.payload = .sei(copy)
  }
}

extension SliceHeader {
  /// Converts the header to other parameter sets without changing its meaning.
  /// - Throws: if the new sets cannot express the header.
  mutating func adapt(
    _ header: NALUnitHeader, from old: PicParameterSet, to new: PicParameterSet, _ context: SliceContext, idrPicFlag: Bool?
  ) throws(SyntaxError) {
    let (said, counts, qp, qs) = (normal, activeCounts(old), quantiser(old), Int(old.picInitQsMinus26) + Int(sliceQsDelta ?? 0))
    if counts != activeCounts(new) {
      var active = RefIdxActive()
      active.numRefIdxL0ActiveMinus1 = counts.0
      active.numRefIdxL1ActiveMinus1 = isB ? counts.1 : nil
      refIdxActive = active
    }
    sliceQpDelta = Int8(clamping: qp - Int(new.picInitQpMinus26))
    if sliceQsDelta != nil { sliceQsDelta = Int8(clamping: qs - Int(new.picInitQsMinus26)) }
    var editor = SyntaxCoder(editing: ElementEditor())
    try syntax(&editor, header: header, context: context, idrPicFlag: idrPicFlag)
    if quantiser(new) != qp { throw EditList.lost("slice_qp_delta") }
    if sliceQsDelta.map({ Int($0) + Int(new.picInitQsMinus26) != qs }) ?? false { throw EditList.lost("slice_qs_delta") }
    if activeCounts(new) != counts { throw EditList.lost("num_ref_idx_l0_active_minus1") }
    let says = normal
    if says.deblockingFilter != said.deblockingFilter { throw EditList.lost("disable_deblocking_filter_idc") }
    if says.redundantPicCnt != said.redundantPicCnt { throw EditList.lost("redundant_pic_cnt") }
    if says != said { throw EditList.lost("delta_pic_order_cnt_bottom") }
  }

  /// A normalised copy for comparison: inferred values made explicit, values relative to a parameter set removed.
  private var normal: SliceHeader {
    var header = self
    var filter = deblockingFilter ?? DeblockingFilter()
    if filter.disableDeblockingFilterIdc != 1 {
      (filter.sliceAlphaC0OffsetDiv2, filter.sliceBetaOffsetDiv2) = (filter.sliceAlphaC0OffsetDiv2 ?? 0, filter.sliceBetaOffsetDiv2 ?? 0)
    }
    header.deblockingFilter = filter
    header.redundantPicCnt = redundantPicCnt ?? 0
    header.deltaPicOrderCntBottom = deltaPicOrderCntBottom ?? 0
    header.deltaPicOrderCnt1 = deltaPicOrderCnt1 ?? 0
    header.refIdxActive = nil
    header.sliceQpDelta = 0
    header.sliceQsDelta = nil
    return header
  }

  /// The number of active references minus 1 of each list; 0 for lists that the slice does not have.
  private func activeCounts(_ pps: PicParameterSet) -> (UInt8, UInt8) {
    if isIntra { return (0, 0) }
    return (
      refIdxActive?.numRefIdxL0ActiveMinus1 ?? pps.numRefIdxL0DefaultActiveMinus1,
      isB ? refIdxActive?.numRefIdxL1ActiveMinus1 ?? pps.numRefIdxL1DefaultActiveMinus1 : 0
    )
  }

  private func quantiser(_ pps: PicParameterSet) -> Int { Int(pps.picInitQpMinus26) + Int(sliceQpDelta) }
}

// MARK: - Names

extension StreamEditor {
  /// Returns all elements that an edit can name.
  /// - Parameter kind: the only parameter set whose elements are returned; nil for all.
  public static func elements(of kind: StreamEdit.SetKind? = nil) -> Set<EditableElement> {
    var found: Set<EditableElement> = []
    for seed in 0..<200 as Range<UInt64> {
      if kind ?? .sequence == .sequence { collectSequence(seed, &found) }
      if kind ?? .picture == .picture { collectPicture(seed, &found) }
    }
    return found
  }

  private static func collectSequence(_ seed: UInt64, _ found: inout Set<EditableElement>) {
    var generator = Generator(seed: seed)
    // Random profile_idc values rarely select a profile with all elements.
    let edits = [ElementEdit("profile_idc", to: 100), ElementEdit("pic_order_cnt_type", to: Int64(seed % 3))]
    var editor = SyntaxCoder(editing: ElementEditor(edits))
    guard var set = try? generator.draw(SeqParameterSet.self) else { return }
    try? editor.nested(&set)
    found.formUnion(EditableElement.list(.sequence, editor.editor.elements))
  }

  private static func collectPicture(_ seed: UInt64, _ found: inout Set<EditableElement>) {
    var set = PicParameterSet()
    var drawing = SyntaxCoder(generating: Generator(seed: seed))
    var editor = SyntaxCoder(editing: ElementEditor())
    do {
      try drawing.structure(PicParameterSet.structureName, &set) { (c, set) throws(SyntaxError) in try set.syntax(&c, chromaFormatIdc: 1) }
      try editor.structure(PicParameterSet.structureName, &set) { (c, set) throws(SyntaxError) in try set.syntax(&c, chromaFormatIdc: 1) }
    } catch { return }
    found.formUnion(EditableElement.list(.picture, editor.editor.elements))
  }
}
