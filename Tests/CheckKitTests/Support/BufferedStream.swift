import BitstreamKit
import H264Kit
import HEVCKit
import NALKit
import TestSupport

/// The fixtures with HRD parameters, and with buffering period and picture timing messages: 25 pictures a second, which are removed half a
/// second after their first bit arrives.
enum BufferedStream {
  /// - Parameters:
  ///   - delayBits: the bits of a removal delay, which wraps.
  ///   - hasOnePeriod: whether only the first IDR picture has a buffering period.
  ///   - isReordered: whether pictures are output in the order of their counts, and not as they are decoded.
  static func h264(
    bitRate: UInt32, size: UInt32 = 4_000_000, delayBits: UInt8 = 24, hasOnePeriod: Bool = false, isReordered: Bool = true
  ) throws -> [UInt8] {
    typealias Unit = H264Kit.NALUnit
    var edit = StreamEdit(
      try StreamEdit.vui(try Places.fixture("bframes.h264")) { vui in
        vui.timingInfo = .init()
        vui.timingInfo?.numUnitsInTick = 1
        vui.timingInfo?.timeScale = 50
        vui.timingInfo?.fixedFrameRateFlag = true
        var hrd = H264Kit.HRDParameters()
        hrd.schedules[0].bitRateValueMinus1 = bitRate / 64 - 1
        hrd.schedules[0].cpbSizeValueMinus1 = size / 16 - 1
        hrd.cpbRemovalDelayLengthMinus1 = delayBits - 1
        vui.nalHrdParameters = hrd
        vui.lowDelayHrdFlag = false
      })
    // One set for the whole stream.
    let set = edit.units[edit.first(7)]
    for index in edit.units.indices where edit.units[index][0] & 31 == 7 { edit.units[index] = set }
    var sets = H264Kit.ParameterSets()
    for unit in edit.units[..<edit.first(5)] where [7, 8].contains(unit[0] & 31) { sets.update(with: try Unit(parsing: unit, sets: sets)) }
    sets.activeSeqParameterSetId = 0
    // The number of pictures since the buffering period before, and since the last IDR picture.
    var (index, since, hasBegun, isFirst) = (0, UInt32(0), false, true)
    var sinceIDR: UInt32 = 0
    while index < edit.units.count {
      let type = edit.units[index][0] & 31
      if type == 9 { hasBegun = false }
      if type == 1 || type == 5, !hasBegun {
        var messages: [H264Kit.SEIMessage] = []
        let startsPeriod = isFirst || type == 5 && !hasOnePeriod
        if startsPeriod {
          var (period, delay) = (H264Kit.BufferingPeriod(), H264Kit.BufferingPeriod.Delay())
          delay.initialCpbRemovalDelay = 45_000
          period.nal = [delay]
          messages.append(.init())
          (messages[0].payloadType, messages[0].payload) = (0, .bufferingPeriod(period))
        }
        var timing = H264Kit.PicTiming()
        timing.delays = .init()
        timing.delays?.cpbRemovalDelay = 2 * since & (1 << UInt32(delayBits) - 1)
        sinceIDR = type == 5 ? 0 : sinceIDR + 1
        if isReordered, case .slice(let layer) = try Unit(parsing: edit.units[index], sets: sets).payload {
          timing.delays?.dpbOutputDelay = (layer.sliceHeader.picOrderCntLsb ?? 0) + 4 - 2 * sinceIDR
        }
        messages.append(.init())
        (messages[messages.count - 1].payloadType, messages[messages.count - 1].payload) = (1, .picTiming(timing))
        var unit = Unit()
        unit.header.nalUnitType = 6
        var information = H264Kit.SupplementalEnhancementInformation()
        information.messages = messages
        unit.payload = .sei(information)
        edit.insert(try unit.encoded(sets: sets), at: index)
        (hasBegun, isFirst, since, index) = (true, false, startsPeriod ? 1 : since + 1, index + 1)
      }
      index += 1
    }
    return edit.bytes
  }

  /// 20 frames whose fields are coded apart, each an access unit with a timing of its own: 50 fields a second of about 250 bytes.
  /// - Parameters:
  ///   - initialDelay: initial_cpb_removal_delay in ticks of 90 kHz.
  ///   - fieldDelay: cpb_removal_delay from a first field to the second one.
  static func h264Fields(bitRate: UInt32, initialDelay: UInt32 = 45_000, fieldDelay: UInt32 = 1) throws -> [UInt8] {
    typealias Unit = H264Kit.NALUnit
    var set = H264Kit.SeqParameterSet()
    (set.profileIdc, set.levelIdc, set.maxNumRefFrames) = (77, 30, 1)
    (set.picWidthInMbsMinus1, set.picHeightInMapUnitsMinus1) = (10, 8)
    (set.frameMbsOnlyFlag, set.mbAdaptiveFrameFieldFlag, set.direct8x8InferenceFlag) = (false, false, true)
    (set.picOrderCntType, set.log2MaxPicOrderCntLsbMinus4) = (0, 4)
    var vui = H264Kit.VUIParameters()
    vui.timingInfo = .init()
    vui.timingInfo?.numUnitsInTick = 1
    vui.timingInfo?.timeScale = 50
    vui.timingInfo?.fixedFrameRateFlag = true
    var hrd = H264Kit.HRDParameters()
    hrd.schedules[0].bitRateValueMinus1 = bitRate / 64 - 1
    hrd.schedules[0].cpbSizeValueMinus1 = 4_000_000 / 16 - 1
    (vui.nalHrdParameters, vui.lowDelayHrdFlag) = (hrd, false)
    set.vuiParameters = vui
    var sets = H264Kit.ParameterSets()
    var bytes: [UInt8] = []
    func add(_ type: UInt8, _ content: H264Kit.NALUnitPayload, isReference: Bool) throws {
      var unit = Unit()
      unit.header = .init(firstByte: (isReference ? 0x60 : 0) | type)
      unit.payload = content
      bytes += [0, 0, 0, 1] + (try unit.encoded(sets: sets))
      sets.update(with: unit)
    }
    for field in UInt32(0)..<40 {
      var delimiter = H264Kit.AccessUnitDelimiter()
      delimiter.primaryPicType = field == 0 ? 0 : 1
      try add(9, .accessUnitDelimiter(delimiter), isReference: false)
      if field == 0 {
        try add(7, .seqParameterSet(set), isReference: true)
        try add(8, .picParameterSet(.init()), isReference: true)
        sets.activeSeqParameterSetId = 0
      }
      var messages: [H264Kit.SEIMessage] = []
      if field == 0 {
        var (period, delay) = (H264Kit.BufferingPeriod(), H264Kit.BufferingPeriod.Delay())
        delay.initialCpbRemovalDelay = initialDelay
        period.nal = [delay]
        messages.append(.init())
        (messages[0].payloadType, messages[0].payload) = (0, .bufferingPeriod(period))
      }
      var timing = H264Kit.PicTiming()
      timing.delays = .init()
      timing.delays?.cpbRemovalDelay = field / 2 * 2 + field % 2 * fieldDelay
      messages.append(.init())
      (messages[messages.count - 1].payloadType, messages[messages.count - 1].payload) = (1, .picTiming(timing))
      var information = H264Kit.SupplementalEnhancementInformation()
      information.messages = messages
      try add(6, .sei(information), isReference: false)
      var slice = H264Kit.SliceHeader()
      (slice.sliceType, slice.frameNum) = (field == 0 ? 2 : 0, field / 2 % 16)
      (slice.fieldPicFlag, slice.bottomFieldFlag) = (true, field % 2 == 1)
      slice.picOrderCntLsb = field % 256
      slice.decRefPicMarking = .init()
      if field == 0 {
        slice.idrPicId = 0
        slice.decRefPicMarking?.idr = .init()
      }
      var layer = H264Kit.SliceLayerWithoutPartitioning()
      layer.sliceHeader = slice
      layer.sliceData = BitString(bytes: [UInt8](repeating: 0x5A, count: 200) + [0x80])
      try add(field == 0 ? 5 : 1, .slice(layer), isReference: true)
    }
    return bytes
  }

  /// - Parameter isReordered: whether pictures are output in the order of their counts, and not as they are decoded.
  static func hevc(bitRate: UInt32, size: UInt32 = 4_000_000, isReordered: Bool = true) throws -> [UInt8] {
    typealias Unit = HEVCKit.NALUnit
    var edit = StreamEdit(try Places.fixture("opengop.hevc"))
    try edit.editHEVC(1) { unit in
      guard case .seqParameterSet(var set) = unit.payload else { return }
      var vui = set.vuiParameters ?? HEVCKit.VUIParameters()
      var timing = HEVCKit.VUIParameters.TimingInfo()
      (timing.vuiNumUnitsInTick, timing.vuiTimeScale) = (1, 25)
      var (hrd, layer, schedule) = (HEVCKit.HRDParameters(), HEVCKit.HRDParameters.SubLayer(), SubLayerHRDParameters.Schedule())
      hrd.common?.nalHrdParametersPresentFlag = true
      hrd.common?.buffering = .init()
      (schedule.bitRateValueMinus1, schedule.cpbSizeValueMinus1) = (bitRate / 64 - 1, size / 16 - 1)
      layer.nal = .init()
      layer.nal?.schedules = [schedule]
      hrd.subLayers = [layer]
      timing.hrdParameters = hrd
      vui.timingInfo = timing
      set.vuiParameters = vui
      unit.payload = .seqParameterSet(set)
    }
    let set = edit.units[1]
    for index in edit.units.indices where edit.units[index][0] >> 1 & 63 == 33 { edit.units[index] = set }
    var sets = HEVCKit.ParameterSets()
    for unit in edit.units[..<3] { sets.update(with: try Unit(parsing: unit, sets: sets)) }
    sets.activeSeqParameterSetId = 0
    // The number of pictures since the buffering period before, and of all.
    var (index, since, count) = (0, UInt32(0), UInt32(0))
    while index < edit.units.count {
      let type = edit.units[index][0] >> 1 & 63
      if type < 32, edit.units[index][2] & 0x80 != 0 {
        var messages: [HEVCKit.SEIMessage] = []
        if type >= 16 {
          var (period, delay) = (HEVCKit.BufferingPeriod(), HEVCKit.BufferingPeriod.InitialDelay())
          delay.initialCpbRemovalDelay = 45_000
          period.nal = [delay]
          messages.append(.init())
          (messages[0].payloadType, messages[0].payload) = (0, .bufferingPeriod(period))
        }
        var timing = HEVCKit.PicTiming()
        timing.delays = .init()
        timing.delays?.auCpbRemovalDelayMinus1 = since == 0 ? 0 : since - 1
        if isReordered, case .sliceSegment(let layer) = try Unit(parsing: edit.units[index], sets: sets).payload {
          timing.delays?.picDpbOutputDelay = UInt32(layer.sliceSegmentHeader.sliceHeader?.slicePicOrderCntLsb ?? 0) + 3 - count
        }
        count += 1
        messages.append(.init())
        (messages[messages.count - 1].payloadType, messages[messages.count - 1].payload) = (1, .picTiming(timing))
        var unit = Unit()
        unit.header.nalUnitType = 39
        var information = HEVCKit.SupplementalEnhancementInformation()
        information.messages = messages
        unit.payload = .sei(information)
        edit.insert(try unit.encoded(sets: sets), at: index)
        (since, index) = (type >= 16 ? 1 : since + 1, index + 1)
      }
      index += 1
    }
    return edit.bytes
  }
}
