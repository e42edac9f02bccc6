import BitstreamKit
import H264Kit
import HEVCKit
import NALKit
import TestSupport

/// The fixtures with HRD parameters, and with buffering period and picture timing messages: 25 pictures a second, which are removed half a
/// second after their first bit arrives.
enum BufferedStream {
  static func h264(bitRate: UInt32, size: UInt32 = 4_000_000) throws -> [UInt8] {
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
        vui.nalHrdParameters = hrd
        vui.lowDelayHrdFlag = false
      })
    // One set for the whole stream.
    let set = edit.units[edit.first(7)]
    for index in edit.units.indices where edit.units[index][0] & 31 == 7 { edit.units[index] = set }
    var sets = H264Kit.ParameterSets()
    for unit in edit.units[..<edit.first(5)] where [7, 8].contains(unit[0] & 31) { sets.update(with: try Unit.read(unit, sets: sets).unit) }
    sets.activeSeqParameterSetId = 0
    var (index, picture, hasBegun) = (0, UInt32(0), false)
    while index < edit.units.count {
      let type = edit.units[index][0] & 31
      if type == 9 { hasBegun = false }
      if type == 1 || type == 5, !hasBegun {
        var messages: [H264Kit.SEIMessage] = []
        if picture == 0 {
          var (period, delay) = (H264Kit.BufferingPeriod(), H264Kit.BufferingPeriod.Delay())
          delay.initialCpbRemovalDelay = 45_000
          period.nal = [delay]
          messages.append(.init())
          (messages[0].payloadType, messages[0].payload) = (0, .bufferingPeriod(period))
        }
        var timing = H264Kit.PicTiming()
        timing.delays = .init()
        timing.delays?.cpbRemovalDelay = 2 * picture
        messages.append(.init())
        (messages[messages.count - 1].payloadType, messages[messages.count - 1].payload) = (1, .picTiming(timing))
        var unit = Unit()
        unit.header.nalUnitType = 6
        var information = H264Kit.SupplementalEnhancementInformation()
        information.messages = messages
        unit.content = .sei(information)
        edit.insert(try unit.encoded(sets: sets), at: index)
        (hasBegun, picture, index) = (true, picture + 1, index + 1)
      }
      index += 1
    }
    return edit.bytes
  }

  static func hevc(bitRate: UInt32, size: UInt32 = 4_000_000) throws -> [UInt8] {
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
    var (index, picture) = (0, UInt32(0))
    while index < edit.units.count {
      let type = edit.units[index][0] >> 1 & 63
      if type < 32, edit.units[index][2] & 0x80 != 0 {
        var messages: [HEVCKit.SEIMessage] = []
        if picture == 0 {
          var (period, delay) = (HEVCKit.BufferingPeriod(), HEVCKit.BufferingPeriod.InitialDelay())
          delay.initialCpbRemovalDelay = 45_000
          period.nal = [delay]
          messages.append(.init())
          (messages[0].payloadType, messages[0].payload) = (0, .bufferingPeriod(period))
        }
        var timing = HEVCKit.PicTiming()
        timing.delays = .init()
        timing.delays?.auCpbRemovalDelayMinus1 = picture == 0 ? 0 : picture - 1
        messages.append(.init())
        (messages[messages.count - 1].payloadType, messages[messages.count - 1].payload) = (1, .picTiming(timing))
        var unit = Unit()
        unit.header.nalUnitType = 39
        var information = HEVCKit.SupplementalEnhancementInformation()
        information.messages = messages
        unit.payload = .sei(information)
        edit.insert(try unit.encoded(sets: sets), at: index)
        (picture, index) = (picture + 1, index + 1)
      }
      index += 1
    }
    return edit.bytes
  }
}
