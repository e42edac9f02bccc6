import BitstreamKit
import HEVCKit
import NALKit

/// The coded picture buffer underflows or overflows.
final class HEVCHRDConformance: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.hrd-conformance", .error, "the coded picture buffer underflows or overflows, or the times of messages contradict one another",
      clause: """
        ITU-T H.265 (08/2021) C.4, with the arrival and removal times of C.2, for each schedule of the NAL and VCL HRD parameters; D.3.3, \
        pic_dpb_output_delay
        """,
      cause: """
        The encoder exceeds its rate, or pictures were inserted, removed or edited after encoding. Receivers with a buffer \
        of this size stall or lose data; multiplexers refuse the stream.
        """,
      remedy: "Encode again with the rate and buffer that the stream needs, such as 'x265 --hrd --vbv-maxrate R --vbv-bufsize B'.")
  }

  private var buffers = BufferSchedules()
  private var sizes = UnitSizes()
  private var timings: [(offset: UInt64, delay: UInt32, output: UInt32)] = []
  private var periods: [(offset: UInt64, period: BufferingPeriod)] = []
  private var period = BufferingPeriod()
  /// The removal delay of the picture before, and what its counter has lost by wrapping in this buffering period.
  private var (lastDelay, wrapped): (Int64, UInt64) = (-1, 0)
  /// Whether any set has HRD parameters.
  private var hasHRD = false
  private static let maxMessages = 64

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    if !hasHRD || stream.isConfiguration { return }
    sizes.note(stream.unit.offset, stream.unit.length, isVCL: stream.isSlice || stream.nalUnitType == 38)
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    if unit.header.nuhLayerId > 0 { return }
    switch unit.payload {
    case .seqParameterSet(let set):
      if set.vuiParameters?.hasHRD == true { hasHRD = true }
    case .sei(let information):
      for message in information.messages {
        switch message.payload {
        case .picTiming(let timing):
          guard let delays = timing.delays, timings.count < Self.maxMessages else { continue }
          timings.append((stream.unit.offset, delays.auCpbRemovalDelayMinus1, delays.picDpbOutputDelay))
        case .bufferingPeriod(let period):
          if periods.count < Self.maxMessages { periods.append((stream.unit.offset, period)) }
        default: break
        }
      }
    default: break
    }
  }

  override func end(_ stream: HEVCFacts, _ run: CheckRun) { buffers.close(run.recorder) }

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) {
    if !hasHRD { return }
    let bytes = sizes.take(picture.offset, picture.size)
    let end = picture.offset &+ picture.size
    defer {
      timings.removeAll { $0.offset < end }
      periods.removeAll { $0.offset < end }
    }
    guard let clock = stream.pictureSet?.vuiParameters?.timingInfo, clock.vuiTimeScale > 0, let hrd = clock.hrdParameters,
      let buffering = hrd.common?.buffering, buffering.subPictures == nil, let layer = hrd.subLayers.last, layer.lowDelayHrdFlag != true,
      let timing = timings.last(where: { $0.offset >= picture.offset && $0.offset < end })
    else {
      buffers.close(run.recorder)
      return
    }
    let starts = periods.last { $0.offset >= picture.offset && $0.offset < end }
    if let starts {
      period = starts.period
      if period.concatenationFlag { buffers.close(run.recorder) }
      if buffers.isEmpty { open(layer, buffering, stream, run) }
      wrapped = 0
    } else if Int64(timing.delay) <= lastDelay {
      wrapped &+= 1 << UInt64(buffering.auCpbRemovalDelayLengthMinus1 & 31 + 1)
    }
    lastDelay = starts == nil ? Int64(timing.delay) : -1
    let ticks = Double(timing.delay) + Double(wrapped) + 1
    let tick = Double(clock.vuiNumUnitsInTick) / Double(clock.vuiTimeScale)
    let whole = stream.track == nil ? picture.size : bytes.all
    buffers.take(
      .init(
        bytes: (whole, bytes.vcl), removalDelay: ticks * tick, startsPeriod: starts != nil,
        output: picture.isOutput ? (picture.pictureOrderCount, Double(timing.output) * tick) : nil, startsOrder: picture.startsOrder),
      initial: { (isVCL, index) in
        let delays = isVCL ? period.vcl : period.nal
        return delays.indices.contains(index) ? (delays[index].initialCpbRemovalDelay, delays[index].initialCpbRemovalOffset) : nil
      }, run.recorder, found: { run.find(self, $0, at: picture.offset, size: picture.size) })
  }

  private func open(_ layer: HRDParameters.SubLayer, _ buffering: HRDParameters.Buffering, _ stream: HEVCFacts, _ run: CheckRun) {
    var level: HEVCLevel?
    // The factors are those of the profiles of version 1.
    if let profile = stream.pictureSet?.profileTierLevel, let idc = profile.general?.profileIdc, (1...3).contains(idc) {
      level = HEVCLevel(profile)
    }
    for (isVCL, hrd) in [(false, layer.nal), (true, layer.vcl)] {
      for (index, schedule) in (hrd?.schedules ?? []).enumerated() {
        let buffer = CodedPictureBuffer(
          bitRate: buffering.bitRate(schedule), size: buffering.cpbSize(schedule), isConstant: schedule.cbrFlag,
          isLossy: stream.track != nil)
        let levelSize = level.map { $0.maxCPB * (isVCL ? 1000 : 1100) }
        buffers.open(isVCL: isVCL, index, buffer, levelSize: levelSize, track: stream.track?.index ?? 0, run.recorder)
      }
    }
  }
}
