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
    switch firstByte >> 1 & 63 {
    case 32, 33, 34: true
    case 0...9, 16...21: changesSlices || changesTiming
    case 39, 40: changesTiming
    default: false
    }
  }

  /// Returns the unit's new bytes: nil if it stays unchanged, none if it is to be left out, as timing messages are whose parameters the edits
  /// remove.
  /// - Parameter offset: the unit's file offset, for errors.
  /// - Throws: if an edit is out of range, would change decoded pictures, or cannot be expressed in slice headers.
  public mutating func rewrite(_ unit: [UInt8], at offset: UInt64) throws(SyntaxError) -> [UInt8]? {
    findings = []
    var passed: [SyntaxError] = []
    guard let old = read(unit, at: offset, &passed) else { return nil }
    defer { before.update(with: old) }
    var new = old
    switch old.payload {
    case .videoParameterSet(var set):
      let oldSet = set
      try apply(to: &set)
      if set.decodingPart != oldSet.decodingPart { throw list.refusal("video parameter set \(oldSet.vpsVideoParameterSetId)", .video) }
      new.payload = .videoParameterSet(set)
    case .seqParameterSet(var set):
      let oldSet = set
      try apply(to: &set, layer: old.header.nuhLayerId)
      new.payload = .seqParameterSet(set)
      if oldSet.decodingPart != set.decodingPart { throw list.refusal("sequence parameter set \(oldSet.spsSeqParameterSetId)", .sequence) }
      if let format = set.format, oldSet.format?.croppedSize != nil, format.croppedSize == nil {
        throw CropEdges.nothingLeft(of: format.codedSize)
      }
      if oldSet.timingPart != set.timingPart { changesTiming = true }
    case .picParameterSet(var set):
      let oldSet = set
      try apply(to: &set)
      new.payload = .picParameterSet(set)
      if oldSet.decodingPart != set.decodingPart { throw list.refusal("picture parameter set \(oldSet.ppsPicParameterSetId)", .picture) }
      if oldSet != set { changesSlices = true }
    case .sliceSegment(var slice):
      if changesSlices { try adapt(&slice, old.header, at: offset) }
      new.payload = .sliceSegment(slice)
    case .sei(var information):
      if changesTiming {
        after.update(with: old)
        information.messages.removeAll { [before, after] in !after.allow($0) && before.allow($0) }
        if information.messages.isEmpty { return [] }
        try adapt(&information, isSuffix: old.header.nalUnitType == 40, at: offset)
      }
      new.payload = .sei(information)
    case .other where NALUnitPayload.isTyped(old.header):
      if changesSlices, old.header.nalUnitType < 32, let finding = passed.last { throw finding }
      if (32...34).contains(old.header.nalUnitType) { findings = passed }
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

  private mutating func apply(to set: inout VideoParameterSet) throws(SyntaxError) {
    for change in list.changes(.video) {
      if case .frameRate(let rate) = change { try set.setFrameRate(rate) }
    }
    try list.applyElements(.video, to: &set) { (c, set) throws(SyntaxError) in try c.nested(&set) }
  }

  private mutating func apply(to set: inout SeqParameterSet, layer: UInt8) throws(SyntaxError) {
    if set.format != nil {
      try list.apply(to: &set)
      try takeClock(of: after.videoParameterSet(set.spsVideoParameterSetId, layer: layer), &set)
    }
    let sets = before
    try list.applyElements(.sequence, to: &set) { (c, set) throws(SyntaxError) in
      try c.structure(SeqParameterSet.structureName, &set) { (c, set) throws(SyntaxError) in try set.syntax(&c, layer: layer, sets: sets) }
    }
  }

  /// Takes the numbers of the video parameter set for a new frame rate: they have to be the same (ITU-T H.265 (08/2021) E.3.1).
  /// - Throws: if it has another rate, as where pictures are fields: it came before what says so.
  private func takeClock(of video: VideoParameterSet?, _ set: inout SeqParameterSet) throws(SyntaxError) {
    let changesRate = list.changes(.sequence).contains { if case .frameRate = $0 { true } else { false } }
    guard changesRate, let clock = video?.timingInfo, let own = set.vuiParameters?.timingInfo else { return }
    let (units, scale) = (UInt64(clock.vpsNumUnitsInTick), UInt64(clock.vpsTimeScale))
    if UInt64(own.vuiNumUnitsInTick) * scale != units * UInt64(own.vuiTimeScale) {
      throw SyntaxError(
        .unsupported(
          "the pictures are fields and the video parameter set states \(scale)/\(units) pictures a second: set vps_time_scale, "
            + "vps_num_units_in_tick, vui_time_scale and vui_num_units_in_tick"), element: "frame_rate")
    }
    set.vuiParameters?.timingInfo?.vuiNumUnitsInTick = clock.vpsNumUnitsInTick
    set.vuiParameters?.timingInfo?.vuiTimeScale = clock.vpsTimeScale
  }

  private mutating func apply(to set: inout PicParameterSet) throws(SyntaxError) {
    try list.applyElements(.picture, to: &set) { (c, set) throws(SyntaxError) in try c.nested(&set) }
  }
}

extension VideoParameterSet {
  /// A set with only the elements on which decoding depends, or the layers that other sets and messages describe.
  fileprivate var decodingPart: VideoParameterSet {
    var part = VideoParameterSet()
    part.vpsVideoParameterSetId = vpsVideoParameterSetId
    (part.vpsBaseLayerInternalFlag, part.vpsBaseLayerAvailableFlag) = (vpsBaseLayerInternalFlag, vpsBaseLayerAvailableFlag)
    part.vpsMaxLayersMinus1 = vpsMaxLayersMinus1
    part.vpsExtension = vpsExtension
    return part
  }
}

extension SeqParameterSet {
  /// A copy with everything reset that does not affect picture decoding.
  var decodingPart: SeqParameterSet {
    var part = self
    part.spsTemporalIdNestingFlag = nil
    part.profileTierLevel = nil
    part.format?.conformanceWindow = nil
    part.spsSubLayerOrderingInfoPresentFlag = nil
    part.subLayerOrderingInfo = []
    part.vuiParameters = nil
    part.trailing = []
    return part
  }

  /// A VUI with only the elements that affect the coding of timing messages.
  var timingPart: VUIParameters {
    var part = VUIParameters()
    part.frameFieldInfoPresentFlag = vuiParameters?.frameFieldInfoPresentFlag ?? false
    if let hrd = vuiParameters?.timingInfo?.hrdParameters {
      part.timingInfo = .init()
      part.timingInfo?.hrdParameters = hrd
    }
    return part
  }
}

extension PicParameterSet {
  /// A copy with everything reset that does not affect picture decoding or that slice headers can compensate.
  var decodingPart: PicParameterSet {
    var part = self
    part.dependentSliceSegmentsEnabledFlag = false
    part.outputFlagPresentFlag = false
    part.numExtraSliceHeaderBits = 0
    part.cabacInitPresentFlag = false
    (part.numRefIdxL0DefaultActiveMinus1, part.numRefIdxL1DefaultActiveMinus1) = (0, 0)
    part.initQpMinus26 = 0
    part.ppsSliceChromaQpOffsetsPresentFlag = false
    part.deblocking = nil
    part.listsModificationPresentFlag = false
    part.sliceSegmentHeaderExtensionPresentFlag = false
    part.trailing = []
    return part
  }
}

// MARK: - Slices and messages

extension StreamEditor {
  private func adapt(_ slice: inout SliceSegmentLayer, _ header: NALUnitHeader, at offset: UInt64) throws(SyntaxError) {
    let id = slice.sliceSegmentHeader.slicePicParameterSetId
    guard !slice.isUnresolved, let from = before.picParameterSet(id, layer: header.nuhLayerId),
      let to = after.picParameterSet(id, layer: header.nuhLayerId),
      let context = after.sliceContext(picParameterSetId: id, layer: header.nuhLayerId)
    else {
      throw EditList.missingSets("slice_pic_parameter_set_id").inFile(at: offset)
    }
    if from == to { return }
    do { try slice.sliceSegmentHeader.adapt(header, from: from, to: to, context) } catch { throw error.inFile(at: offset) }
  }

  private func adapt(_ information: inout SupplementalEnhancementInformation, isSuffix: Bool, at offset: UInt64) throws(SyntaxError) {
    for message in information.messages where [0, 1, 130].contains(message.payloadType) && message.payload.isOther {
      throw EditList.unreadTiming(at: offset)
    }
    var editor = SyntaxCoder(editing: ElementEditor())
    do { try information.syntax(&editor, isSuffix: isSuffix, sets: after) } catch { throw error.inFile(at: offset) }
  }
}

extension SliceSegmentHeader {
  /// Converts the header to another picture parameter set without changing its meaning.
  /// - Throws: if the new set cannot express the header.
  mutating func adapt(
    _ nal: NALUnitHeader, from old: PicParameterSet, to new: PicParameterSet, _ context: SliceContext
  ) throws(SyntaxError) {
    let (said, qp) = (normal(old), sliceHeader.map { Int($0.sliceQpDelta) + Int(old.initQpMinus26) })
    if var header = sliceHeader {
      header.picOutputFlag = header.picOutputFlag ?? true
      header.sliceQpDelta = Int16(clamping: (qp ?? 0) - Int(new.initQpMinus26))
      header.prediction?.keepCounts(isB: header.sliceType == 0, old, new)
      if header.filter(old) != header.filter(new) { header.deblocking = header.filter(old) }
      sliceHeader = header
    }
    var editor = SyntaxCoder(editing: ElementEditor())
    try syntax(&editor, nal: nal, context: context)
    if sliceHeader.map({ Int($0.sliceQpDelta) + Int(new.initQpMinus26) }) != qp { throw EditList.lost("slice_qp_delta") }
    let says = normal(new)
    if says.dependentSliceSegmentFlag != said.dependentSliceSegmentFlag { throw EditList.lost("dependent_slice_segment_flag") }
    if says.sliceSegmentHeaderExtension != said.sliceSegmentHeaderExtension { throw EditList.lost("slice_segment_header_extension_length") }
    if says.sliceHeader?.deblocking != said.sliceHeader?.deblocking { throw EditList.lost("slice_deblocking_filter_disabled_flag") }
    if says.sliceHeader?.prediction != said.sliceHeader?.prediction { throw EditList.lost("num_ref_idx_active_override_flag") }
    if says.sliceHeader?.sliceReservedFlags != said.sliceHeader?.sliceReservedFlags { throw EditList.lost("slice_reserved_flag") }
    if says.sliceHeader?.picOutputFlag != said.sliceHeader?.picOutputFlag { throw EditList.lost("pic_output_flag") }
    if says != said { throw EditList.lost("slice_cb_qp_offset") }
  }

  /// A normalised copy for comparison: inferred values made explicit, values relative to a parameter set made absolute.
  private func normal(_ pps: PicParameterSet) -> SliceSegmentHeader {
    var copy = self
    copy.dependentSliceSegmentFlag = dependentSliceSegmentFlag ?? false
    copy.sliceSegmentHeaderExtension = sliceSegmentHeaderExtension ?? []
    guard var header = sliceHeader else { return copy }
    header.sliceReservedFlags &= pps.numExtraSliceHeaderBits >= 8 ? 0xFF : (1 << pps.numExtraSliceHeaderBits) - 1
    header.picOutputFlag = header.picOutputFlag ?? true
    header.sliceQpDelta = 0
    header.sliceCbQpOffset = header.sliceCbQpOffset ?? 0
    header.sliceCrQpOffset = header.sliceCrQpOffset ?? 0
    header.deblocking = header.filter(pps)
    if var prediction = header.prediction {
      prediction.activeOverride = prediction.counts(isB: header.sliceType == 0, pps)
      prediction.cabacInitFlag = prediction.cabacInitFlag ?? false
      prediction.refPicListsModification = prediction.refPicListsModification ?? .init()
      header.prediction = prediction
    }
    copy.sliceHeader = header
    return copy
  }
}

extension SliceHeader {
  /// The effective deblocking filter: from the slice header or the picture parameter set.
  fileprivate func filter(_ pps: PicParameterSet) -> Deblocking {
    if let deblocking { return deblocking }
    var filter = Deblocking()
    if let set = pps.deblocking { filter.offsets = set.offsets }
    return filter
  }
}

extension SlicePrediction {
  /// The effective list lengths: from the slice header or the picture parameter set.
  fileprivate func counts(isB: Bool, _ pps: PicParameterSet) -> ActiveOverride {
    var counts = ActiveOverride()
    counts.numRefIdxL0ActiveMinus1 = activeOverride?.numRefIdxL0ActiveMinus1 ?? pps.numRefIdxL0DefaultActiveMinus1
    counts.numRefIdxL1ActiveMinus1 = isB ? activeOverride?.numRefIdxL1ActiveMinus1 ?? pps.numRefIdxL1DefaultActiveMinus1 : nil
    return counts
  }

  fileprivate mutating func keepCounts(isB: Bool, _ old: PicParameterSet, _ new: PicParameterSet) {
    let wanted = counts(isB: isB, old)
    if wanted != counts(isB: isB, new) { activeOverride = wanted }
  }
}

// MARK: - Names

extension StreamEditor {
  /// Returns all elements that an edit can name.
  /// - Parameter kind: the only parameter set whose elements are returned; nil for all.
  public static func elements(of kind: StreamEdit.SetKind? = nil) -> Set<EditableElement> {
    var found: Set<EditableElement> = []
    for seed in 0..<200 as Range<UInt64> {
      if kind ?? .video == .video { collect(VideoParameterSet.self, .video, seed, &found) }
      if kind ?? .sequence == .sequence { collect(SeqParameterSet.self, .sequence, seed, &found) }
      if kind ?? .picture == .picture { collect(PicParameterSet.self, .picture, seed, &found) }
    }
    return found
  }

  private static func collect<S: Syntax>(
    _ structure: S.Type, _ kind: StreamEdit.SetKind, _ seed: UInt64, _ found: inout Set<EditableElement>
  ) {
    var generator = Generator(seed: seed)
    var editor = SyntaxCoder(editing: ElementEditor())
    guard var set = try? generator.draw(S.self) else { return }
    try? editor.nested(&set)
    found.formUnion(EditableElement.list(kind, editor.editor.elements))
  }
}
