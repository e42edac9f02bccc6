import BitstreamKit
import HEVCKit
import TestSupport
import Testing
import NALKit

/// Builds streams unit by unit: small parameter sets, and slices that consist of a header.
private struct Stream {
  var bytes: [UInt8] = []
  /// Offsets of the units.
  var offsets: [UInt64] = []
  var sps = SeqParameterSet()
  var pps = PicParameterSet()
  var sets = ParameterSets()

  init(reorder: UInt8 = 2, _ change: (inout SeqParameterSet, inout PicParameterSet) -> Void = { _, _ in }) throws {
    sps.format?.picWidthInLumaSamples = 64
    sps.format?.picHeightInLumaSamples = 64
    sps.subLayerOrderingInfo[0].maxDecPicBufferingMinus1 = 4
    sps.subLayerOrderingInfo[0].maxNumReorderPics = reorder
    sps.stRefPicSets = [StRefPicSet()]
    change(&sps, &pps)
    sets.insert(sps)
    sets.insert(pps)
  }

  /// Appends VPS, SPS and PPS.
  mutating func addSets(layer: UInt8 = 0) throws {
    var vps = VideoParameterSet()
    vps.timingInfo = nil
    try add(32, .videoParameterSet(vps), layer: layer)
    try add(33, .seqParameterSet(sps), layer: layer)
    try add(34, .picParameterSet(pps), layer: layer)
  }

  mutating func add(_ type: UInt8, _ payload: NALUnitPayload, layer: UInt8 = 0, temporalId: UInt8 = 0) throws {
    var unit = NALUnit()
    unit.header.nalUnitType = type
    unit.header.nuhLayerId = layer
    unit.header.nuhTemporalIdPlus1 = temporalId + 1
    unit.payload = payload
    offsets.append(UInt64(bytes.count))
    bytes += [0, 0, 0, 1] + (try unit.encoded(sets: sets))
  }

  /// Appends a unit of any type without meaningful content.
  mutating func addOther(_ type: UInt8, layer: UInt8 = 0) {
    offsets.append(UInt64(bytes.count))
    bytes += [0, 0, 0, 1, type << 1 | layer >> 5, layer << 3 | 1, 0x55, 0x80]
  }

  /// Appends a slice segment.
  mutating func slice(
    _ type: UInt8, count: Int = 0, of sliceType: UInt8 = 2, first: Bool = true, dependent: Bool = false, address: UInt32 = 1,
    pps: UInt8 = 0,
    temporalId: UInt8 = 0, noOutput: Bool = false, output: Bool? = nil, qpDelta: Int16 = 0
  ) throws {
    var layer = SliceSegmentLayer()
    var header = SliceSegmentHeader()
    header.firstSliceSegmentInPicFlag = first
    if self.pps.tiles != nil { header.entryPoints = SliceSegmentHeader.EntryPoints() }
    header.slicePicParameterSetId = pps
    if (16...23).contains(type) { header.noOutputOfPriorPicsFlag = noOutput }
    if !first {
      header.sliceSegmentAddress = address
      if self.pps.dependentSliceSegmentsEnabledFlag { header.dependentSliceSegmentFlag = dependent }
    }
    var slice = SliceHeader()
    slice.sliceType = sliceType
    slice.picOutputFlag = output
    slice.sliceQpDelta = qpDelta
    if type != 19, type != 20 {
      slice.slicePicOrderCntLsb = UInt16(truncatingIfNeeded: count & 0xF)
      var references = SliceReferences()
      references.stRefPicSet = nil
      slice.references = references
    }
    if sliceType != 2 {
      var prediction = SlicePrediction()
      if sliceType == 0 { prediction.mvdL1ZeroFlag = false }
      slice.prediction = prediction
    }
    header.sliceHeader = dependent ? nil : slice
    layer.sliceSegmentHeader = header
    layer.sliceSegmentData = BitString(bytes: [0xAB, 0x80])
    try add(type, .sliceSegment(layer), temporalId: temporalId)
  }
}

// MARK: - Access units

/// A first unit of one of these types begins an access unit; units of other types belong to the preceding one.
@Test(arguments: [UInt8(32), 33, 34, 35, 39, 41, 44, 48, 55]) func unitsThatBeginAnAccessUnit(type: UInt8) throws {
  var stream = try Stream()
  try stream.addSets()
  try stream.slice(19)
  let after = [UInt8(38), 40, 45, 47, 56, 63]
  for other in after { stream.addOther(other) }
  switch type {
  case 32: try stream.add(32, .videoParameterSet(VideoParameterSet()))
  case 33: try stream.add(33, .seqParameterSet(stream.sps))
  case 34: try stream.add(34, .picParameterSet(stream.pps))
  case 35: try stream.add(35, .accessUnitDelimiter(AccessUnitDelimiter()))
  default: stream.addOther(type)
  }
  let start = try #require(stream.offsets.last)
  stream.addOther(35)
  stream.addOther(38)
  try stream.slice(1, count: 1, of: 1)
  let pictures = PictureList(stream.bytes).pictures
  #expect(pictures.map(\.offset) == [0, start])
  #expect(pictures.map(\.size) == [start, UInt64(stream.bytes.count) - start])
  #expect(pictures.map(\.type) == [.i, .p])
}

@Test func slicesThemselvesBeginAnAccessUnit() throws {
  var stream = try Stream()
  try stream.addSets()
  try stream.slice(19)
  try stream.slice(1, count: 1, of: 1)
  try stream.slice(1, count: 2, of: 0)
  #expect(PictureList(stream.bytes).pictures.map(\.offset) == [0] + stream.offsets.suffix(2))
}

/// A unit that may begin an access unit does not if a slice of the current one follows: of an enhancement layer, or of the picture itself.
@Test func slicesOfUpperLayersBelongToTheAccessUnit() throws {
  var stream = try Stream()
  try stream.addSets()
  try stream.slice(19)
  try stream.addSets(layer: 1)
  stream.addOther(39)
  stream.addOther(1, layer: 1)
  stream.addOther(35)
  let second = try #require(stream.offsets.last)
  try stream.slice(1, count: 1, of: 1)
  stream.addOther(9, layer: 3)
  let list = PictureList(stream.bytes)
  #expect(list.pictures.map(\.offset) == [0, second])
  #expect(list.pictures.map(\.segmentCount) == [1, 1])
  #expect(list.pictures.last.map { $0.offset + $0.size } == UInt64(stream.bytes.count))
}

@Test func segmentsAreCountedAndTellTheType() throws {
  var stream = try Stream { $1.dependentSliceSegmentsEnabledFlag = true }
  try stream.addSets()
  try stream.slice(19, qpDelta: -5)
  try stream.slice(19, first: false, dependent: true)
  try stream.slice(1, count: 1, of: 2, qpDelta: 3)
  try stream.slice(1, count: 1, of: 1, first: false)
  try stream.slice(1, count: 1, of: 0, first: false, address: 2)
  try stream.slice(1, count: 1, of: 1, first: false, address: 3)
  let pictures = PictureList(stream.bytes).pictures
  #expect(pictures.map(\.type) == [.i, .b])
  #expect(pictures.map(\.sliceCount) == [1, 4])
  #expect(pictures.map(\.segmentCount) == [2, 4])
  #expect(pictures.map(\.qp) == [21, 29])
}

/// A picture whose first segment is lost is detected by another type, sub-layer or order count.
@Test func lostFirstSegments() throws {
  var stream = try Stream()
  try stream.addSets()
  try stream.slice(19)
  try stream.slice(19, first: false)
  try stream.slice(1, count: 1, of: 1, first: false)
  try stream.slice(1, count: 2, of: 1, first: false)
  try stream.slice(1, count: 2, of: 1, first: false, temporalId: 1)
  let list = PictureList(stream.bytes)
  #expect(list.pictures.map(\.pictureOrderCount) == [0, 1, 2, 2])
  #expect(list.findings.count == 3)
  #expect(list.findings.allSatisfy { $0.element == "first_slice_segment_in_pic_flag" })
  #expect(list.findings.first?.byteOffset == stream.offsets[5] + 6)
}

/// A slice segment that is repeated or in the wrong order is found; with tiles, addresses may decrease.
@Test(arguments: [([1, 2, 3], 0), ([1, 1, 2], 1), ([2, 1, 3], 1), ([3, 2, 1], 2)] as [([UInt32], Int)], [false, true])
func segmentsComeInOrder(order: (addresses: [UInt32], count: Int), hasTiles: Bool) throws {
  var stream = try Stream {
    $0.format?.picWidthInLumaSamples = 256
    $0.format?.picHeightInLumaSamples = 256
    if hasTiles { $1.tiles = PicParameterSet.Tiles() }
  }
  try stream.addSets()
  try stream.slice(19)
  for address in order.addresses { try stream.slice(19, first: false, address: address) }
  let isRepeated = Set(order.addresses).count < order.addresses.count
  let list = PictureList(stream.bytes)
  #expect(list.findings.count == (hasTiles && !isRepeated ? 0 : order.count), "\(list.findings)")
  #expect(list.findings.allSatisfy { $0.element == "slice_segment_address" })
  #expect(list.pictures.map(\.segmentCount) == [4])
}

@Test func missingParameterSets() throws {
  var stream = try Stream()
  try stream.slice(19)
  try stream.slice(1, count: 1, of: 1)
  try stream.slice(1, count: 1, of: 1, first: false)
  try stream.addSets()
  try stream.slice(19)
  let list = PictureList(stream.bytes)
  #expect(list.pictures.map(\.isUnresolved) == [true, true, false])
  #expect(list.pictures.map(\.type) == [.i, .unknown, .i])
  #expect(list.pictures.map(\.segmentCount) == [1, 2, 1])
  #expect(list.pictures.map(\.displayIndex) == [nil, nil, 0])
  #expect(list.findings.count == 3)
  #expect(list.findings.allSatisfy { $0.element == "slice_pic_parameter_set_id" })
}

@Test func reservedTypesAreNoPictures() throws {
  var stream = try Stream()
  try stream.addSets()
  try stream.slice(19)
  for type in [UInt8(10), 15, 22, 23, 24, 31] { stream.addOther(type) }
  let list = PictureList(stream.bytes)
  #expect(list.pictures.count == 1)
  #expect(list.pictures.first?.size == UInt64(stream.bytes.count))
}

@Test func emptyUnitsAndStreams() {
  #expect(PictureList([]).pictures.isEmpty)
  #expect(PictureList([0, 0, 1]).pictures.isEmpty)
  let list = PictureList([0, 0, 1, 0x26])
  #expect(list.findings.count == 1)
}

// MARK: - Kinds of pictures

@Test func kindsOfPictures() throws {
  var stream = try Stream()
  try stream.addSets()
  for (type, count) in [
    (19, 0), (20, 0), (21, 4), (8, 2), (6, 3), (9, 1), (7, 0), (0, 5), (1, 6), (2, 7), (3, 7), (16, 0), (17, 0), (18, 0),
  ] {
    try stream.slice(UInt8(type), count: count, temporalId: type < 4 && type > 1 ? 1 : 0)
  }
  let pictures = PictureList(stream.bytes).pictures
  #expect(
    pictures.map { $0.randomAccess?.name.description } == ["IDR", "IDR", "CRA"] + Array(repeating: nil, count: 8) + ["BLA", "BLA", "BLA"])
  #expect(pictures.filter(\.isKeyframe).map(\.nalUnitType.rawValue) == [19, 20, 21, 16, 17, 18])
  #expect(pictures.filter { !$0.isReference }.map(\.nalUnitType.rawValue) == [8, 6, 0, 2])
  #expect(pictures.compactMap { $0.leading?.name.description } == ["RASL", "RADL", "RASL", "RADL"])
  #expect(pictures.map(\.temporalId) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0])
}

/// RASL pictures of a CRA picture that starts the stream, or follows an end of sequence, cannot be decoded (8.3.1).
@Test func leadingPicturesThatAreSkipped() throws {
  var stream = try Stream()
  try stream.addSets()
  for base in [0, 8] {
    try stream.slice(21, count: base + 4)
    try stream.slice(9, count: base + 2)
    try stream.slice(7, count: base + 3)
    try stream.slice(1, count: base + 5)
  }
  stream.addOther(36)
  try stream.slice(21, count: 4)
  try stream.slice(9, count: 2)
  try stream.slice(16, count: 4)
  try stream.slice(9, count: 2)
  let pictures = PictureList(stream.bytes).pictures
  #expect(pictures.map(\.isSkippedLeading) == [false, true, false, false, false, false, false, false, false, true, false, true])
  #expect(pictures.map(\.startsOrder) == [true, false, false, false, false, false, false, false, true, false, true, false])
  // The CRA picture after the end of sequence discards the waiting pictures (C.5.2.2): two.
  #expect(pictures.map(\.displayIndex) == [1, nil, 0, 2, nil, 3, 4, nil, 5, nil, 6, nil])
  #expect(pictures.map(\.pictureOrderCount) == [4, 2, 3, 5, 12, 10, 11, 13, 4, 2, 4, 2])
}

/// Pictures with a picture timing message each.
private func timed(_ picStructs: [UInt8], areFields: Bool) throws -> [Picture] {
  var stream = try Stream { sps, _ in
    var vui = VUIParameters()
    vui.fieldSeqFlag = areFields
    vui.frameFieldInfoPresentFlag = true
    sps.vuiParameters = vui
  }
  try stream.addSets()
  for (index, picStruct) in picStructs.enumerated() {
    var timing = PicTiming()
    timing.frameFieldInfo = .init()
    timing.frameFieldInfo?.picStruct = picStruct
    var message = SEIMessage()
    message.payloadType = 1
    message.payload = .picTiming(timing)
    var sei = SupplementalEnhancementInformation()
    sei.messages = [message]
    stream.sets.activeSeqParameterSetId = 0
    try stream.add(39, .sei(sei))
    try stream.slice(index == 0 ? 19 : 1, count: index)
  }
  return PictureList(stream.bytes).pictures
}

/// In field streams, pic_struct gives the parity.
@Test func fields() throws {
  #expect(try timed([1, 10, 11, 2], areFields: true).map(\.field) == [.top, .bottom, .top, .bottom])
}

/// In streams of frames, pic_struct says how long they are shown: with a field of a film repeated, and frames doubled and tripled.
@Test func durationsOfFrames() throws {
  #expect(try timed([0, 3, 5, 4, 6, 7, 8], areFields: false).map(\.fieldPeriods) == [2, 2, 3, 2, 3, 4, 6])
}

@Test func recoveryPoints() throws {
  var stream = try Stream()
  try stream.addSets()
  try stream.slice(19)
  var message = SEIMessage()
  message.payloadType = 6
  var point = RecoveryPoint()
  point.recoveryPocCnt = 5
  message.payload = .recoveryPoint(point)
  var sei = SupplementalEnhancementInformation()
  sei.messages = [message]
  try stream.add(39, .sei(sei))
  try stream.slice(1, count: 1, of: 1)
  try stream.slice(1, count: 2, of: 1)
  #expect(PictureList(stream.bytes).pictures.map(\.randomAccess) == [.idr, .recoveryPoint(pictureOrderCounts: 5), nil])
}

/// The number of findings is bounded, and the caller may remove them.
@Test func findingsAreBounded() throws {
  var stream = try Stream()
  for _ in 0..<200 { try stream.slice(1, count: 1) }
  var parser = PictureParser()
  var units = AnnexBParser()
  var cursor = 0
  while let unit = units.next(in: stream.bytes, from: &cursor, to: stream.bytes.count) {
    let start = Int(unit.offset)
    _ = parser.take(
      stream.bytes, start..<start + Int(unit.length), unitOffset: unit.offset, offset: unit.startCodeOffset, end: unit.offset + unit.length)
  }
  #expect(parser.findings.count == PictureParser.maxFindings)
  #expect(parser.pictureCount == 199)
}

/// Output order with pic_output_flag and no_output_of_prior_pics_flag.
@Test func picturesThatAreNotOutput() throws {
  var stream = try Stream(reorder: 2) { $1.outputFlagPresentFlag = true }
  try stream.addSets()
  try stream.slice(19, output: true)
  try stream.slice(1, count: 4, output: true)
  try stream.slice(1, count: 2, output: false)
  try stream.slice(1, count: 3, output: true)
  try stream.slice(19, noOutput: true, output: true)
  try stream.slice(1, count: 1, output: true)
  try stream.slice(19, noOutput: false, output: true)
  let list = PictureList(stream.bytes)
  #expect(list.pictures.map(\.displayIndex) == [0, nil, nil, nil, 1, 2, 3])
  #expect(list.pictures.map(\.noOutputOfPriorPics) == [false, false, false, false, true, false, false])
}

// MARK: - Contradictions of the specification, and missing data at the end

/// An IRAP picture has only I slices, unless it may refer to itself.
@Test(arguments: [UInt8(16), 19, 20, 21]) func aPSliceInAnIRAPPictureIsAFinding(type: UInt8) throws {
  var stream = try Stream()
  try stream.addSets()
  try stream.slice(type, of: 1)
  try stream.slice(1, count: 1, of: 1)
  let list = PictureList(stream.bytes)
  #expect(list.findings.map(\.element) == ["slice_type"])
  #expect(list.findings.first?.byteOffset == stream.offsets[3] + 4)
  #expect(list.findings.first?.description.contains("a P slice in an IRAP picture") == true)
  let unit = Array(stream.bytes[Int(stream.offsets[3]) + 4..<Int(stream.offsets[4])])
  var found: [SyntaxError] = []
  _ = try NALUnit(parsing: unit, sets: stream.sets, findings: &found)
  #expect(found.map(\.element) == ["slice_type"])
  #expect(NALUnit.trace(unit, sets: stream.sets, into: TraceLog()).findings.map(\.element) == ["slice_type"])
  var own = try Stream { _, pps in
    var scc = PPSSCCExtension()
    scc.ppsCurrPicRefEnabledFlag = true
    pps.ppsExtension = PPSExtension()
    pps.ppsExtension?.scc = scc
  }
  try own.addSets()
  try own.slice(type, of: 1)
  #expect(PictureList(own.bytes).findings.isEmpty)
}

/// Findings give the byte offset of the element, including emulation prevention bytes before it.
@Test func findingsNameTheElementsByte() throws {
  let unit: [UInt8] = [0x42, 0x01, 0, 0, 3, 1, 0xAA, 0xBB, 0, 0, 3, 2, 0xCC]
  let error = SyntaxError(.malformed("x"), element: "y", bitOffset: 9 * 8 + 3)
  #expect(error.located(in: unit, 0..<unit.count, at: 100).byteOffset == 111)
  #expect(error.located(in: [7] + unit, 1..<unit.count + 1, at: 100).byteOffset == 111)
  #expect(SyntaxError(.malformed("x"), element: "y").located(in: unit, 0..<unit.count, at: 100).byteOffset == 100)
  #expect(error.located(in: unit, 0..<unit.count, at: .max).byteOffset == nil)
}

/// A last slice with an incomplete header, no data or missing substreams causes a finding; truncation of the last substream does not.
@Test func theEndOfAStreamTellsWhatIsMissing() throws {
  var stream = try Stream { _, pps in pps.entropyCodingSyncEnabledFlag = true }
  try stream.addSets()
  var slice = SliceSegmentLayer()
  slice.sliceSegmentHeader.noOutputOfPriorPicsFlag = false
  slice.sliceSegmentHeader.entryPoints = SliceSegmentHeader.EntryPoints()
  slice.sliceSegmentData = BitString(bytes: [0x80])
  try stream.add(19, .sliceSegment(slice))
  #expect(PictureList(stream.bytes).findings.isEmpty)
  slice.sliceSegmentHeader.entryPoints?.offsetLenMinus1 = 7
  slice.sliceSegmentHeader.entryPoints?.entryPointOffsetMinus1 = [29, 19, 9]
  // Three substreams of 60 bytes together, including emulation prevention bytes, and a fourth.
  slice.sliceSegmentData = BitString(bytes: [UInt8](repeating: 0x77, count: 57) + [0, 0, 1, 0x80])
  try stream.add(20, .sliceSegment(slice))
  #expect(PictureList(stream.bytes).findings.isEmpty)
  for missing in 1...6 {
    let found = PictureList(Array(stream.bytes.dropLast(missing))).findings
    #expect(found.map(\.element) == (missing > 1 ? ["slice_segment_data"] : []), "\(missing) bytes missing")
    #expect(found.allSatisfy { $0.isTruncation && $0.byteOffset ?? 0 > stream.offsets[4] })
  }
  // Nothing follows the header, or the header is incomplete.
  let header = Int(stream.offsets[4])
  for count in 8..<14 {
    let found = PictureList(Array(stream.bytes[..<(header + count)])).findings
    #expect(found.count == 1 && found[0].isTruncation, "\(count) bytes: \(found)")
  }
}

/// Units that begin an access unit, but without a picture, are at the end of a truncated stream.
@Test(arguments: [UInt8(35), 33, 39]) func anAccessUnitWithoutPictureIsTold(type: UInt8) throws {
  var stream = try Stream()
  try stream.addSets()
  try stream.slice(19)
  stream.addOther(type)
  let found = PictureList(stream.bytes).findings.filter { $0.element == "access_unit" }
  #expect(found.map(\.byteOffset) == [stream.offsets[4]])
}
