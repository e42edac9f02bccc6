import BitstreamKit
import HEVCKit
import TestSupport
import NALKit

private let stream: @Sendable () throws -> [UInt8] = { try Places.fixture("opengop.hevc") }

/// A case whose bad file is the fixture with changed units.
private func units(
  _ rule: String, _ name: String, also: Set<String> = [], _ change: @escaping @Sendable (inout StreamEdit) throws -> Void
) -> RuleCase {
  RuleCase(rule: rule, name: name, also: also, codec: .hevc, good: stream) { bytes in
    var edit = StreamEdit(bytes)
    try change(&edit)
    return edit.bytes
  }
}

/// A case whose bad file is the fixture with another sequence parameter set at its beginning.
private func sps(
  _ rule: String, _ name: String, also: Set<String> = [], _ change: @escaping @Sendable (inout SeqParameterSet) -> Void
) -> RuleCase {
  units(rule, name, also: also) { try $0.editSPS(1, change) }
}

private func vui(
  _ rule: String, _ name: String, also: Set<String> = [], _ change: @escaping @Sendable (inout VUIParameters) -> Void
) -> RuleCase {
  sps(rule, name, also: also) { set in
    var vui = set.vuiParameters ?? VUIParameters()
    change(&vui)
    set.vuiParameters = vui
  }
}

/// A case whose bad file has a profile of format range extensions, with these flags from max_12bit to one_picture_only.
private func extended(_ name: String, _ flags: UInt64, _ change: @escaping @Sendable (inout SeqParameterSet) -> Void = { _ in })
  -> RuleCase
{
  sps("hevc.profile-format", name, also: ["hevc.profile-differs"]) {
    $0.profileTierLevel?.general?.profileIdc = 4
    $0.profileTierLevel?.general?.profileCompatibilityFlags = 1 << 27
    $0.profileTierLevel?.general?.constraintBits = flags << 35
    change(&$0)
  }
}

private func colour(_ rule: String, _ name: String, _ change: @escaping @Sendable (inout VUIParameters.ColourDescription) -> Void)
  -> RuleCase
{
  vui(rule, name) { vui in
    var colour = VUIParameters.ColourDescription()
    change(&colour)
    vui.videoSignalType = .init()
    vui.videoSignalType?.colourDescription = colour
  }
}

/// A case whose bad file has SEI messages before the first picture.
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
  unit.header.nalUnitType = 39
  unit.payload = .sei(information)
  var sets = ParameterSets()
  for unit in edit.units[..<3] { sets.update(with: try NALUnit(parsing: unit, sets: sets)) }
  edit.insert(try unit.encoded(sets: sets), at: 3)
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
  fileprivate mutating func editSPS(_ index: Int, _ change: (inout SeqParameterSet) -> Void) throws {
    try editHEVC(index) { unit in
      guard case .seqParameterSet(var set) = unit.payload else { return }
      change(&set)
      unit.payload = .seqParameterSet(set)
    }
  }

  /// Sets the last bit before the data of a slice segment, which has no emulation prevention bytes.
  fileprivate func align(_ segment: inout [UInt8]) throws {
    var sets = ParameterSets()
    for unit in units where (32...34).contains(unit[0] >> 1 & 63) { sets.update(with: try NALUnit(parsing: unit, sets: sets)) }
    var (reader, header, slice) = (BitReader(segment), NALUnitHeader(), SliceSegmentHeader())
    try reader.nested(&header)
    try slice.start(&reader, header)
    guard let context = sets.sliceContext(picParameterSetId: slice.slicePicParameterSetId, layer: 0) else { return }
    try slice.beforeEntryPoints(&reader, header, context)
    try slice.behindEntryPoints(&reader, header, context)
    segment[reader.bitPosition / 8 - 1] ^= 1
  }

  /// Makes a further slice segment of the picture in a unit, at another coding tree block.
  fileprivate func segment(of index: Int) throws -> [UInt8] {
    var copy = self
    try copy.editHEVC(index) { unit in
      guard case .sliceSegment(var slice) = unit.payload else { return }
      slice.sliceSegmentHeader.firstSliceSegmentInPicFlag = false
      slice.sliceSegmentHeader.sliceSegmentAddress = 1
      unit.payload = .sliceSegment(slice)
    }
    return copy.units[index]
  }
}

extension RuleCase {
  /// A stream whose pictures have a further slice segment each.
  private static func segmented() throws -> [UInt8] {
    var edit = StreamEdit(try Places.fixture("opengop.hevc"))
    for index in edit.units.indices.reversed() where edit.units[index][0] >> 1 & 63 < 32 {
      edit.insert(edit.units[index], at: index + 1)
      try edit.editHEVC(index + 1) { unit in
        guard case .sliceSegment(var layer) = unit.payload else { return }
        (layer.sliceSegmentHeader.firstSliceSegmentInPicFlag, layer.sliceSegmentHeader.sliceSegmentAddress) = (false, 1)
        unit.payload = .sliceSegment(layer)
      }
    }
    return (0..<8).flatMap { _ in edit.bytes }
  }

  /// A stream whose slices may have entry points, and the first of which has one at an offset.
  private static func wavefront(_ offset: UInt32?) throws -> [UInt8] {
    var edit = StreamEdit(try Places.fixture("opengop.hevc"))
    var (old, new) = (ParameterSets(), ParameterSets())
    for unit in edit.units[..<3] { old.update(with: try NALUnit(parsing: unit, sets: old)) }
    try edit.editHEVC(2) { unit in
      guard case .picParameterSet(var set) = unit.payload else { return }
      set.entropyCodingSyncEnabledFlag = true
      unit.payload = .picParameterSet(set)
    }
    for unit in edit.units[..<3] { new.update(with: try NALUnit(parsing: unit, sets: new)) }
    var offset = offset
    for index in edit.units.indices where edit.units[index][0] >> 1 & 63 < 32 {
      var unit = try NALUnit(parsing: edit.units[index], sets: old)
      guard case .sliceSegment(var layer) = unit.payload else { continue }
      layer.sliceSegmentHeader.entryPoints = .init()
      if let first = offset {
        layer.sliceSegmentHeader.entryPoints?.offsetLenMinus1 = 15
        layer.sliceSegmentHeader.entryPoints?.entryPointOffsetMinus1 = [first]
      }
      offset = nil
      unit.payload = .sliceSegment(layer)
      edit.units[index] = try unit.encoded(sets: new)
    }
    return edit.bytes
  }

  /// A stream without its SEI units.
  private static func withoutMessages(_ bytes: [UInt8]) -> [UInt8] {
    var edit = StreamEdit(bytes)
    edit.units.removeAll { $0[0] >> 1 & 63 == 39 }
    return edit.bytes
  }

  private static let hevcBuffers: [RuleCase] = [
    RuleCase(
      rule: "hevc.compression-ratio", name: "a picture of 40 kB at level 1", codec: .hevc,
      good: { try BufferedStream.hevc(bitRate: 20_000_000) }
    ) { bytes in
      var edit = StreamEdit(bytes)
      let slice = edit.units.firstIndex { $0[0] >> 1 & 63 < 32 } ?? 0
      edit.units[slice] += [UInt8](repeating: 0xA5, count: 40_000)
      return edit.bytes
    },
    RuleCase(
      rule: "hevc.hrd-conformance", name: "a rate of 6400 bits a second", codec: .hevc,
      good: { try BufferedStream.hevc(bitRate: 2_000_000) }
    ) { _ in try BufferedStream.hevc(bitRate: 6400) },
    RuleCase(
      rule: "hevc.hrd-conformance", name: "a buffer of 128 bits", codec: .hevc, good: { try BufferedStream.hevc(bitRate: 2_000_000) }
    ) { _ in try BufferedStream.hevc(bitRate: 2_000_000, size: 128) },
    RuleCase(
      rule: "hevc.hrd-conformance", name: "B pictures that are output as they are decoded", codec: .hevc,
      good: { try BufferedStream.hevc(bitRate: 2_000_000) }
    ) { _ in try BufferedStream.hevc(bitRate: 2_000_000, isReordered: false) },
    RuleCase(
      rule: "hevc.missing-pic-timing", name: "HRD parameters without messages", also: ["hevc.missing-buffering-period"], codec: .hevc,
      good: { try BufferedStream.hevc(bitRate: 2_000_000) }, damage: withoutMessages),
    RuleCase(
      rule: "hevc.missing-slices", name: "the second segment of one of many pictures is lost", codec: .hevc, good: segmented,
      damage: { bytes in
        var edit = StreamEdit(bytes)
        let segments = edit.units.indices.filter { edit.units[$0][0] >> 1 & 63 == 0 && edit.units[$0][2] & 0x80 == 0 }
        edit.remove(at: segments[segments.count / 2])
        return edit.bytes
      }),
    RuleCase(
      rule: "hevc.missing-buffering-period", name: "HRD parameters without messages", also: ["hevc.missing-pic-timing"], codec: .hevc,
      good: { try BufferedStream.hevc(bitRate: 2_000_000) }, damage: withoutMessages),
    units("hevc.recovery-point", "a P or B picture") { edit in
      var sets = ParameterSets()
      for unit in edit.units[..<3] { sets.update(with: try NALUnit(parsing: unit, sets: sets)) }
      var unit = NALUnit()
      unit.header.nalUnitType = 39
      var (information, message) = (SupplementalEnhancementInformation(), SEIMessage())
      (message.payloadType, message.payload) = (6, .recoveryPoint(RecoveryPoint()))
      information.messages = [message]
      unit.payload = .sei(information)
      let index = edit.units.indices.first { edit.units[$0][0] >> 1 & 63 < 2 } ?? 0
      edit.insert(try unit.encoded(sets: sets), at: index)
    },
    units(
      "hevc.nested-type", "a trailing picture of the second sub-layer", also: ["hevc.temporal-id-above-set", "hevc.reference-excluded"]
    ) { edit in
      let index = edit.units.indices.first { edit.units[$0][0] >> 1 & 63 < 2 } ?? 0
      edit.units[index][1] = edit.units[index][1] & 0xF8 | 2
    },
  ]

  static let hevc: [RuleCase] = hevcBuffers + hevcUnits + hevcTypes + hevcPictures + hevcSets + hevcLevels + hevcUsability + hevcMessages

  private static let hevcUnits: [RuleCase] = [
    units("hevc.truncated", "a picture parameter set of two bytes", also: ["hevc.unresolved"]) { $0.units[2] = [0x44, 0x01] },
    units("hevc.value-out-of-range", "pic_type 7") { $0.insert([0x46, 0x01, 0xF0], at: 0) },
    units("hevc.malformed", "a delimiter without a picture") { $0.insert([0x46, 0x01, 0x50], at: $0.units.count) },
    units("hevc.unresolved", "no picture parameter set before the first picture") { $0.remove(at: 2) },
    units("hevc.forbidden-zero-bit", "a suffix SEI with the bit") { $0.units[5][0] |= 0x80 },
    units("hevc.filler-value", "filler of another byte") { $0.insert([0x4C, 0x01, 0xFF, 0x55, 0x80], at: 5) },
    units("hevc.empty-unit", "two start codes", also: ["hevc.truncated"]) { $0.insert([], at: 5) },
    units("hevc.nuh-temporal-id-zero", "a header that ends in zeros") { $0.units[5][1] = 0 },
    units("hevc.reserved-type", "type 41") { $0.insert([0x52, 0x01, 0x80], at: 3) },
    units("hevc.zero-byte-missing", "a start code of three bytes before the first unit") { $0.startCodes[0] = 3 },
    RuleCase(
      rule: "hevc.emulation-prevention", name: "a start code in slice data of a movie", good: { try Places.fixture("hvc1.mp4") },
      damage: { bytes in
        var bytes = bytes
        bytes.replaceSubrange(300..<303, with: [0, 0, 1])
        return bytes
      }),
    units("hevc.emulation-prevention", "an escape before 04") { $0.units[3].replaceSubrange(40..<44, with: [0, 0, 3, 4, 0x41]) },
    units("hevc.trailing-bytes", "a delimiter of four bytes", also: ["hevc.malformed"]) { $0.insert([0x46, 0x01, 0x50, 0x55], at: 0) },
    units("hevc.delimiter-not-first", "a delimiter after the parameter sets") { $0.insert([0x46, 0x01, 0x50], at: 2) },
    units("hevc.delimiter-missing", "delimiters before all pictures but the third") { edit in
      let pictures = edit.units.indices.filter { edit.units[$0][0] >> 1 & 63 < 32 && edit.units[$0][2] & 0x80 != 0 }
      for var index in pictures.indices.reversed().filter({ $0 != 2 }).map({ pictures[$0] }) {
        while index > 0, [32, 33, 34, 39].contains(edit.units[index - 1][0] >> 1 & 63) { index -= 1 }
        edit.insert([0x46, 0x01, 0x50], at: index)
      }
    },
    units("hevc.pic-type", "I slices announced for a picture of P slices") { $0.insert([0x46, 0x01, 0x10], at: 6) },
    units("hevc.units-inside-picture", "a parameter set between two slice segments") { edit in
      let segment = try edit.segment(of: 4)
      edit.insert(segment, at: 5)
      edit.insert(edit.units[2], at: 5)
    },
    units("hevc.suffix-before-picture", "a hash before the picture") { $0.insert($0.units[5], at: 3) },
    units("hevc.after-end-of-sequence", "an end of sequence before a trailing picture") { $0.insert([0x48, 0x01], at: 6) },
    units("hevc.end-of-bitstream-not-last", "an end of bitstream in the middle", also: ["hevc.skipped-leading"]) {
      $0.insert([0x4A, 0x01], at: 24)
    },
  ]

  private static let hevcTypes: [RuleCase] = [
    units("hevc.first-picture-not-irap", "the first picture is removed") { edit in
      edit.remove(at: 5)
      edit.remove(at: 4)
    },
    units("hevc.no-picture", "parameter sets alone", also: ["hevc.malformed"]) { edit in
      while edit.units.count > 3 { edit.remove(at: 3) }
    },
    units("hevc.skipped-leading", "the stream begins with a CRA picture") { edit in
      for _ in 0..<24 { edit.remove(at: 0) }
    },
    units(
      "hevc.leading-after-trailing", "a RASL picture after a trailing picture", also: ["hevc.reference-missing", "hevc.reorder-exceeded"]
    ) { edit in
      let picture = Array(edit.units[30..<32])
      edit.insert(picture[1], at: 36)
      edit.insert(picture[0], at: 36)
      edit.remove(at: 31)
      edit.remove(at: 30)
    },
    units("hevc.leading-not-allowed", "RASL pictures after BLA_W_RADL", also: ["hevc.skipped-leading"]) { $0.units[28][0] = 17 << 1 },
    units("hevc.order-against-irap", "a RASL picture called trailing", also: ["hevc.leading-after-trailing", "hevc.reference-excluded"]) {
      $0.units[30][0] = 1 << 1
    },
    units("hevc.irap-temporal-id", "a CRA picture in sub-layer 1", also: ["hevc.temporal-id-above-set", "hevc.reference-excluded"]) {
      $0.units[28][1] = 2
    },
    units("hevc.switching-temporal-id", "a TSA picture in sub-layer 0") { $0.units[6][0] = 3 << 1 },
    units("hevc.set-temporal-id", "a video parameter set in sub-layer 1") { $0.units[24][1] = 2 },
    units("hevc.temporal-id-above-set", "a picture in sub-layer 1", also: ["hevc.nested-type"]) { $0.units[10][1] = 2 },
  ]

  private static let hevcPictures: [RuleCase] = [
    units("hevc.reference-missing", "a picture that others refer to is removed", also: ["hevc.order-count-step"]) { edit in
      edit.remove(at: 7)
      edit.remove(at: 6)
    },
    units("hevc.reference-excluded", "RASL pictures called RADL") { edit in
      for index in edit.units.indices where [8, 9].contains(edit.units[index][0] >> 1) { edit.units[index][0] -= 4 }
    },
    units("hevc.reference-excluded", "a picture that others refer to is a sub-layer non-reference picture") { $0.units[6][0] = 0 },
    units("hevc.reference-count", "a P picture whose set is empty", also: ["hevc.reference-missing"]) { edit in
      try edit.editHEVC(6) { unit in
        guard case .sliceSegment(var slice) = unit.payload else { return }
        slice.sliceSegmentHeader.sliceHeader?.references?.stRefPicSet?.pictures?.usedByCurrPicS0Flags = 0
        slice.sliceSegmentHeader.sliceHeader?.references?.stRefPicSet?.pictures?.usedByCurrPicS1Flags = 0
        unit.payload = .sliceSegment(slice)
      }
    },
    sps(
      "hevc.picture-buffer", "a buffer of three pictures", also: ["hevc.reference-count", "hevc.reorder-exceeded", "hevc.sub-layer-order"]
    ) {
      $0.subLayerOrderingInfo[0].maxDecPicBufferingMinus1 = 2
    },
    units("hevc.order-count-step", "a picture is removed that no other refers to") { edit in
      edit.remove(at: 17)
      edit.remove(at: 16)
    },
    units("hevc.duplicate-poc", "the same picture twice") { edit in
      edit.insert(edit.units[11], at: 12)
      edit.insert(edit.units[10], at: 12)
    },
    sps("hevc.reorder-exceeded", "sps_max_num_reorder_pics 0") { $0.subLayerOrderingInfo[0].maxNumReorderPics = 0 },
    sps("hevc.latency-exceeded", "a latency of one picture", also: ["hevc.reorder-exceeded"]) {
      $0.subLayerOrderingInfo[0].maxNumReorderPics = 1
      $0.subLayerOrderingInfo[0].maxLatencyIncreasePlus1 = 1
    },
    units("hevc.set-changed", "another set before a trailing picture", also: ["hevc.profile-differs"]) { edit in
      edit.insert(edit.units[1], at: 10)
      try edit.editSPS(10) { $0.profileTierLevel?.generalLevelIdc = 60 }
    },
    units("hevc.unused-set", "a set that no slice names") { edit in
      edit.insert(edit.units[2], at: 3)
      try edit.editHEVC(3) { unit in
        guard case .picParameterSet(var set) = unit.payload else { return }
        set.ppsPicParameterSetId = 9
        unit.payload = .picParameterSet(set)
      }
    },
  ]

  private static let hevcSets: [RuleCase] = [
    sps("hevc.profile-differs", "interlaced sources in the SPS alone") { $0.profileTierLevel?.general?.interlacedSourceFlag = true },
    sps("hevc.profile-differs", "another level in the SPS") { $0.profileTierLevel?.generalLevelIdc = 90 },
    units("hevc.layers-without-extension", "three layers", also: ["hevc.set-changed"]) { $0.units[0][3] |= 0x20 },
    units("hevc.layers-without-extension", "an external base layer", also: ["hevc.set-changed"]) { $0.units[0][2] &= 0xF7 },
    sps("hevc.unknown-profile", "profile 12", also: ["hevc.profile-differs"]) {
      $0.profileTierLevel?.general?.profileIdc = 12
      $0.profileTierLevel?.general?.profileCompatibilityFlags = 1 << 19
    },
    sps("hevc.unknown-level", "level 2.57", also: ["hevc.profile-differs"]) { $0.profileTierLevel?.generalLevelIdc = 77 },
    sps("hevc.compatibility-flag", "Main that is compatible with Main 10 alone", also: ["hevc.profile-differs"]) {
      $0.profileTierLevel?.general?.profileCompatibilityFlags = 1 << 29
    },
    sps("hevc.profile-format", "Main of 10 bits") { $0.format?.bitDepthLumaMinus8 = 2 },
    units("hevc.profile-format", "Main Still Picture with many pictures", also: ["hevc.profile-differs"]) { edit in
      try edit.editSPS(1) {
        $0.profileTierLevel?.general?.profileIdc = 3
        $0.profileTierLevel?.general?.profileCompatibilityFlags |= 1 << 28
      }
    },
    extended("the flag of intra profiles with P pictures", 0b1111_1010),
    extended("the flag of one picture with many", 0b0000_0001),
    extended("monochrome alone in 4:2:0", 0b0000_0100),
    extended("at most 8 bits with 10", 0b0010_0000) { $0.format?.bitDepthLumaMinus8 = 2 },
    vui("hevc.profile-format", "frames alone in a stream of fields", also: ["hevc.missing-pic-timing"]) {
      ($0.fieldSeqFlag, $0.frameFieldInfoPresentFlag) = (true, true)
    },
    units("hevc.value-out-of-range", "init_qp_minus26 is -27 at 8 bits") { edit in
      try edit.editHEVC(2) { unit in
        guard case .picParameterSet(var set) = unit.payload else { return }
        set.initQpMinus26 = -27
        unit.payload = .picParameterSet(set)
      }
    },
    RuleCase(rule: "hevc.malformed", name: "entry points beyond the data", codec: .hevc, good: { try wavefront(nil) }) { _ in
      try wavefront(5000)
    },
    sps("hevc.profile-block-size", "level 5 with coding tree blocks of 16 samples", also: ["hevc.profile-differs"]) {
      $0.profileTierLevel?.generalLevelIdc = 150
      $0.log2DiffMaxMinLumaCodingBlockSize = 1
      $0.log2DiffMaxMinLumaTransformBlockSize = 2
    },
    sps("hevc.picture-alignment", "a height of 92 samples") { $0.format?.picHeightInLumaSamples = 92 },
    sps("hevc.cropped-away", "all columns are cropped") {
      $0.format?.conformanceWindow = Window()
      $0.format?.conformanceWindow?.leftOffset = 64
    },
    sps("hevc.sub-layer-order", "a second sub-layer with lower limits", also: ["hevc.set-above-vps", "hevc.reorder-exceeded"]) {
      $0.spsMaxSubLayersMinus1 = 1
      $0.profileTierLevel?.subLayers = [.init()]
      $0.profileTierLevel?.reservedZero2bits = ShortList([UInt8](repeating: 0, count: 7))
      var upper = $0.subLayerOrderingInfo[0]
      upper.maxNumReorderPics = 1
      $0.subLayerOrderingInfo.append(upper)
    },
    sps("hevc.set-above-vps", "a larger buffer than that of the VPS") { $0.subLayerOrderingInfo[0].maxDecPicBufferingMinus1 = 6 },
    units("hevc.vps-missing", "no VPS before the first picture") { $0.remove(at: 0) },
    units("hevc.vps-timing", "10 pictures a second in the VPS") { edit in
      try edit.editHEVC(0) { unit in
        guard case .videoParameterSet(var set) = unit.payload else { return }
        set.timingInfo = .init()
        set.timingInfo?.vpsTimeScale = 10
        unit.payload = .videoParameterSet(set)
      }
    },
    sps("hevc.temporal-nesting", "one sub-layer without nesting") { $0.spsTemporalIdNestingFlag = false },
  ]

  private static let hevcLevels: [RuleCase] = [
    sps("hevc.level-picture-size", "a width of 4096 samples", also: ["hevc.level-luma-rate"]) { $0.format?.picWidthInLumaSamples = 4096 },
    vui("hevc.level-luma-rate", "100 pictures a second") {
      $0.timingInfo?.vuiNumUnitsInTick = 1
      $0.timingInfo?.vuiTimeScale = 100
    },
    units("hevc.level-tiles", "two columns of tiles in level 1", also: ["hevc.unused-set"]) { edit in
      edit.insert(edit.units[2], at: 3)
      try edit.editHEVC(3) { unit in
        guard case .picParameterSet(var set) = unit.payload else { return }
        set.ppsPicParameterSetId = 9
        set.tiles = .init()
        set.tiles?.numTileColumnsMinus1 = 1
        unit.payload = .picParameterSet(set)
      }
    },
    units("hevc.value-out-of-range", "a second slice segment with other alignment bits") { edit in
      var segment = try edit.segment(of: 4)
      try edit.align(&segment)
      edit.insert(segment, at: 5)
    },
    units("hevc.malformed", "two slice segments of a picture that output it differently") { edit in
      var segment = try edit.segment(of: 4)
      // no_output_of_prior_pics_flag.
      segment[2] ^= 0x40
      edit.insert(segment, at: 5)
    },
    units("hevc.level-slice-segments", "17 slice segments in level 1", also: ["hevc.malformed"]) { edit in
      let segment = try edit.segment(of: 4)
      for _ in 0..<16 { edit.insert(segment, at: 5) }
    },
    sps("hevc.buffering-above-level", "a buffer of 16 pictures", also: ["hevc.set-above-vps"]) {
      $0.subLayerOrderingInfo[0].maxDecPicBufferingMinus1 = 15
    },
    vui("hevc.hrd-above-level", "100 Mbit/s in level 1", also: ["hevc.missing-buffering-period", "hevc.missing-pic-timing"]) {
      var hrd = HRDParameters()
      hrd.common?.nalHrdParametersPresentFlag = true
      hrd.common?.buffering = .init()
      hrd.subLayers[0].nal = SubLayerHRDParameters()
      hrd.subLayers[0].nal?.schedules = [.init()]
      hrd.subLayers[0].nal?.schedules[0].bitRateValueMinus1 = 1_562_499
      hrd.subLayers[0].nal?.schedules[0].cpbSizeValueMinus1 = 1000
      $0.timingInfo?.hrdParameters = hrd
    },
  ]

  private static let hevcUsability: [RuleCase] = [
    vui("hevc.reserved-aspect-ratio", "aspect_ratio_idc 99") {
      $0.aspectRatioInfo = .init()
      $0.aspectRatioInfo?.aspectRatioIdc = 99
    },
    colour("hevc.reserved-colour", "colour_primaries 33") { $0.colourPrimaries = 33 },
    colour("hevc.rgb-chroma", "RGB in 4:2:0") { $0.matrixCoeffs = 0 },
    vui("hevc.implausible-frame-rate", "a time scale of 90 kHz alone") {
      $0.timingInfo?.vuiNumUnitsInTick = 1
      $0.timingInfo?.vuiTimeScale = 90_000
    },
    vui("hevc.missing-pic-timing", "frame_field_info_present_flag without messages") { $0.frameFieldInfoPresentFlag = true },
    units("hevc.zero-timing", "vui_num_units_in_tick 0") { edit in
      try edit.editSPS(1) { $0.vuiParameters?.timingInfo?.vuiNumUnitsInTick = 0x5A5A_5A5A }
      // No other value of the set resembles these 32 bits.
      let rbsp = EmulationPrevention.removing(from: edit.units[1])
      var bits = rbsp.flatMap { byte in (0..<8).map { byte >> (7 - UInt8($0)) & 1 } }
      let pattern = (0..<32).map { UInt8(truncatingIfNeeded: UInt32(0x5A5A_5A5A) >> UInt32(31 - $0) & 1) }
      for start in 0..<bits.count - 32 where Array(bits[start..<start + 32]) == pattern {
        bits.replaceSubrange(start..<start + 32, with: [UInt8](repeating: 0, count: 32))
        break
      }
      edit.units[1] = EmulationPrevention.adding(
        to: stride(from: 0, to: bits.count, by: 8).map { at in bits[at..<at + 8].reduce(0 as UInt8) { $0 << 1 | $1 } })
    },
  ]

  private static let hevcMessages: [RuleCase] = [
    // A payload of one byte, in the second picture: the set is active.
    units("hevc.timing-without-hrd", "picture timing without HRD parameters") { edit in
      let slices = edit.units.indices.filter { edit.units[$0][0] >> 1 & 63 < 32 }
      edit.insert([0x4E, 0x01, 0x01, 0x01, 0x80, 0x80], at: slices[1])
    },
    RuleCase(
      rule: "hevc.pic-struct", name: "a field in a stream of frames", also: ["hevc.missing-pic-timing"], codec: .hevc, good: stream,
      damage: { bytes in
        var edit = StreamEdit(bytes)
        try edit.editSPS(1) { $0.vuiParameters?.frameFieldInfoPresentFlag = true }
        // pic_struct 1, source_scan_type 1, duplicate_flag 0, and the bit that ends the payload.
        edit.insert([0x4E, 0x01, 0x01, 0x01, 0b0001_0101, 0x80], at: 3)
        return edit.bytes
      }),
    RuleCase(
      rule: "hevc.pic-struct", name: "a frame of two fields after one without", also: ["hevc.missing-pic-timing"], codec: .hevc,
      good: stream,
      damage: { bytes in
        var edit = StreamEdit(bytes)
        try edit.editSPS(1) { $0.vuiParameters?.frameFieldInfoPresentFlag = true }
        let slices = edit.units.indices.filter { edit.units[$0][0] >> 1 & 63 < 32 }
        // pic_struct 3, then 0, source_scan_type 1, duplicate_flag 0, and the bit that ends the payload.
        edit.insert([0x4E, 0x01, 0x01, 0x01, 0b0011_0101, 0x80], at: slices[1])
        edit.insert([0x4E, 0x01, 0x01, 0x01, 0b0000_0101, 0x80], at: slices[0])
        return edit.bytes
      }),
    RuleCase(
      rule: "hevc.mastering-display-transfer", name: "another transfer function is preferred", codec: .hevc, good: { try mastered(18) },
      damage: { _ in try mastered(1) }),
    messages("hevc.mastering-display-transfer", "a mastering display in SDR") {
      var volume = MasteringDisplayColourVolume()
      (volume.maxDisplayMasteringLuminance, volume.minDisplayMasteringLuminance) = (10_000_000, 50)
      return [(137, .masteringDisplayColourVolume(volume))]
    },
    messages("hevc.light-level", "the average above the maximum") {
      var level = ContentLightLevelInfo()
      (level.maxContentLightLevel, level.maxPicAverageLightLevel) = (400, 1000)
      return [(144, .contentLightLevelInfo(level))]
    },
    messages("hevc.light-above-mastering", "4,000 candelas on a display of 1,000", also: ["hevc.mastering-display-transfer"]) {
      var volume = MasteringDisplayColourVolume()
      (volume.maxDisplayMasteringLuminance, volume.minDisplayMasteringLuminance) = (10_000_000, 50)
      var level = ContentLightLevelInfo()
      (level.maxContentLightLevel, level.maxPicAverageLightLevel) = (4000, 400)
      return [(137, .masteringDisplayColourVolume(volume)), (144, .contentLightLevelInfo(level))]
    },
    messages("hevc.mastering-luminance", "minimum above maximum", also: ["hevc.mastering-display-transfer"]) {
      var volume = MasteringDisplayColourVolume()
      (volume.maxDisplayMasteringLuminance, volume.minDisplayMasteringLuminance) = (50, 10_000_000)
      return [(137, .masteringDisplayColourVolume(volume))]
    },
    messages("hevc.active-parameter-sets", "a set that the slices do not use") {
      var active = ActiveParameterSets()
      active.activeSeqParameterSetId = [3]
      return [(129, .activeParameterSets(active))]
    },
    messages("hevc.active-parameter-sets-order", "a message before it") {
      [
        (147, .alternativeTransferCharacteristics(AlternativeTransferCharacteristics())),
        (129, .activeParameterSets(ActiveParameterSets())),
      ]
    },
    units("hevc.picture-hash-conflict", "two hashes of one picture") { edit in
      edit.insert(edit.units[5], at: 6)
      edit.units[6][12] ^= 0x11
    },
    units("hevc.unread-message", "a recovery point of too few bits", also: ["hevc.truncated"]) { edit in
      edit.insert([0x4E, 0x01, 0x06, 0x01, 0x01, 0x80], at: 3)
    },
    units("hevc.message-place", "a hash in a prefix unit") { edit in
      edit.insert(edit.units[7], at: 6)
      edit.units[6][0] = 0x4E
    },
  ]
}
