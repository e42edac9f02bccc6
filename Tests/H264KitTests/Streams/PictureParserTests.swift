import BitstreamKit
import H264Kit
import TestSupport
import Testing

/// A stream whose slices contain all elements that distinguish pictures.
private func everything(_ pocType: UInt8 = 0) throws -> StreamBuilder {
  try StreamBuilder { sps, pps in
    sps.frameMbsOnlyFlag = false
    sps.picOrderCntType = pocType
    if pocType == 1 { sps.picOrderCntCycle = .init() }
    pps.bottomFieldPicOrderInFramePresentFlag = true
    pps.redundantPicCntPresentFlag = true
  }
}

/// A change that makes a slice part of another picture.
struct Difference: Sendable, CustomStringConvertible {
  var description: String
  var pocType: UInt8 = 0
  var make: @Sendable (inout SliceHeader) -> Void
}

private let differences: [Difference] = [
  Difference(description: "frame_num") { $0.frameNum += 1 },
  Difference(description: "pic_parameter_set_id") { $0.picParameterSetId = 1 },
  Difference(description: "field_pic_flag") {
    $0.fieldPicFlag = true
    $0.bottomFieldFlag = false
  },
  Difference(description: "pic_order_cnt_lsb") { $0.picOrderCntLsb = 3 },
  Difference(description: "delta_pic_order_cnt_bottom") { $0.deltaPicOrderCntBottom = -1 },
  Difference(description: "delta_pic_order_cnt[ 0 ]", pocType: 1) { $0.deltaPicOrderCnt0 = 2 },
  Difference(description: "delta_pic_order_cnt[ 1 ]", pocType: 1) { $0.deltaPicOrderCnt1 = 2 },
]

/// Sets that come back after others of their id are in force again, and picture parameter sets are read by the new sequence parameter set.
@Test func setsThatComeBackApply() throws {
  var stream = try everything()
  var (other, pps) = (stream.sps, stream.pps)
  other.vuiParameters = .init()
  other.vuiParameters?.bitstreamRestriction = .init()
  other.vuiParameters?.bitstreamRestriction?.maxNumReorderFrames = 3
  let sets = [stream.sps, other, stream.sps, stream.sps, other]
  for (number, set) in sets.enumerated() {
    try stream.unit(7, refIdc: 3, .seqParameterSet(set))
    pps.picInitQpMinus26 = Int8(number / 2)
    try stream.unit(8, refIdc: 3, .picParameterSet(pps))
    try stream.slice { $0.frameNum = UInt32(number) }
  }
  let pictures = stream.pictures
  let reordered = sets.map { $0.maxWaiting }
  #expect(Set(reordered).count == 2)
  #expect(pictures.map(\.maxReordered) == reordered)
  #expect(pictures.map(\.qp) == [26, 26, 27, 27, 28])
}

@Test(arguments: differences) func aDifferenceBeginsAPicture(_ difference: Difference) throws {
  var stream = try everything(difference.pocType)
  var second = stream.pps
  second.picParameterSetId = 1
  try stream.unit(8, refIdc: 3, .picParameterSet(second))
  try stream.slice { $0.frameNum = 1 }
  try stream.slice {
    $0.frameNum = 1
    $0.firstMbInSlice = 10
  }
  let next = stream.places.count
  try stream.slice {
    $0.frameNum = 1
    $0.firstMbInSlice = 20
    difference.make(&$0)
  }
  try stream.slice {
    $0.frameNum = 1
    $0.firstMbInSlice = 30
    difference.make(&$0)
  }
  let pictures = stream.pictures
  #expect(pictures.map(\.sliceCount) == [2, 2])
  #expect(pictures.last?.offset == stream.places[next])
}

@Test func kindsOfUnitsThatBeginAPicture() throws {
  var stream = try everything()
  try stream.slice(.i, idr: true)
  // Another idr_pic_id, a non-IDR picture, a non-reference picture, the other field.
  try stream.slice(.i, idr: true) {
    $0.firstMbInSlice = 1
    $0.idrPicId = 1
  }
  try stream.slice { $0.firstMbInSlice = 1 }
  try stream.slice(refIdc: 0) { $0.firstMbInSlice = 1 }
  // Different nonzero values of nal_ref_idc do not distinguish pictures.
  try stream.slice(refIdc: 1) { $0.frameNum = 1 }
  try stream.slice(refIdc: 3) {
    $0.frameNum = 1
    $0.firstMbInSlice = 8
  }
  let pictures = stream.pictures
  #expect(pictures.map(\.sliceCount) == [1, 1, 1, 1, 2])
  #expect(pictures.map(\.isKeyframe) == [true, true, false, false, false])
  #expect(pictures.map(\.idrPicId) == [0, 1, nil, nil, nil])
  #expect(pictures.map(\.isReference) == [true, true, true, false, true])
}

@Test func aSecondMacroblockZeroIsOfAnotherPicture() throws {
  // Consecutive IDR pictures whose encoder does not change idr_pic_id.
  var stream = try StreamBuilder()
  for _ in 0..<3 {
    try stream.slice(.i, idr: true)
    try stream.slice(.i, idr: true) { $0.firstMbInSlice = 50 }
  }
  #expect(stream.pictures.map(\.sliceCount) == [2, 2, 2])

  // With three colour planes there are three of them.
  var planes = try StreamBuilder { sps, _ in
    sps.profileIdc = 244
    sps.sampleFormat = .init()
    sps.sampleFormat?.chromaFormatIdc = 3
    sps.sampleFormat?.separateColourPlaneFlag = true
  }
  for _ in 0..<2 {
    for plane in [0, 1, 2] as [UInt8] { try planes.slice(.i, idr: true) { $0.colourPlaneId = plane } }
    try planes.slice(.i, idr: true) {
      $0.firstMbInSlice = 50
      $0.colourPlaneId = 2
    }
  }
  #expect(planes.pictures.map(\.sliceCount) == [4, 4])
}

@Test(arguments: [6, 7, 8, 9, 14, 15, 16, 17, 18] as [UInt8]) func unitsThatBeginAnAccessUnit(_ type: UInt8) throws {
  var stream = try StreamBuilder()
  try stream.slice(.i, idr: true)
  let next = stream.places.count
  stream.raw([type, 0x80])
  stream.raw([6, 5, 0, 0x80])
  try stream.slice { $0.frameNum = 1 }
  try checkSizes(stream, second: next)
}

@Test(arguments: [0, 3, 4, 10, 11, 12, 13, 19, 20, 21, 22, 24, 31] as [UInt8]) func unitsThatStayWithTheSlicesBefore(_ type: UInt8) throws {
  var stream = try StreamBuilder()
  try stream.slice(.i, idr: true)
  stream.raw([type, 0x80, 0x80, 0x80, 0x80])
  let next = stream.places.count
  stream.raw([6, 5, 0, 0x80])
  try stream.slice { $0.frameNum = 1 }
  try checkSizes(stream, second: next)
}

private func checkSizes(_ stream: StreamBuilder, second: Int) throws {
  let pictures = stream.pictures
  try #require(pictures.count == 2)
  #expect(pictures[0].offset == 0)
  #expect(pictures[0].size == stream.places[second])
  #expect(pictures[1].offset == stream.places[second])
  #expect(pictures[1].offset + pictures[1].size == UInt64(stream.bytes.count))
}

@Test func aDelimiterEndsAPictureWhateverFollows() throws {
  var stream = try StreamBuilder()
  try stream.slice(.i, idr: true) { $0.firstMbInSlice = 4 }
  stream.raw([9, 0xF0])
  try stream.slice(.i, idr: true) { $0.firstMbInSlice = 5 }
  // Misplaced units between slices of a picture do not end it.
  stream.raw([6, 5, 0, 0x80])
  try stream.slice(.i, idr: true) { $0.firstMbInSlice = 6 }
  #expect(stream.pictures.map(\.sliceCount) == [1, 2])
}

@Test func redundantAndAuxiliarySlicesAreNotCounted() throws {
  var stream = try everything()
  for frame in 0..<3 as Range<UInt32> {
    try stream.slice { $0.frameNum = frame }
    try stream.slice {
      $0.frameNum = frame
      $0.redundantPicCnt = 1
      $0.picOrderCntLsb = 5
    }
    try stream.slice(.i, as: 19) { $0.frameNum = frame }
    try stream.slice(.b) {
      $0.frameNum = frame
      $0.firstMbInSlice = 7
    }
  }
  let pictures = stream.pictures
  #expect(pictures.map(\.sliceCount) == [2, 2, 2])
  #expect(pictures.map(\.type) == [.b, .b, .b])
  #expect(pictures.map(\.size).reduce(0, +) == UInt64(stream.bytes.count))
}

@Test func slicesInAnyOrderAndWithSomeLost() throws {
  var stream = try StreamBuilder()
  try stream.slice(.i, idr: true) { $0.firstMbInSlice = 50 }
  try stream.slice(.i, idr: true)
  try stream.slice(.i, idr: true) { $0.firstMbInSlice = 25 }
  // The slice with macroblock 0 is missing.
  try stream.slice {
    $0.frameNum = 1
    $0.firstMbInSlice = 25
  }
  try stream.slice {
    $0.frameNum = 1
    $0.firstMbInSlice = 50
  }
  try stream.slice { $0.frameNum = 2 }
  #expect(stream.pictures.map(\.sliceCount) == [3, 2, 1])
}

@Test func slicesInPartitions() throws {
  var stream = try StreamBuilder()
  try stream.slice(.i, idr: true)
  for frame in [1, 2] as [UInt32] {
    for first in [0, 40] as [UInt32] {
      var partition = SliceDataPartitionA()
      partition.sliceHeader.sliceType = 0
      partition.sliceHeader.firstMbInSlice = first
      partition.sliceHeader.frameNum = frame
      partition.sliceHeader.picOrderCntLsb = frame
      partition.sliceHeader.decRefPicMarking = .init()
      partition.sliceData = BitString(bytes: [0x80])
      try stream.unit(2, refIdc: 1, .partitionA(partition))
      stream.raw([0x23, 0xC0])
      stream.raw([0x24, 0xC0])
    }
  }
  let pictures = stream.pictures
  #expect(pictures.map(\.sliceCount) == [1, 2, 2])
  #expect(pictures.map(\.type) == [.i, .p, .p])
  #expect(pictures.map(\.size).reduce(0, +) == UInt64(stream.bytes.count))
}

@Test func manySlicesAreFoundByTheirBits() throws {
  // first_mb_in_slice with codes of all lengths, all values of slice_type, payloads short and long, emulation prevention.
  var stream = try everything()
  var random = SeededNumbers(state: 1)
  var expected: [UInt32] = []
  for frame in 0..<12 as Range<UInt32> {
    let count = UInt32.random(in: 1...40, using: &random)
    expected.append(count)
    for slice in 0..<count {
      let payload = Int.random(in: 0...40, using: &random)
      let isLong = Bool.random(using: &random)
      try stream.slice([.i, .p].randomElement(using: &random) ?? .p, refIdc: frame % 3 == 0 ? 0 : 1, payload: payload) {
        $0.firstMbInSlice = slice == 0 ? 0 : isLong ? slice * 3000 : slice
        if isLong { $0.sliceType += 5 }
        $0.frameNum = frame % 16
        $0.picOrderCntLsb = frame % 16
        $0.deltaPicOrderCntBottom = frame % 2 == 0 ? 0 : -900_000
      }
    }
  }
  #expect(stream.pictures.map(\.sliceCount) == expected)
}

// MARK: - Fields

private func fields() throws -> StreamBuilder { try StreamBuilder { sps, _ in sps.frameMbsOnlyFlag = false } }

@Test func fieldsOfAFrameArePaired() throws {
  var stream = try fields()
  try stream.field(bottom: false, .i, idr: true)
  try stream.field(bottom: true) { $0.picOrderCntLsb = 1 }
  try stream.field(bottom: true, refIdc: 0) {
    $0.frameNum = 1
    $0.picOrderCntLsb = 3
  }
  try stream.field(bottom: false, .b, refIdc: 0) {
    $0.frameNum = 1
    $0.picOrderCntLsb = 4
  }
  let pictures = stream.pictures
  #expect(pictures.map(\.field) == [.topBottomPair, .bottomTopPair])
  #expect(pictures.map(\.field.name.description) == ["top+bottom", "bottom+top"])
  #expect(pictures.map(\.type) == [.i, .p])
  #expect(pictures.map(\.secondFieldType) == [.p, .b])
  #expect(pictures.map(\.isKeyframe) == [true, false])
  #expect(pictures.map(\.pictureOrderCount) == [0, 3])
  #expect(pictures.map(\.sliceCount) == [2, 2])
  #expect(pictures.map(\.size).reduce(0, +) == UInt64(stream.bytes.count))
}

@Test func fieldsThatAreNoPair() throws {
  var stream = try fields()
  try stream.field(bottom: false, .i, idr: true)
  // Same parity.
  try stream.field(bottom: false) { $0.picOrderCntLsb = 1 }
  // Another frame.
  try stream.field(bottom: true) {
    $0.frameNum = 1
    $0.picOrderCntLsb = 2
  }
  // One is a reference, the other is not.
  try stream.field(bottom: false, refIdc: 0) {
    $0.frameNum = 1
    $0.picOrderCntLsb = 3
  }
  // An IDR picture is never a second field.
  try stream.field(bottom: false) {
    $0.frameNum = 0
    $0.picOrderCntLsb = 5
  }
  try stream.field(bottom: true, .i, idr: true)
  // Neither is one with memory_management_control_operation 5.
  try stream.field(bottom: false) {
    $0.frameNum = 0
    $0.decRefPicMarking = .everythingForgotten
  }
  #expect(stream.pictures.map(\.field) == [.top, .top, .bottom, .top, .top, .bottom, .top])
}

@Test func aThirdFieldBeginsAnotherPicture() throws {
  var stream = try fields()
  try stream.field(bottom: false, refIdc: 0) { $0.frameNum = 1 }
  try stream.field(bottom: true, refIdc: 0) { $0.frameNum = 1 }
  try stream.field(bottom: false, refIdc: 0) { $0.frameNum = 1 }
  try stream.slice(refIdc: 0) { $0.frameNum = 1 }
  #expect(stream.pictures.map(\.field) == [.topBottomPair, .top, .frame])
}

@Test func aFirstFieldThatForgetsEverythingHasFrameNumberZero() throws {
  var stream = try fields()
  try stream.field(bottom: false, .i, idr: true)
  try stream.field(bottom: true) { $0.picOrderCntLsb = 1 }
  try stream.field(bottom: false) {
    $0.frameNum = 5
    $0.picOrderCntLsb = 8
    $0.decRefPicMarking = .everythingForgotten
  }
  try stream.field(bottom: true) { $0.picOrderCntLsb = 1 }
  let pictures = stream.pictures
  #expect(pictures.map(\.field) == [.topBottomPair, .topBottomPair])
  #expect(pictures.map(\.startsOrder) == [true, true])
  #expect(pictures.map(\.pictureOrderCount) == [0, 0])
}

// MARK: - Other properties

@Test func recoveryPointsAndQuantisers() throws {
  var stream = try StreamBuilder { _, pps in pps.picInitQpMinus26 = -3 }
  try stream.slice(.i, idr: true) { $0.sliceQpDelta = 5 }
  // recovery_frame_cnt 7 after another message.
  stream.raw([6, 5, 2, 1, 2, 6, 2, 0b0001_0001, 0b0001_0000, 0x80])
  try stream.slice(.i) {
    $0.frameNum = 1
    $0.sliceQpDelta = -20
  }
  try stream.slice(.i) {
    $0.frameNum = 1
    $0.firstMbInSlice = 1
  }
  try stream.slice { $0.frameNum = 2 }
  let pictures = stream.pictures
  #expect(pictures.map(\.qp) == [28, 3, 23])
  #expect(pictures.map(\.randomAccess) == [.idr, .recoveryPoint(frames: 7), nil])
  #expect(pictures.map { $0.randomAccess?.name.description } == ["IDR", "recovery point", nil])
}

@Test func temporalLayers() throws {
  var stream = try StreamBuilder()
  for layer in [0, 2, 1] as [UInt8] {
    try stream.unit(14, refIdc: 1, .prefix(PrefixNALUnit())) {
      $0.mvcExtension = .init()
      $0.mvcExtension?.temporalId = layer
    }
    try stream.slice { $0.frameNum = UInt32(layer) }
  }
  // Without a prefix unit, the non-base view carries the information.
  try stream.slice { $0.frameNum = 5 }
  var view = NALUnitHeader(firstByte: 0x34)
  view.mvcExtension = .init()
  view.mvcExtension?.temporalId = 3
  stream.raw(try view.encoded() + [0x80])
  #expect(stream.pictures.map(\.temporalId) == [0, 2, 1, 3])
}

@Test func slicesWithoutTheirSets() throws {
  var stream = try StreamBuilder()
  try stream.slice(.i, idr: true)
  let known = stream.bytes.count
  var other = try StreamBuilder { _, pps in pps.picParameterSetId = 9 }
  other.bytes = []
  try other.slice(.b) { $0.picParameterSetId = 9 }
  try other.slice(.p) {
    $0.firstMbInSlice = 3
    $0.picParameterSetId = 9
  }
  try other.slice(.p) { $0.picParameterSetId = 9 }
  let (pictures, parser) = parse(stream.bytes + other.bytes)
  #expect(pictures.map(\.isUnresolved) == [false, true, true])
  #expect(pictures.map(\.sliceCount) == [1, 2, 1])
  #expect(pictures.map(\.type) == [.i, .b, .p])
  #expect(pictures.map(\.qp) == [26, nil, nil])
  #expect(parser.findings.map(\.element) == ["pic_parameter_set_id", "pic_parameter_set_id"])
  #expect(parser.findings.first?.byteOffset == UInt64(known) + 5)
  // They are not output.
  #expect(pictureList(stream.bytes + other.bytes).map(\.displayIndex) == [0, nil, nil])
}

@Test func setsThatChangeBetweenPictures() throws {
  // The same bits have another meaning after another parameter set.
  var stream = try StreamBuilder()
  try stream.slice(.i, idr: true)
  try stream.slice { $0.frameNum = 1 }
  stream.sps.log2MaxFrameNumMinus4 = 4
  try stream.parameterSets()
  try stream.slice(.i, idr: true) { $0.idrPicId = 1 }
  try stream.slice { $0.frameNum = 200 }
  #expect(stream.pictures.map(\.frameNum) == [0, 1, 0, 200])
}

@Test func badUnitsAreFindings() throws {
  var stream = try StreamBuilder()
  try stream.slice(.i, idr: true)
  stream.raw([0x67])
  stream.raw([0x41])
  stream.raw([0x06, 6, 200, 1])
  stream.raw([0x41, 0xE0])
  let (pictures, parser) = parse(stream.bytes)
  #expect(pictures.count == 1)
  // The units after the picture begin an access unit that gets no picture.
  let findings = parser.findings.filter { $0.element != "access_unit" }
  #expect(parser.findings.count == findings.count + 1)
  let places = zip(findings, stream.places.dropFirst(3)).map { $1 + 4 + UInt64($0.bitOffset ?? 0) / 8 }
  #expect(findings.map(\.byteOffset) == places)
  #expect(findings.last?.bitOffset ?? 0 > 7)
  var broken = try StreamBuilder()
  for _ in 0..<1000 { broken.raw([0x41]) }
  #expect(parse(broken.bytes).parser.findings.count == PictureParser.maxFindings)
}

// MARK: - Contradictions of the specification, and missing data at the end

@Test(arguments: [PictureType.p, .b]) func anInterSliceInAnIDRPictureIsAFinding(type: PictureType) throws {
  var stream = try StreamBuilder()
  try stream.slice(.i, idr: true)
  try stream.slice(type, idr: true) { $0.firstMbInSlice = 4 }
  try stream.slice { $0.frameNum = 1 }
  let found = parse(stream.bytes).parser.findings
  #expect(found.map(\.element) == ["slice_type"])
  #expect(found.first?.byteOffset == stream.places[3] + 4)
  #expect(found.first?.description.contains("a \(type.name) slice in an IDR picture") == true)
  let unit = Array(stream.bytes[Int(stream.places[3]) + 4..<Int(stream.places[4])])
  #expect(try readUnit(unit, sets: stream.sets).findings.map(\.element) == ["slice_type"])
  #expect(NALUnit.trace(unit, sets: stream.sets, into: TraceLog()).findings.map(\.element) == ["slice_type"])
}

/// The second field of an IDR picture may be a P field.
@Test func aPFieldAfterAnIDRFieldIsNoFinding() throws {
  var stream = try StreamBuilder { sps, _ in sps.frameMbsOnlyFlag = false }
  try stream.field(bottom: false, .i, idr: true)
  try stream.field(bottom: true, .p)
  #expect(parse(stream.bytes).parser.findings.isEmpty)
}

/// Sync samples are IDR pictures and recovery points with recovery_frame_cnt 0.
@Test func recoveryPointsOfNoFramesAreSync() throws {
  var stream = try StreamBuilder()
  try stream.slice(.i, idr: true)
  for (number, payload) in [(UInt32(1), [0x06, 6, 1, 0xC4, 0x80] as [UInt8]), (2, [0x06, 6, 1, 0x54, 0x80])] {
    stream.raw(payload)
    try stream.slice { $0.frameNum = number }
  }
  let pictures = parse(stream.bytes).pictures
  #expect(pictures.map(\.randomAccess) == [.idr, .recoveryPoint(frames: 0), .recoveryPoint(frames: 1)])
  #expect(pictures.map(\.isSync) == [true, true, false])
  #expect(pictures.map(\.isKeyframe) == [true, false, false])
}

@Test func theEndOfAStreamTellsWhatIsMissing() throws {
  var stream = try StreamBuilder()
  try stream.slice(.i, idr: true)
  try stream.slice(payload: 0) { $0.frameNum = 1 }
  #expect(parse(stream.bytes).parser.findings.isEmpty)
  let last = Int(stream.places[3]) + 4
  for count in 1..<stream.bytes.count - last {
    let found = parse(Array(stream.bytes[..<(last + count)])).parser.findings
    // A nonzero byte may include the end of the slice.
    #expect(found.count <= 1 && found.allSatisfy { $0.isTruncation }, "\(count) bytes: \(found)")
    if count < 3 { #expect(found.count == 1, "\(count) bytes") }
  }
  stream.raw([0x09, 0xF0])
  let found = parse(stream.bytes).parser.findings
  #expect(found.map(\.element) == ["access_unit"] && found.first?.byteOffset == stream.places[4])
}

/// Bytes after the trailing bits of a parameter set are kept as a separate element, with a finding.
@Test func bytesAfterAParameterSetAreAFinding() throws {
  let stream = try StreamBuilder()
  let unit = Array(stream.bytes[4..<Int(stream.places[1])])
  #expect(try readUnit(unit, sets: ParameterSets()).findings.isEmpty)
  for tail in [[0, 0, 3], [0xAB], [0, 0, 3, 0, 0, 3]] as [[UInt8]] {
    let read = try readUnit(unit + tail, sets: ParameterSets())
    #expect(read.findings.map(\.element) == ["trailing_bytes"])
    #expect(try read.unit.encoded(sets: ParameterSets()) == unit + tail)
    let log = TraceLog()
    let traced = NALUnit.trace(unit + tail, sets: ParameterSets(), into: log)
    #expect(log.rows.last?.element.fullName == "trailing_bytes")
    #expect(traced.findings.map(\.element) == ["trailing_bytes"])
  }
}

/// A caller holds only the beginning of a long unit: a message that ends after it is not a truncated one.
@Test func theRestOfALongMessageIsNotMissing() {
  let unit = [6, 5, 200] + [UInt8](repeating: 0x41, count: 200) + [0x80]
  for (held, length, isTruncated) in [(204, 204, false), (100, 204, false), (100, 100, true), (100, 203, false), (100, 202, true)] {
    var parser = PictureParser()
    _ = parser.take(unit, 0..<held, unitOffset: 4, offset: 0, end: 4 + UInt64(length))
    #expect(parser.findings.isEmpty != isTruncated, "\(held) bytes of \(length): \(parser.findings)")
  }
}
