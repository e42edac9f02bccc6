import BitstreamKit
import H264Kit
import TestSupport
import Testing

@Test func parameterSetLaws() {
  checkLaws(HRDParameters.self)
  checkLaws(VUIParameters.self)
  checkLaws(SeqParameterSet.self)
  checkLaws(SeqParameterSetExtension.self)
  checkLaws(SVCVUIParametersExtension.self, seeds: 0..<40)
  checkLaws(MVCVUIParametersExtension.self, seeds: 0..<40)
}

/// A PPS with the chroma format it is parsed for, and the trailing bits that mark its end.
struct PicParameterSetCase: Syntax {
  static let structureName: StaticString = "case"
  var chromaFormatIdc: UInt8 = 0
  var set = PicParameterSet()
  var trailing: [UInt8] = []

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("chroma_format_idc", &chromaFormatIdc, bits: 2)
    try set.syntax(&c, chromaFormatIdc: chromaFormatIdc)
    try c.rbspTrailingBits(&trailing)
  }
}

/// A subset SPS of a profile with an extension.
struct SubsetCase: Syntax {
  static let structureName: StaticString = "case"
  var set = SubsetSeqParameterSet()
  var trailing: [UInt8] = []

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.nested(&set)
    try c.rbspTrailingBits(&trailing)
  }
}

@Test func picParameterSetLaws() { checkLaws(PicParameterSetCase.self, seeds: 0..<400) }
@Test func subsetSeqParameterSetLaws() { checkLaws(SubsetCase.self, seeds: 0..<60) }

/// The subset SPS extensions by themselves, because a random profile_idc rarely selects one.
struct SVCExtensionCase: Syntax {
  static let structureName: StaticString = "case"
  var chromaArrayType: UInt8 = 0
  var `extension` = SeqParameterSetSVCExtension()

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("ChromaArrayType", &chromaArrayType, bits: 2)
    try `extension`.syntax(&c, chromaArrayType: chromaArrayType)
  }
}

struct MVCExtensionCase: Syntax {
  static let structureName: StaticString = "case"
  var isFrameCompatible = false
  var hasFields = false
  var `extension` = SeqParameterSetMVCExtension()

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.flag("134", &isFrameCompatible)
    try c.flag("fields", &hasFields)
    try `extension`.syntax(&c, isFrameCompatible: isFrameCompatible, hasFields: hasFields)
  }
}

@Test func layerAndViewExtensionLaws() {
  checkLaws(SVCExtensionCase.self)
  checkLaws(MVCExtensionCase.self, seeds: 0..<60)
}

/// A target view has three indices: of the level, of the operation point, and its own (H.7.3.2.1.4).
@Test func targetViewsHaveThreeIndices() throws {
  var model = MVCExtensionCase()
  var level = SeqParameterSetMVCExtension.Level()
  var point = SeqParameterSetMVCExtension.OperationPoint()
  point.applicableOpTargetViewId = [0, 1, 2]
  level.operationPoints = [SeqParameterSetMVCExtension.OperationPoint(), point]
  model.extension.levels = [SeqParameterSetMVCExtension.Level(), level]
  let names = MVCExtensionCase.trace(try model.encoded()).rows.map(\.element.fullName).filter { $0.contains("target_view_id") }
  #expect(
    names
      == ["[0][0][0]", "[1][0][0]", "[1][1][0]", "[1][1][1]", "[1][1][2]"].map { "applicable_op_target_view_id" + $0 })
}

@Test func scalingListsEndWhereTheirDeltasSay() throws {
  struct List: Syntax {
    static let structureName: StaticString = "case"
    var list = ScalingList()
    mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) { try list.syntax(&c, size: 16) }
  }
  checkLaws(List.self)
  var list = List()
  list.list.deltaScale = [-8]
  var bytes = try list.encoded()
  #expect(try List(parsing: bytes) == list)
  #expect(list.list.usesDefault && list.list.values(size: 16) == nil)
  list.list.deltaScale = [2, -10]
  bytes = try list.encoded()
  #expect(try List(parsing: bytes) == list)
  #expect(list.list.values(size: 16) == [UInt8](repeating: 10, count: 16))
  // Too few deltas without one that ends the list, and a delta after that one.
  list.list.deltaScale = [2]
  #expect(throws: SyntaxError.self) { try list.encoded() }
  list.list.deltaScale = [-8, 1]
  #expect(throws: SyntaxError.self) { try list.encoded() }
}

@Test func chromaFormatSizesScalingLists() throws {
  var set = PicParameterSet()
  set.extension = .init()
  set.extension?.transform8x8ModeFlag = true
  for (format, count) in [(nil, 8), (1, 8), (3, 12)] as [(UInt8?, Int)] {
    set.extension?.picScalingMatrix = Array(repeating: nil, count: count)
    var writer = SyntaxCoder(writing: BitWriter())
    try set.syntax(&writer, chromaFormatIdc: format)
    var trailing: [UInt8] = []
    try writer.rbspTrailingBits(&trailing)
    var reader = SyntaxCoder(reading: writer.finish())
    var read = PicParameterSet()
    try read.syntax(&reader, chromaFormatIdc: format)
    #expect(read == set)
  }
}

// MARK: - Hostile numbers

/// Converts bits as text to bytes; the last byte is padded with zeros.
private func bits(_ text: String) -> [UInt8] {
  var writer = BitWriter()
  for digit in text where digit == "0" || digit == "1" { writer.put(digit == "1" ? 1 : 0, 1) }
  return writer.finish()
}

/// The bits of ue(v).
private func ue(_ value: UInt64) -> String {
  let code = String(value + 1, radix: 2)
  return String(repeating: "0", count: code.count - 1) + code
}

private func error(lenient bytes: [UInt8], _ read: (inout SyntaxCoder) throws -> Void) -> SyntaxError? {
  var reader = SyntaxCoder(reading: bytes + [UInt8](repeating: 0xFF, count: 64), policy: .lenient)
  do { try read(&reader) } catch { return error as? SyntaxError }
  return nil
}

@Test func sliceGroupsWithoutNumber() {
  let bytes = bits(ue(0) + ue(0) + "00" + ue(0xFFFF_FFFE))
  let found = error(lenient: bytes) { reader in
    var set = PicParameterSet()
    try set.syntax(&reader, chromaFormatIdc: 1)
  }
  #expect(found?.element == "num_slice_groups_minus1")
  #expect(found?.reason == .outOfRange(.unsigned(0xFFFF_FFFE), lower: .unsigned(0), upper: .unsigned(7)))
}

@Test func mapUnitsThatTheBytesDoNotHold() {
  // Two groups, explicit, with the largest possible number of units: refused before anything is allocated.
  let bytes = bits(ue(0) + ue(0) + "00" + ue(1) + ue(6) + ue(139_264))
  let found = error(lenient: bytes) { reader in
    var set = PicParameterSet()
    try set.syntax(&reader, chromaFormatIdc: 1)
  }
  #expect(found?.element == "slice_group_id" && found?.isTruncation == true)
}

@Test func orderCountCycleWithoutEnd() {
  let head = bits("01000010" + "00000000" + "00011110")
  let tail = bits(ue(0) + ue(0) + ue(1) + "1" + ue(0) + ue(0) + ue(0xFFFF_FFFE))
  let found = error(lenient: head + tail) { reader in
    var set = SeqParameterSet()
    try reader.nested(&set)
  }
  #expect(found?.element == "num_ref_frames_in_pic_order_cnt_cycle")
}

@Test func buffersWithoutNumber() {
  let found = error(lenient: bits(ue(32))) { reader in
    var hrd = HRDParameters()
    try reader.nested(&hrd)
  }
  #expect(found?.description == "hrd_parameters: cpb_cnt_minus1 at bit 0: 32 is not in 0...31")
}

@Test func parameterSetsOfImpossibleNumber() throws {
  var set = SeqParameterSet()
  set.seqParameterSetId = 32
  #expect(throws: SyntaxError.self) { try set.encoded() }
  var sets = ParameterSets()
  sets.insert(set)
  #expect(sets == ParameterSets() && sets.seqParameterSet(32) == nil && sets.seqParameterSet(.max) == nil)
  var picture = PicParameterSet()
  picture.picParameterSetId = 256
  sets.insert(picture)
  #expect(sets == ParameterSets() && sets.picParameterSet(256) == nil)
  let bytes = bits("01000010" + "00000000" + "00011110" + ue(32)) + [0xFF, 0xFF]
  #expect(throws: SyntaxError.self) { try SeqParameterSet(parsing: bytes) }
}

/// The set that a program starts from is legal.
@Test func theDefaultSequenceParameterSetIsWritten() throws {
  let set = SeqParameterSet()
  let bytes = try set.encoded()
  #expect(try SeqParameterSet(parsing: bytes) == set)
  #expect(set.profileIdc == 66 && set.croppedSize == PictureSize(width: 16, height: 16))
}

/// A part that is missing, or must be, is named by its first element.
@Test func partsThatContradictTheirConditionAreNamed() throws {
  var set = SeqParameterSet()
  set.log2MaxPicOrderCntLsbMinus4 = nil
  #expect(
    throws: SyntaxError(
      .inconsistent("a part that must be present is nil"), element: "log2_max_pic_order_cnt_lsb_minus4", path: ["seq_parameter_set_data"])
  ) { try set.encoded() }
  (set.picOrderCntType, set.log2MaxPicOrderCntLsbMinus4) = (2, 0)
  #expect(
    throws: SyntaxError(
      .inconsistent("a part that must be absent is set"), element: "log2_max_pic_order_cnt_lsb_minus4", path: ["seq_parameter_set_data"])
  ) { try set.encoded() }
  set.log2MaxPicOrderCntLsbMinus4 = nil
  set.sampleFormat = .init()
  #expect(
    throws: SyntaxError(
      .inconsistent("a part that must be absent is set"), element: "chroma_format_idc", path: ["seq_parameter_set_data"])
  ) { try set.encoded() }
  set.sampleFormat = nil
  _ = try set.encoded()
}

/// The payload of another type has no elements to name, and is an error all the same.
@Test func theWrongPayloadIsNotWritten() throws {
  var unit = NALUnit()
  unit.header = NALUnitHeader(firstByte: 30)
  unit.payload = .seqParameterSet(SeqParameterSet())
  #expect(throws: SyntaxError.self) { try unit.encoded(sets: ParameterSets()) }
  unit.header = NALUnitHeader(firstByte: 0x68)
  let error = #expect(throws: SyntaxError.self) { try unit.encoded(sets: ParameterSets()) }
  #expect(error?.element == "pic_parameter_set_id")
}
