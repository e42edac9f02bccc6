import BitstreamKit
import H264Kit
import NALKit

/// Builds byte streams of slices without macroblocks, to test the layers above.
struct StreamBuilder {
  var sps = SeqParameterSet()
  var pps = PicParameterSet()
  var sets = ParameterSets()
  var bytes: [UInt8] = []
  /// Offsets of the units' start codes.
  var places: [UInt64] = []

  /// A stream that starts with its parameter sets.
  init(_ edit: (inout SeqParameterSet, inout PicParameterSet) -> Void = { _, _ in }) throws {
    sps.picWidthInMbsMinus1 = 10
    sps.picHeightInMapUnitsMinus1 = 8
    sps.levelIdc = 30
    sps.maxNumRefFrames = 4
    sps.log2MaxPicOrderCntLsbMinus4 = 0
    edit(&sps, &pps)
    if sps.picOrderCntType != 0 { sps.log2MaxPicOrderCntLsbMinus4 = nil }
    if !sps.frameMbsOnlyFlag, sps.mbAdaptiveFrameFieldFlag == nil { sps.mbAdaptiveFrameFieldFlag = false }
    try parameterSets()
  }

  /// Appends both parameter sets.
  mutating func parameterSets() throws {
    try unit(7, refIdc: 3, .seqParameterSet(sps))
    try unit(8, refIdc: 3, .picParameterSet(pps))
  }

  /// Appends a unit unchanged.
  mutating func raw(_ unit: [UInt8]) {
    places.append(UInt64(bytes.count))
    bytes += [0, 0, 0, 1] + unit
  }

  /// Appends a unit encoded from a model.
  mutating func unit(_ type: UInt8, refIdc: UInt8 = 0, _ content: NALUnitPayload, _ edit: (inout NALUnitHeader) -> Void = { _ in }) throws {
    var unit = NALUnit()
    unit.header = NALUnitHeader(firstByte: refIdc << 5 | type)
    edit(&unit.header)
    unit.payload = content
    raw(try unit.encoded(sets: sets))
    sets.update(with: unit)
  }

  /// Appends a slice; required elements are added.
  mutating func slice(
    _ type: PictureType = .p, idr: Bool = false, refIdc: UInt8 = 1, as unitType: UInt8? = nil, payload: Int = 30,
    _ edit: (inout SliceHeader) -> Void = { _ in }
  ) throws {
    var slice = SliceHeader()
    slice.sliceType = type == .i ? 2 : type == .p ? 0 : 1
    if type == .b { slice.directSpatialMvPredFlag = true }
    if idr { slice.idrPicId = 0 }
    if refIdc != 0 {
      slice.decRefPicMarking = DecRefPicMarking()
      if idr { slice.decRefPicMarking?.idr = .init() }
    }
    if sps.picOrderCntType == 0 { slice.picOrderCntLsb = 0 }
    if sps.picOrderCntCycle?.deltaPicOrderAlwaysZeroFlag == false { slice.deltaPicOrderCnt0 = 0 }
    if pps.redundantPicCntPresentFlag { slice.redundantPicCnt = 0 }
    if !sps.frameMbsOnlyFlag { slice.fieldPicFlag = false }
    if pps.deblockingFilterControlPresentFlag { slice.deblockingFilter = .init() }
    edit(&slice)
    if slice.fieldPicFlag == true {
      if slice.bottomFieldFlag == nil { slice.bottomFieldFlag = false }
    } else if pps.bottomFieldPicOrderInFramePresentFlag {
      if slice.picOrderCntLsb != nil, slice.deltaPicOrderCntBottom == nil { slice.deltaPicOrderCntBottom = 0 }
      if slice.deltaPicOrderCnt0 != nil, slice.deltaPicOrderCnt1 == nil { slice.deltaPicOrderCnt1 = 0 }
    }
    var layer = SliceLayerWithoutPartitioning()
    layer.sliceHeader = slice
    layer.sliceData = BitString(bytes: [UInt8](repeating: 0x5A, count: payload) + [0x80])
    try unit(unitType ?? (idr ? 5 : 1), refIdc: refIdc, .slice(layer))
  }

  /// Appends a field.
  mutating func field(
    bottom: Bool, _ type: PictureType = .p, idr: Bool = false, refIdc: UInt8 = 1, _ edit: (inout SliceHeader) -> Void = { _ in }
  ) throws {
    try slice(type, idr: idr, refIdc: refIdc) {
      $0.fieldPicFlag = true
      $0.bottomFieldFlag = bottom
      edit(&$0)
    }
  }

  /// The pictures of the stream.
  var pictures: [Picture] { pictureList(bytes) }
}

extension DecRefPicMarking {
  /// memory_management_control_operation 5.
  static var everythingForgotten: DecRefPicMarking {
    var marking = DecRefPicMarking()
    var operation = Operation()
    operation.memoryManagementControlOperation = 5
    marking.operations = [operation]
    return marking
  }
}

/// Random numbers that are the same in every run.
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}

/// Feeds the units of a stream to a parser.
/// - Parameter most: the number of bytes of each slice to show to the parser.
func parse(_ stream: [UInt8], most: Int = .max) -> (pictures: [Picture], parser: PictureParser) {
  var parser = PictureParser()
  var pictures: [Picture] = []
  func take(_ unit: AnnexBUnit) {
    let first = Int(unit.offset)
    let isSlice = [1, 2, 5].contains((unit.headByte(0) ?? 0) & 31)
    // The parser must not read beyond its range.
    let seen = Array(stream[first..<first + min(Int(unit.length), isSlice ? most : .max)])
    let end = unit.offset + unit.length + unit.trailingZeroBytes
    if let picture = parser.take(seen, 0..<seen.count, unitOffset: unit.offset, offset: unit.startCodeOffset, end: end) {
      pictures.append(picture)
    }
  }
  var scan = AnnexBParser()
  var cursor = 0
  while let unit = scan.next(in: stream, from: &cursor, to: stream.count) { take(unit) }
  if let last = scan.finish() { take(last) }
  if let last = parser.finish() { pictures.append(last) }
  return (pictures, parser)
}

/// The pictures of a stream, with their output indices.
func pictureList(_ stream: [UInt8]) -> [Picture] {
  var order = DisplayOrder()
  return parse(stream).pictures.flatMap { order.take($0) } + order.finish()
}
