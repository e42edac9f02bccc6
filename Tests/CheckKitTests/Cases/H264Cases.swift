import BitstreamKit
import H264Kit
import NALKit
import RemuxKit
import TestSupport
import Testing

private let stream: @Sendable () throws -> [UInt8] = { try Places.fixture("bframes.h264") }

/// A case whose bad file is the fixture with changed units.
private func units(
  _ rule: String, _ name: String, also: Set<String> = [], _ change: @escaping @Sendable (inout StreamEdit) throws -> Void
) -> RuleCase {
  RuleCase(rule: rule, name: name, also: also, codec: .h264, good: stream) { bytes in
    var edit = StreamEdit(bytes)
    try change(&edit)
    return edit.bytes
  }
}

/// A case whose bad file is the fixture with another sequence parameter set.
private func sps(
  _ rule: String, _ name: String, also: Set<String> = [], _ change: @escaping @Sendable (inout SeqParameterSet) -> Void
) -> RuleCase {
  RuleCase(rule: rule, name: name, also: also, codec: .h264, good: stream) { try StreamEdit.sps($0, change) }
}

private func vui(
  _ rule: String, _ name: String, also: Set<String> = [], _ change: @escaping @Sendable (inout VUIParameters) -> Void
) -> RuleCase {
  RuleCase(rule: rule, name: name, also: also, codec: .h264, good: stream) { try StreamEdit.vui($0, change) }
}

/// A case whose bad file has SEI messages before the first slice.
private func messages(
  _ rule: String, _ name: String, also: Set<String> = [], _ payloads: @escaping @Sendable () -> [(UInt32, SEIPayload)]
) -> RuleCase {
  units(rule, name, also: also) { try insert(payloads(), into: &$0) }
}

private func insert(_ payloads: [(UInt32, SEIPayload)], into edit: inout StreamEdit) throws {
  var information = SupplementalEnhancementInformation()
  information.messages = payloads.map { type, payload in
    var message = SEIMessage()
    (message.payloadType, message.payload) = (type, payload)
    return message
  }
  var unit = NALUnit()
  unit.header.nalUnitType = 6
  unit.payload = .sei(information)
  var sets = ParameterSets()
  for unit in edit.units[...edit.first(8)] where [7, 8].contains(unit[0] & 31) {
    sets.update(with: try NALUnit(parsing: unit, sets: sets))
  }
  sets.activeSeqParameterSetId = 0
  edit.insert(try unit.encoded(sets: sets), at: edit.first(5))
}

/// The fixture with a mastering display, in a stream whose preferred transfer function is given.
private func mastered(_ transfer: UInt8) throws -> [UInt8] {
  var (edit, volume, other) = (StreamEdit(try stream()), MasteringDisplayColourVolume(), AlternativeTransferCharacteristics())
  (volume.maxDisplayMasteringLuminance, volume.minDisplayMasteringLuminance) = (10_000_000, 50)
  other.preferredTransferCharacteristics = transfer
  try insert([(137, .masteringDisplayColourVolume(volume)), (147, .alternativeTransferCharacteristics(other))], into: &edit)
  return edit.bytes
}

extension StreamEdit {
  /// Changes the header of a slice.
  mutating func editSlice(_ index: Int, _ change: (inout SliceHeader) -> Void) throws {
    try editH264(index) { unit in
      guard case .slice(var slice) = unit.payload else { throw SyntaxError(.malformed("no slice"), element: "nal_unit_type") }
      change(&slice.sliceHeader)
      unit.payload = .slice(slice)
    }
  }

  /// Clears the first bit that follows the header of a slice, which has no emulation prevention bytes.
  fileprivate mutating func clearAlignment(_ index: Int) throws {
    var sets = ParameterSets()
    for unit in units[..<index] where [7, 8].contains(unit[0] & 31) { sets.update(with: try NALUnit(parsing: unit, sets: sets)) }
    var (reader, header, slice) = (BitReader(units[index]), NALUnitHeader(), SliceHeader())
    try reader.nested(&header)
    try slice.start(&reader)
    guard let context = sets.sliceContext(header, picParameterSetId: slice.picParameterSetId) else { return }
    try slice.body(&reader, header: header, context: context)
    units[index][reader.bitPosition / 8] &= ~(0x80 >> UInt8(reader.bitPosition % 8))
  }
}

/// A case whose bad file has some slices with more bytes than the good one, both at 25 pictures a second.
private func padded(_ rule: String, _ name: String, _ count: Int, bytes: Int) -> RuleCase {
  RuleCase(
    rule: rule, name: name, codec: .h264,
    good: {
      var edit = StreamEdit(
        try StreamEdit.vui(try stream()) { vui in
          vui.timingInfo = .init()
          vui.timingInfo?.numUnitsInTick = 1
          vui.timingInfo?.timeScale = 50
          vui.timingInfo?.fixedFrameRateFlag = true
        })
      // One set for the whole stream.
      let set = edit.units[edit.first(7)]
      for index in edit.units.indices where edit.units[index][0] & 31 == 7 { edit.units[index] = set }
      return edit.bytes
    }
  ) { good in
    var edit = StreamEdit(good)
    let slices = edit.units.indices.filter { [1, 5].contains(edit.units[$0][0] & 31) }
    for index in slices.prefix(count) { edit.units[index] += [UInt8](repeating: 0xA5, count: bytes) }
    return edit.bytes
  }
}

extension RuleCase {
  static let h264: [RuleCase] = h264Units + h264Pictures + h264References + h264Sets + h264Messages

  private static let h264Units: [RuleCase] = [
    units("h264.extension-without-set", "an auxiliary slice", also: ["h264.unsupported"]) { edit in
      edit.insert(edit.units[14], at: 15)
      edit.units[15][0] = 19
    },
    units("h264.extension-without-set", "a slice extension", also: ["h264.unsupported", "h264.malformed", "h264.truncated"]) {
      $0.insert([0x74, 0x40, 0x00, 0x07, 0x9A, 0x80], at: 15)
    },
    units("h264.order-count-step", "a picture is removed that no other refers to") { edit in
      for _ in 0..<3 { edit.remove(at: 12) }
    },
    units("h264.truncated", "a picture parameter set of one byte", also: ["h264.unresolved"]) { $0.units[$0.first(8)] = [0x68] },
    units("h264.value-out-of-range", "bit_depth_luma_minus8 is 7", also: ["h264.unresolved", "h264.malformed", "h264.truncated"]) { edit in
      // seq_parameter_set_id 0, chroma_format_idc 1, then ue(v) 7.
      edit.units[edit.first(7)].replaceSubrange(4..<7, with: [0b1010_0001, 0b0001_1000, 0xFF])
    },
    units("h264.malformed", "an IDR picture of P slices", also: ["h264.value-out-of-range", "h264.idr-numbers"]) {
      edit in
      let index = edit.units.firstIndex { $0[0] == 0x41 || $0[0] == 0x61 } ?? 0
      edit.units[index][0] = edit.units[index][0] & 0xE0 | 5
    },
    units("h264.malformed", "a picture without its first slice") { $0.remove(at: 7) },
    units("h264.malformed", "two slices in the wrong order") { $0.units.swapAt(7, 8) },
    units("h264.malformed", "a slice twice") { $0.insert($0.units[8], at: 8) },
    RuleCase(
      rule: "h264.direct-inference", name: "fields without it", codec: .h264, good: { try Places.fixture("interlaced.h264") }
    ) { bytes in try StreamEdit.sps(bytes) { $0.direct8x8InferenceFlag = false } },
    units("h264.idr-numbers", "an IDR picture with frame_num 1") { edit in
      for index in 4...5 { try edit.editSlice(index) { $0.frameNum = 1 } }
    },
    units("h264.idr-numbers", "an IDR picture with pic_order_cnt_lsb 2", also: ["h264.duplicate-poc", "h264.order-count-step"]) { edit in
      for index in 4...5 { try edit.editSlice(index) { $0.picOrderCntLsb = 2 } }
    },
    sps("h264.no-references", "max_num_ref_frames is 0", also: ["h264.reference-missing"]) { $0.maxNumRefFrames = 0 },
    units("h264.value-out-of-range", "a bit 0 before the CABAC data of a second slice") { edit in
      let index = edit.units.indices.filter { edit.units[$0][0] & 31 == 1 }[1]
      try edit.clearAlignment(index)
    },
    units("h264.malformed", "a second slice beyond the picture") { edit in
      try edit.editSlice(8) { $0.firstMbInSlice = 100_000 }
    },
    units("h264.malformed", "two slices of a picture that mark it differently") { edit in
      try edit.editSlice(5) { $0.decRefPicMarking?.idr?.longTermReferenceFlag = true }
    },
    units("h264.malformed", "a P slice after an I slice that says all are I slices") { edit in
      let slices = edit.units.indices.filter { edit.units[$0][0] & 31 == 1 }
      try edit.editSlice(slices[0]) { header in
        (header.sliceType, header.refIdxActive, header.cabacInitIdc) = (7, nil, nil)
        (header.refPicListModificationL0, header.refPicListModificationL1, header.predWeightTable) = (nil, nil, nil)
      }
    },
    units("h264.truncated", "a slice without slice data") { $0.units[8].removeSubrange(5...) },
    units("h264.filler-value", "filler of another byte") { $0.insert([0x0C, 0xFF, 0x55, 0x80], at: 9) },
    units("h264.unresolved", "no parameter sets before the first picture") { edit in
      edit.remove(at: edit.first(8))
      edit.remove(at: edit.first(7))
    },
    units("h264.forbidden-zero-bit", "a delimiter with the bit") { $0.units[$0.units.count - 3][0] |= 0x80 },
    units("h264.empty-unit", "two start codes") { $0.insert([], at: 3) },
    units("h264.nal-ref-idc-zero", "a disposable sequence parameter set") { $0.units[$0.first(7)][0] = 7 },
    units("h264.nal-ref-idc-not-zero", "a delimiter that others refer to") { $0.units[0][0] = 0x69 },
    units("h264.reserved-type", "type 17") { $0.insert([0x11, 0x80], at: 3) },
    units("h264.zero-byte-missing", "a start code of three bytes before the first unit") { $0.startCodes[0] = 3 },
    units("h264.emulation-prevention", "an escape before 04", also: ["h264.truncated"]) { edit in
      let index = edit.first(6)
      edit.units[index].insert(contentsOf: [0, 0, 3, 4], at: 40)
    },
    units("h264.emulation-prevention", "00 00 02 in slice data") { edit in
      let index = edit.first(1)
      edit.units[index].replaceSubrange(100..<103, with: [0, 0, 2])
    },
    RuleCase(
      rule: "h264.emulation-prevention", name: "a start code in slice data of a movie", good: { try Places.fixture("plain.mp4") },
      damage: { bytes in
        var bytes = bytes
        bytes.replaceSubrange(1500..<1503, with: [0, 0, 1])
        return bytes
      }),
    RuleCase(
      rule: "h264.emulation-prevention", name: "zeros up to the end of a slice of a movie", good: { try Places.fixture("plain.mp4") },
      damage: { bytes in
        var (bytes, reader) = (bytes, try MediaReader(MemorySource(bytes)))
        let sample = try #require(try reader.next())
        let end = Int(sample.offset + sample.size)
        bytes.replaceSubrange(end - 60..<end, with: [UInt8](repeating: 0, count: 60))
        return bytes
      }),
    units("h264.trailing-bytes", "a delimiter of three bytes") { $0.units[0].append(0x55) },
    units("h264.delimiter-not-first", "a delimiter after the parameter sets") { edit in
      let delimiter = edit.units[0]
      edit.remove(at: 0)
      edit.insert(delimiter, at: 2)
    },
    units("h264.delimiter-missing", "the delimiters of two pictures are removed") { edit in
      let delimiters = edit.units.indices.filter { edit.units[$0][0] & 31 == 9 }
      edit.remove(at: delimiters[5])
      edit.remove(at: delimiters[2])
    },
    units("h264.primary-pic-type", "I slices announced for a B picture") { edit in
      let delimiters = edit.units.indices.filter { edit.units[$0][0] & 31 == 9 }
      edit.units[delimiters[2]][1] = 0x10
    },
    units("h264.primary-pic-type", "SI slices announced for an I picture") { $0.units[0][1] = 0x70 },
    units("h264.end-of-stream-not-last", "an end of stream in the middle") { edit in
      edit.insert([0x0B], at: edit.units.count / 2)
    },
    units("h264.after-end-of-sequence", "an end of sequence before a picture that is not IDR") { edit in
      edit.insert([0x0A], at: edit.first(1))
    },
    units("h264.filler-before-picture", "filler after the parameter sets") { edit in
      edit.insert([0x0C, 0xFF, 0xFF, 0x80], at: edit.first(5))
    },
    units("h264.units-inside-picture", "a picture parameter set between two slices") { edit in
      edit.insert(edit.units[edit.first(8)], at: edit.first(5) + 1)
    },
  ]

  private static let h264Pictures: [RuleCase] = [
    units("h264.first-picture-not-idr", "the first picture is removed", also: ["h264.delimiter-not-first", "h264.primary-pic-type"]) {
      edit in
      while edit.units[edit.first(5)][0] & 31 == 5, edit.first(5) < 6 { edit.remove(at: edit.first(5)) }
    },
    units("h264.no-picture", "parameter sets alone") { edit in
      while edit.units.count > 3 { edit.remove(at: 3) }
    },
    units("h264.frame-num-gap", "a reference picture is removed", also: ["h264.order-count-step"]) { edit in
      // The access unit after the first picture: a delimiter and two slices.
      for _ in 0..<3 { edit.remove(at: 6) }
    },
    units("h264.idr-pic-id-repeated", "the same IDR picture twice") { edit in
      let first = Array(edit.units[0..<6])
      for unit in first.reversed() { edit.insert(unit, at: 0) }
    },
    units("h264.duplicate-poc", "the same B picture twice") { edit in
      let picture = Array(edit.units[12..<15])
      for unit in picture.reversed() { edit.insert(unit, at: 15) }
    },
    RuleCase(
      rule: "h264.order-count-type", name: "two pictures of type 2 without a reference between them", also: ["h264.duplicate-poc"],
      codec: .h264,
      good: { try OutputOrderStream.bytes(references: [false, true, false, true]) }
    ) { _ in try OutputOrderStream.bytes(references: [false, false, true, true]) },
    units("h264.set-changed", "another set before a B picture") { edit in
      let changed = StreamEdit(try StreamEdit.sps(edit.bytes) { $0.levelIdc = 30 })
      edit.insert(changed.units[changed.first(7)], at: 10)
    },
    RuleCase(
      rule: "h264.unused-set", name: "a set that no slice names", codec: .h264, good: { try Places.fixture("interlaced.h264") },
      damage: { bytes in
        var edit = StreamEdit(bytes)
        let index = edit.first(8)
        edit.insert(edit.units[index], at: index)
        try edit.editH264(index) { unit in
          guard case .picParameterSet(var set) = unit.payload else { return }
          set.picParameterSetId = 9
          unit.payload = .picParameterSet(set)
        }
        return edit.bytes
      }),
    sps("h264.picture-buffer", "two references in a buffer of two frames", also: ["h264.reference-missing"]) {
      $0.maxNumRefFrames = 2
      $0.vuiParameters?.bitstreamRestriction?.maxDecFrameBuffering = 2
    },
    vui("h264.reorder-exceeded", "max_num_reorder_frames 0") { $0.bitstreamRestriction?.maxNumReorderFrames = 0 },
  ]

  private static let h264Sets: [RuleCase] = [
    sps("h264.unknown-profile", "profile 99") {
      $0.profileIdc = 99
      $0.sampleFormat = nil
    },
    sps("h264.unknown-level", "level 7.7") { $0.levelIdc = 77 },
    sps("h264.reserved-bits", "reserved_zero_2bits 1") { $0.reservedZero2bits = 1 },
    sps("h264.cropped-away", "all columns are cropped") {
      $0.frameCropping = .init()
      $0.frameCropping?.frameCropLeftOffset = 64
    },
    sps("h264.level-picture-size", "a width of 4096 samples", also: ["h264.level-references", "h264.buffering-above-level"]) {
      $0.picWidthInMbsMinus1 = 255
    },
    vui("h264.level-macroblock-rate", "a fixed rate of 500 frames a second") {
      $0.timingInfo?.numUnitsInTick = 1
      $0.timingInfo?.timeScale = 1000
      $0.timingInfo?.fixedFrameRateFlag = true
    },
    sps("h264.level-references", "nine reference frames", also: ["h264.buffering-below-references"]) { $0.maxNumRefFrames = 9 },
    vui("h264.buffering-above-level", "a buffer of sixteen frames") { $0.bitstreamRestriction?.maxDecFrameBuffering = 16 },
    vui("h264.buffering-below-references", "a buffer of three frames for four references") {
      $0.bitstreamRestriction?.maxDecFrameBuffering = 3
    },
    vui("h264.reorder-above-buffering", "five frames are reordered in a buffer of four") {
      $0.bitstreamRestriction?.maxNumReorderFrames = 5
    },
    sps("h264.profile-tools", "Baseline with CABAC", also: ["h264.profile-slices"]) {
      $0.profileIdc = 66
      $0.sampleFormat = nil
    },
    sps("h264.profile-tools", "High 4:2:2 with lossless coding") {
      $0.profileIdc = 122
      $0.sampleFormat?.qpprimeYZeroTransformBypassFlag = true
    },
    sps("h264.profile-tools", "High 10 of 12 bits") {
      $0.profileIdc = 110
      $0.sampleFormat?.bitDepthLumaMinus8 = 4
    },
    RuleCase(
      rule: "h264.profile-tools", name: "Extended with CABAC", codec: .h264,
      good: { try StreamEdit.pps(try stream()) { $0.extension = nil } }
    ) { bytes in
      try StreamEdit.sps(bytes) { ($0.profileIdc, $0.sampleFormat) = (88, nil) }
    },
    sps("h264.profile-tools", "constraint_set1_flag with transforms of 8 x 8") { $0.constraintSet1Flag = true },
    sps("h264.profile-slices", "constraint_set5_flag with B slices") { $0.constraintSet5Flag = true },
    RuleCase(
      rule: "h264.profile-tools", name: "constraint_set4_flag with fields", codec: .h264, good: { try Places.fixture("interlaced.h264") }
    ) { bytes in try StreamEdit.sps(bytes) { $0.constraintSet4Flag = true } },
    RuleCase(rule: "h264.value-out-of-range", name: "pic_init_qp_minus26 is -27 at 8 bits", codec: .h264, good: stream) { bytes in
      try StreamEdit.pps(bytes) { $0.picInitQpMinus26 = -27 }
    },
    units("h264.profile-slices", "a data partition in the High profile") { edit in
      edit.units[8][0] = edit.units[8][0] & 0xE0 | 4
    },
    sps("h264.profile-slices", "an intra profile with P slices") {
      $0.profileIdc = 110
      $0.constraintSet3Flag = true
    },
    sps("h264.profile-slices", "High with the flag of intra profiles") { $0.constraintSet3Flag = true },
    vui("h264.reserved-aspect-ratio", "aspect_ratio_idc 99") {
      $0.aspectRatioIdc = 99
      ($0.sarWidth, $0.sarHeight) = (nil, nil)
    },
    vui("h264.reserved-colour", "colour_primaries 33") {
      $0.videoSignalType = .init()
      $0.videoSignalType?.colourDescription = .init()
      $0.videoSignalType?.colourDescription?.colourPrimaries = 33
    },
    vui("h264.rgb-chroma", "RGB in 4:2:0") {
      $0.videoSignalType = .init()
      $0.videoSignalType?.colourDescription = .init()
      $0.videoSignalType?.colourDescription?.matrixCoefficients = 0
    },
    vui("h264.implausible-frame-rate", "a time scale of 90 kHz alone") {
      $0.timingInfo?.fixedFrameRateFlag = true
      $0.timingInfo?.numUnitsInTick = 1
      $0.timingInfo?.timeScale = 90_000
    },
    RuleCase(
      rule: "h264.level-interlaced", name: "fields at level 2", codec: .h264, good: { try Places.fixture("interlaced.h264") },
      damage: { try StreamEdit.sps($0) { $0.levelIdc = 20 } }),
    vui("h264.low-delay-fixed-rate", "both flags", also: ["h264.missing-pic-timing", "h264.missing-buffering-period"]) {
      var hrd = HRDParameters()
      hrd.schedules = [.init()]
      hrd.schedules[0].bitRateValueMinus1 = 1000
      hrd.schedules[0].cpbSizeValueMinus1 = 1000
      ($0.nalHrdParameters, $0.lowDelayHrdFlag) = (hrd, true)
      $0.timingInfo?.fixedFrameRateFlag = true
    },
    vui("h264.hrd-above-level", "100 Mbit/s in level 1", also: ["h264.missing-pic-timing", "h264.missing-buffering-period"]) {
      var hrd = HRDParameters()
      hrd.schedules = [.init()]
      hrd.schedules[0].bitRateValueMinus1 = 1_562_499
      hrd.schedules[0].cpbSizeValueMinus1 = 1000
      $0.nalHrdParameters = hrd
      $0.lowDelayHrdFlag = false
    },
    RuleCase(rule: "h264.zero-timing", name: "num_units_in_tick 0", also: ["h264.value-out-of-range"], codec: .h264, good: stream) {
      bytes in
      // num_units_in_tick is 32 bits that no other value of the set resembles.
      let marked = try StreamEdit.vui(bytes) { $0.timingInfo?.numUnitsInTick = 0x5A5A_5A5A }
      var edit = StreamEdit(marked)
      let index = edit.first(7)
      var bits = EmulationPrevention.removing(from: edit.units[index]).flatMap { byte in (0..<8).map { byte >> (7 - UInt8($0)) & 1 } }
      let pattern = (0..<32).map { UInt8(truncatingIfNeeded: UInt32(0x5A5A_5A5A) >> UInt32(31 - $0) & 1) }
      for start in 0..<bits.count - 32 where Array(bits[start..<start + 32]) == pattern {
        bits.replaceSubrange(start..<start + 32, with: [UInt8](repeating: 0, count: 32))
        break
      }
      let rbsp: [UInt8] = stride(from: 0, to: bits.count, by: 8).map { at in bits[at..<at + 8].reduce(0 as UInt8) { $0 << 1 | $1 } }
      edit.units[index] = EmulationPrevention.adding(to: rbsp)
      return edit.bytes
    },
  ]

  private static let h264Messages: [RuleCase] = [
    RuleCase(
      rule: "h264.pic-struct", name: "a field in a stream of frames", also: ["h264.missing-pic-timing"], codec: .h264, good: stream
    ) { bytes in
      var edit = StreamEdit(try StreamEdit.vui(bytes) { $0.picStructPresentFlag = true })
      // pic_struct 1, a clock_timestamp_flag of 0, and the bit that ends the payload.
      edit.insert([0x06, 0x01, 0x01, 0b0001_0100, 0x80], at: edit.first(5))
      return edit.bytes
    },
    RuleCase(
      rule: "h264.mastering-display-transfer", name: "another transfer function is preferred", codec: .h264, good: { try mastered(18) },
      damage: { _ in try mastered(1) }),
    messages("h264.mastering-display-transfer", "a mastering display in SDR") {
      var volume = MasteringDisplayColourVolume()
      (volume.maxDisplayMasteringLuminance, volume.minDisplayMasteringLuminance) = (10_000_000, 50)
      return [(137, .masteringDisplayColourVolume(volume))]
    },
    messages("h264.light-level", "the average above the maximum") {
      var level = ContentLightLevelInfo()
      (level.maxContentLightLevel, level.maxPicAverageLightLevel) = (400, 1000)
      return [(144, .contentLightLevelInfo(level))]
    },
    messages("h264.light-above-mastering", "4,000 candelas on a display of 1,000", also: ["h264.mastering-display-transfer"]) {
      var volume = MasteringDisplayColourVolume()
      (volume.maxDisplayMasteringLuminance, volume.minDisplayMasteringLuminance) = (10_000_000, 50)
      var level = ContentLightLevelInfo()
      (level.maxContentLightLevel, level.maxPicAverageLightLevel) = (4000, 400)
      return [(137, .masteringDisplayColourVolume(volume)), (144, .contentLightLevelInfo(level))]
    },
    messages("h264.mastering-luminance", "minimum above maximum", also: ["h264.mastering-display-transfer"]) {
      var volume = MasteringDisplayColourVolume()
      (volume.maxDisplayMasteringLuminance, volume.minDisplayMasteringLuminance) = (50, 10_000_000)
      return [(137, .masteringDisplayColourVolume(volume))]
    },
    messages("h264.buffering-period-order", "a buffering period after another message", also: ["h264.timing-without-hrd"]) {
      [(6, .recoveryPoint(RecoveryPoint())), (0, .bufferingPeriod(BufferingPeriod()))]
    },
    messages("h264.timing-without-hrd", "a buffering period without HRD parameters", also: ["h264.buffering-period-order"]) {
      [(0, .bufferingPeriod(BufferingPeriod()))]
    },
    vui("h264.missing-pic-timing", "pic_struct_present_flag without messages") { $0.picStructPresentFlag = true },
    RuleCase(
      rule: "h264.missing-slices", name: "the second slice of one of many pictures is lost", codec: .h264,
      good: { try (0..<6).flatMap { _ in try Places.fixture("bframes.h264") } }
    ) { bytes in
      var edit = StreamEdit(bytes)
      // A slice that is not referred to and does not begin its picture: its first bit is not that of first_mb_in_slice 0.
      let slices = edit.units.indices.filter { edit.units[$0][0] == 0x01 && edit.units[$0][1] & 0x80 == 0 }
      edit.remove(at: slices[slices.count / 2])
      return edit.bytes
    },
    RuleCase(
      rule: "h264.missing-buffering-period", name: "only one IDR picture has one", codec: .h264,
      good: { try BufferedStream.h264(bitRate: 2_000_000) }
    ) { _ in try BufferedStream.h264(bitRate: 2_000_000, hasOnePeriod: true) },
    units("h264.recovery-point", "a B picture") { edit in
      var sets = ParameterSets()
      for unit in edit.units[..<edit.first(5)] where [7, 8].contains(unit[0] & 31) {
        sets.update(with: try NALUnit(parsing: unit, sets: sets))
      }
      var unit = NALUnit()
      unit.header.nalUnitType = 6
      var (information, message) = (SupplementalEnhancementInformation(), SEIMessage())
      (message.payloadType, message.payload) = (6, .recoveryPoint(RecoveryPoint()))
      information.messages = [message]
      unit.payload = .sei(information)
      // After the delimiter of the fourth picture.
      edit.insert(try unit.encoded(sets: sets), at: 13)
    },
    RuleCase(
      rule: "h264.hrd-conformance", name: "a rate of 6400 bits a second", codec: .h264,
      good: { try BufferedStream.h264(bitRate: 2_000_000) }
    ) { _ in try BufferedStream.h264(bitRate: 6400) },
    RuleCase(
      rule: "h264.hrd-conformance", name: "a buffer of 128 bits", codec: .h264, good: { try BufferedStream.h264(bitRate: 2_000_000) }
    ) { _ in try BufferedStream.h264(bitRate: 2_000_000, size: 128) },
    RuleCase(
      rule: "h264.hrd-conformance", name: "fields at a rate of 6400 bits a second", codec: .h264,
      good: { try BufferedStream.h264Fields(bitRate: 2_000_000) }
    ) { _ in try BufferedStream.h264Fields(bitRate: 6400) },
    RuleCase(
      rule: "h264.hrd-conformance", name: "second fields that are removed before their bits arrive", codec: .h264,
      good: { try BufferedStream.h264Fields(bitRate: 150_000, initialDelay: 1800) }
    ) { _ in try BufferedStream.h264Fields(bitRate: 150_000, initialDelay: 1800, fieldDelay: 0) },
    RuleCase(
      rule: "h264.hrd-conformance", name: "second fields that are removed with the first ones", codec: .h264,
      good: { try BufferedStream.h264Fields(bitRate: 2_000_000) }
    ) { _ in try BufferedStream.h264Fields(bitRate: 2_000_000, fieldDelay: 0) },
    RuleCase(
      rule: "h264.hrd-conformance", name: "B pictures that are output as they are decoded", codec: .h264,
      good: { try BufferedStream.h264(bitRate: 2_000_000) }
    ) { _ in try BufferedStream.h264(bitRate: 2_000_000, isReordered: false) },
    padded("h264.level-bit-rate", "pictures of 8 kB at level 1", 10, bytes: 8000),
    padded("h264.compression-ratio", "a picture of 28 kB at level 1", 1, bytes: 28_000),
    RuleCase(
      rule: "h264.cabac-zero-words", name: "a zero word after a slice of CAVLC", codec: .h264,
      good: { try StreamEdit.pps(try stream()) { $0.entropyCodingModeFlag = false } }
    ) { bytes in
      var edit = StreamEdit(bytes)
      edit.units[edit.first(5)] += [0, 0, 3]
      return edit.bytes
    },
    units("h264.unread-message", "a recovery point of too few bits", also: ["h264.truncated"]) { edit in
      edit.insert([0x06, 0x06, 0x02, 0x00, 0x04, 0x80], at: edit.first(5))
    },
  ]
}
