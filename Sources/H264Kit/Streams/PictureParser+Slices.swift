import BitstreamKit
import NALKit

/// A picture whose end has not been reached.
struct OpenPicture: Sendable {
  var picture = Picture()
  /// The identity of the current primary coded picture; for a pair, of the second field.
  var identity: SliceIdentity?
  /// The frame_num required of the second field: 0 after memory_management_control_operation 5.
  var pairingFrameNum: UInt32 = 0
  var counts = PictureOrderCount.Counts()
  var knowsTemporalId = false
}

/// What a picture needs of its parameter sets, which have many parts that copies would retain.
final class PictureSets: Sendable {
  let picParameterSetId: UInt32
  let seqParameterSetId: UInt32
  let order: PictureOrderCount.Rules
  /// SliceQPY without slice_qp_delta.
  let initialQP: Int
  /// See `SeqParameterSet.maxWaiting`.
  let maxWaiting: UInt8
  let frameRate: ExactRatio?
  /// Whether the slices of a picture follow one another from macroblock 0 on: without arbitrary slice order, slice groups and colour planes
  /// of their own.
  let hasSlicesInOrder: Bool
  /// The bits before pic_struct in a picture timing message; nil if it has none.
  private let pictureStructure: Int?

  init(_ sps: SeqParameterSet, _ pps: PicParameterSet) {
    (picParameterSetId, seqParameterSetId) = (pps.picParameterSetId, pps.seqParameterSetId)
    (order, initialQP, maxWaiting) = (PictureOrderCount.Rules(sps), 26 + Int(pps.picInitQpMinus26), sps.maxWaiting)
    frameRate = sps.frameRate
    // A.2.1 and A.2.3: the Baseline and Extended profiles have arbitrary slice order, the Main profile has not.
    let isArbitrary = (sps.profileIdc == 66 || sps.profileIdc == 88) && !sps.constraintSet1Flag
    hasSlicesInOrder = !isArbitrary && pps.sliceGroups == nil && !sps.separateColourPlaneFlag
    let vui = sps.vuiParameters
    let hrd = vui?.nalHrdParameters ?? vui?.vclHrdParameters
    let delays = hrd.map { Int($0.cpbRemovalDelayLengthMinus1) + Int($0.dpbOutputDelayLengthMinus1) + 2 } ?? 0
    pictureStructure = vui?.picStructPresentFlag == true ? delays : nil
  }

  /// DeltaTfiDivisor (Table E-6) of a frame with this picture timing message (D.1.3), of which the beginning is enough.
  func fieldPeriods(_ timing: [UInt8]) -> UInt8 {
    guard let bit = pictureStructure, bit + 4 <= 8 * timing.count else { return 2 }
    let (first, second) = (UInt16(timing[bit / 8]), bit / 8 + 1 < timing.count ? UInt16(timing[bit / 8 + 1]) : 0)
    return max(2, PicTiming.deltaTfiDivisor(UInt8((first << 8 | second) >> UInt16(12 - bit % 8) & 15)))
  }
}

extension PictureParser {
  /// The maximum size in bytes of nal_unit_header and slice header up to redundant_pic_cnt.
  private static let firstPartLength = 64

  /// Handles a slice of the base view, or its data partition A.
  @inline(__always)
  mutating func slice(_ bytes: [UInt8], _ range: Range<Int>, _ firstByte: UInt8, _ offset: UInt64) -> Picture? {
    if !boundaryIsCertain, let found = glance.look(bytes, range), found.sliceType < 10,
      count(found.firstMbInSlice, 1 &<< glance.colourPlaneId, found.sliceType)
    {
      return nil
    }
    return slowSlice(bytes, range, NALUnitHeader(firstByte: firstByte), offset)
  }

  @inline(never)
  private mutating func slowSlice(_ bytes: [UInt8], _ range: Range<Int>, _ header: NALUnitHeader, _ offset: UInt64) -> Picture? {
    let firstPart = range.lowerBound..<min(range.upperBound, range.lowerBound &+ Self.firstPartLength)
    if EmulationPrevention.occurs(in: bytes, firstPart) {
      _ = EmulationPrevention.removing(from: bytes, firstPart, into: &rbsp)
      let copy = rbsp
      return slice(copy, 0..<copy.count, header, bytes, range, offset)
    }
    return slice(bytes, firstPart, header, bytes, range, offset)
  }

  /// Parses the elements that distinguish pictures from `first[firstPart]`, and the whole header if a new picture starts.
  private mutating func slice(
    _ first: [UInt8], _ firstPart: Range<Int>, _ header: NALUnitHeader, _ bytes: [UInt8], _ range: Range<Int>, _ offset: UInt64
  ) -> Picture? {
    var reader = BitReader(first, firstPart.lowerBound &+ 1..<max(firstPart.lowerBound &+ 1, firstPart.upperBound), policy: .lenient)
    do {
      try scratch.start(&reader)
      // The length of an Exp-Golomb code: twice the bit length of value + 1, minus 1.
      let idBits = 2 * (32 - (scratch.picParameterSetId &+ 1).leadingZeroBitCount) - 1
      let start = reader.bitPosition - idBits
      guard let context = sets.sliceContext(header, picParameterSetId: scratch.picParameterSetId) else {
        return unresolved(header, bytes, range, offset)
      }
      try scratch.picture(&reader, header.nalUnitType == 5, context)
      if let redundant = scratch.redundantPicCnt, redundant > 0 { return nil }
      glance.remember(
        first[firstPart.lowerBound], first, bits: start..<reader.bitPosition, colourPlaneId: scratch.colourPlaneId ?? 0)
      let identity = SliceIdentity(scratch, header)
      if continues(identity) { return nil }
      let isWhole = continueHeader(&reader, header, context)
      hasSliceData = isWhole && reader.bitsLeft > LastSlice.maxAlignment
      return begin(identity, header, bytes, range, offset, context, isWhole: isWhole)
    } catch {
      refuse(error, firstPart.lowerBound, bytes, range)
      return nil
    }
  }

  /// Records an error of a slice, its bit counted from the unit's first.
  @inline(never) private mutating func refuse(_ error: SyntaxError, _ lowerBound: Int, _ bytes: [UInt8], _ range: Range<Int>) {
    let bit = error.bitOffset.map { $0 - lowerBound * 8 }
    record(SyntaxError(error.reason, element: error.element, bitOffset: bit, path: [SliceHeader.structureName.description]), bytes, range)
  }

  /// Counts the slice in `scratch` towards the current picture if it belongs to it.
  private mutating func continues(_ identity: SliceIdentity?) -> Bool {
    guard !boundaryIsCertain, let open, open.identity == identity else { return false }
    return count(UInt64(scratch.firstMbInSlice), 1 &<< (scratch.colourPlaneId ?? 0), scratch.sliceType)
  }

  /// Counts a slice towards the current picture, unless it is the second one with macroblock 0 of a colour plane.
  @inline(__always) private mutating func count(_ firstMacroblock: UInt64, _ plane: UInt8, _ sliceType: UInt8) -> Bool {
    if firstMacroblock == 0 {
      if firstMacroblocks & plane != 0 { return false }
      firstMacroblocks |= plane
    }
    if firstMacroblock <= lastFirstMacroblock { checkOrder(firstMacroblock) }
    lastFirstMacroblock = firstMacroblock
    let sliceType = PictureType(sliceType: sliceType)
    if type < sliceType {
      type = sliceType
      checkType()
    }
    sliceCount &+= 1
    boundary = nil
    recoveryFrameCnt = nil
    if !timing.isEmpty { timing.removeAll() }
    prefixTemporalId = nil
    return true
  }

  /// Reads the elements of `scratch` after redundant_pic_cnt. Returns false where that does not succeed without a finding: the header
  /// goes on behind the first part, or has a fault.
  private mutating func continueHeader(_ reader: inout BitReader, _ header: NALUnitHeader, _ context: SliceContext) -> Bool {
    if !reader.findings.isEmpty { return false }
    scratch.decRefPicMarking = nil
    do {
      try scratch.afterPicture(&reader, header, context, isIDR: header.idrPicFlag)
    } catch {
      return false
    }
    return reader.findings.isEmpty
  }

  /// Starts a picture; `scratch` is its first slice.
  /// - Parameter isWhole: whether `scratch` has all elements; if not, the header is read again for them.
  @inline(never) private mutating func begin(
    _ identity: SliceIdentity, _ header: NALUnitHeader, _ bytes: [UInt8], _ range: Range<Int>, _ offset: UInt64,
    _ context: SliceContext, isWhole: Bool
  ) -> Picture? {
    guard let used = setsInUse(identity.picParameterSetId) else { return unresolved(header, bytes, range, offset) }
    var (qpDelta, marking) = (isWhole ? scratch.sliceQpDelta : nil, isWhole ? scratch.decRefPicMarking : nil)
    if !isWhole, let slice = wholeHeader(bytes, range, header, context) {
      (qpDelta, marking) = (slice.sliceQpDelta, slice.decRefPicMarking)
    }
    self.marking = marking
    sets.activate(used.seqParameterSetId)
    sets.primaryIdrPicFlag = identity.idrPicFlag
    let startsAnew = marking?.operations?.contains { $0.memoryManagementControlOperation == 5 } ?? false
    let counts = order.next(
      scratch, used.order, isIDR: identity.idrPicFlag, isReference: identity.isReference, startsAnew: startsAnew)
    let start = boundary ?? offset
    if !startsAnew, pairs(identity) {
      join(identity, counts)
      return nil
    }
    let finished = close(at: start)
    var new = OpenPicture()
    new.identity = identity
    new.pairingFrameNum = startsAnew ? 0 : identity.frameNum
    new.counts = counts
    new.picture.pictureOrderCount = counts.smaller
    new.picture.fieldOrderStep = counts.step
    new.picture.qp = qpDelta.map { used.initialQP + Int($0) }
    new.picture.isKeyframe = identity.idrPicFlag
    new.picture.field = identity.fieldPicFlag ? (identity.bottomFieldFlag ? .bottom : .top) : .frame
    new.picture.frameNum = identity.frameNum
    new.picture.idrPicId = scratch.idrPicId
    new.picture.startsOrder = identity.idrPicFlag || startsAnew
    new.picture.maxReordered = used.maxWaiting
    new.picture.frameRate = used.frameRate
    if !timing.isEmpty, !identity.fieldPicFlag { new.picture.fieldPeriods = used.fieldPeriods(timing) }
    describe(&new, header, start)
    return finished
  }

  /// The sets of a picture; nil if they did not come.
  private mutating func setsInUse(_ picParameterSetId: UInt32) -> PictureSets? {
    if let used, used.picParameterSetId == picParameterSetId { return used }
    guard let pps = sets.picParameterSet(picParameterSetId), let sps = sets.seqParameterSet(pps.seqParameterSetId) else { return nil }
    used = PictureSets(sps, pps)
    return used
  }

  /// Sets the properties common to all new pictures.
  private mutating func describe(_ new: inout OpenPicture, _ header: NALUnitHeader, _ start: UInt64) {
    new.picture.index = pictureCount
    new.picture.offset = start
    new.picture.randomAccess =
      header.nalUnitType == 5 ? .idr : recoveryFrameCnt.map { .recoveryPoint(frames: $0) }
    new.picture.isReference = header.nalRefIdc != 0
    new.picture.temporalId = prefixTemporalId ?? 0
    new.knowsTemporalId = prefixTemporalId != nil
    new.picture.picParameterSetId = scratch.picParameterSetId
    pictureCount &+= 1
    open = new
    sliceCount = 0
    startField()
  }

  /// Counts the first slice of a frame or field.
  private mutating func startField() {
    boundary = nil
    boundaryIsCertain = false
    recoveryFrameCnt = nil
    if !timing.isEmpty { timing.removeAll() }
    prefixTemporalId = nil
    firstMacroblocks = scratch.firstMbInSlice == 0 ? 1 &<< (scratch.colourPlaneId ?? 0) : 0
    lastFirstMacroblock = UInt64(scratch.firstMbInSlice)
    if scratch.firstMbInSlice > 0, used?.hasSlicesInOrder == true {
      recordOrder("the picture begins at macroblock \(scratch.firstMbInSlice): the slices before it are missing")
    }
    type = PictureType(sliceType: scratch.sliceType)
    if type != .i { checkType() }
    sliceCount &+= 1
  }

  /// Records a finding where the slice under way does not begin after the slice before it (7.4.3, first_mb_in_slice).
  @inline(never) private mutating func checkOrder(_ first: UInt64) {
    guard used?.hasSlicesInOrder == true, open?.picture.isUnresolved == false else { return }
    let how = first == lastFirstMacroblock ? "repeated" : "in the wrong order"
    recordOrder("a slice is \(how): it begins at macroblock \(first), the one before at \(lastFirstMacroblock)")
  }

  @inline(never) private mutating func recordOrder(_ why: String) {
    record(SyntaxError(.malformed(why), element: "first_mb_in_slice", path: [SliceHeader.structureName.description]), [], 0..<0)
  }

  /// Records a finding where the slice under way, a P or B slice, is in an IDR picture (7.4.3).
  @inline(never) private mutating func checkType() {
    guard open?.identity?.idrPicFlag == true else { return }
    record(SliceHeader.interSliceInIDR(type), [], 0..<0)
  }

  /// Whether a field is the other half of the one under way: both are references or none is, and the second is no IDR picture
  /// (3.29, 3.30).
  private func pairs(_ identity: SliceIdentity) -> Bool {
    guard let open, let first = open.identity, first.fieldPicFlag, identity.fieldPicFlag else { return false }
    switch open.picture.field {
    case .top: if !identity.bottomFieldFlag { return false }
    case .bottom: if identity.bottomFieldFlag { return false }
    default: return false
    }
    return open.pairingFrameNum == identity.frameNum && first.isReference == identity.isReference && !identity.idrPicFlag
  }

  /// Adds a second field, whose first slice is `scratch`, to the current picture.
  private mutating func join(_ identity: SliceIdentity, _ counts: PictureOrderCount.Counts) {
    guard var pair = open else { return }
    pair.identity = identity
    pair.picture.field = identity.bottomFieldFlag ? .topBottomPair : .bottomTopPair
    pair.counts = .init(top: pair.counts.top ?? counts.top, bottom: pair.counts.bottom ?? counts.bottom)
    pair.picture.fieldOrderStep = pair.counts.step
    pair.picture.pictureOrderCount = min(pair.counts.smaller, counts.smaller)
    pair.picture.type = type
    open = pair
    startField()
  }

  /// A slice whose header is encrypted.
  mutating func unreadable(_ header: NALUnitHeader, _ offset: UInt64) -> Picture? {
    glance.forget()
    if !isNewSample, open != nil {
      sliceCount &+= 1
      boundary = nil
      return nil
    }
    let finished = close(at: boundary ?? offset)
    var new = OpenPicture()
    new.picture.isUnresolved = true
    new.picture.isKeyframe = header.nalUnitType == 5
    (marking, scratch) = (nil, SliceHeader())
    describe(&new, header, boundary ?? offset)
    return finished
  }

  /// A slice whose parameter sets are missing: only the elements up to pic_parameter_set_id can be read.
  private mutating func unresolved(_ header: NALUnitHeader, _ bytes: [UInt8], _ range: Range<Int>, _ offset: UInt64) -> Picture? {
    let isSame =
      open?.picture.isUnresolved == true && open?.picture.picParameterSetId == scratch.picParameterSetId
      && open?.picture.isKeyframe == (header.nalUnitType == 5) && open?.picture.isReference == (header.nalRefIdc != 0)
    scratch.colourPlaneId = nil
    glance.forget()
    if isSame, continues(nil) { return nil }
    let start = boundary ?? offset
    let finished = close(at: start)
    var new = OpenPicture()
    new.picture.isUnresolved = true
    marking = nil
    new.picture.isKeyframe = header.nalUnitType == 5
    describe(&new, header, start)
    let why = "picture parameter set \(scratch.picParameterSetId) or its sequence parameter set is missing"
    let bit = 8 * header.byteCount + scratch.bitsBeforePicParameterSetId
    record(SyntaxError(.unsupported(why), element: "pic_parameter_set_id", bitOffset: bit, path: ["slice_header"]), bytes, range)
    return finished
  }

  /// Parses the whole header of a picture's first slice; returns nil if it cannot be parsed completely.
  private mutating func wholeHeader(
    _ bytes: [UInt8], _ range: Range<Int>, _ header: NALUnitHeader, _ context: SliceContext
  ) -> SliceHeader? {
    _ = EmulationPrevention.removing(
      from: bytes, range.lowerBound..<min(range.upperBound, range.lowerBound &+ Self.prefixLength), into: &rbsp)
    var reader = BitReader(rbsp, policy: .lenient)
    var slice = SliceHeader()
    var unit = NALUnitHeader()
    defer { for finding in reader.findings { record(finding, bytes, range) } }
    do {
      try reader.nested(&unit)
      try reader.structure(SliceHeader.structureName, &slice) { (c, s) throws(SyntaxError) in
        try s.syntax(&c, header: header, context: context)
      }
      return slice
    } catch {
      record(error, bytes, range)
      return nil
    }
  }

  /// Ends and returns the current picture.
  mutating func close(at end: UInt64) -> Picture? {
    guard var picture = open?.picture else { return nil }
    if picture.field == .topBottomPair || picture.field == .bottomTopPair { picture.secondFieldType = type } else { picture.type = type }
    picture.sliceCount = sliceCount
    picture.size = end >= picture.offset ? end - picture.offset : 0
    open = nil
    return picture
  }
}

extension SeqParameterSet {
  /// The maximum number of frames queued for output: max_num_reorder_frames if coded, otherwise the limit of level and constraints;
  /// 0 with pic_order_cnt_type 2.
  public var maxWaiting: UInt8 {
    if picOrderCntType == 2 { return 0 }
    if let coded = vuiParameters?.bitstreamRestriction?.maxNumReorderFrames { return min(coded, 16) }
    guard let limit = maxNumReorderFrames else { return 16 }
    let isIntraByConstraint = limit == 0 && maxDpbFrames != 0
    if isIntraByConstraint { return 0 }
    // max_num_ref_frames overrides a smaller buffer size, which would be a stream error.
    return UInt8(clamping: max(limit, Int(min(maxNumRefFrames, 16)), 1))
  }
}
