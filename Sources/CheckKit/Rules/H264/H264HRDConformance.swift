import BitstreamKit
import H264Kit
import NALKit

/// The coded picture buffer underflows or overflows.
final class H264HRDConformance: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.hrd-conformance", .error, "the coded picture buffer underflows or overflows, or the times of messages contradict one another",
      clause: """
        ITU-T H.264 (08/2021) C.3, with the arrival and removal times of C.1, for each schedule of the NAL and VCL HRD parameters; A.3.1, \
        removal times that increase; D.2.3, dpb_output_delay
        """,
      cause: """
        The encoder exceeds its rate, or pictures were inserted, removed or edited after encoding. Receivers with a buffer \
        of this size stall or lose data; multiplexers refuse the stream.
        """,
      remedy: "Encode again with the rate and buffer that the stream needs, such as 'x264 --nal-hrd vbr --vbv-maxrate R --vbv-bufsize B'.")
  }

  private var buffers = BufferSchedules()
  private var sizes = UnitSizes()
  private var timings: [(offset: UInt64, delay: UInt32, output: UInt32)] = []
  private var periods: [(offset: UInt64, period: BufferingPeriod)] = []
  private var period = BufferingPeriod()
  /// The removal delay of the access unit before, and what its counter has lost by wrapping in this buffering period.
  private var (lastDelay, wrapped): (Int64, UInt64) = (-1, 0)
  /// Where access units begin.
  private var starts: [UInt64] = []
  private var isAfterSlice = false
  /// Whether any set has HRD parameters.
  private var hasHRD = false
  private static let maxMessages = 64

  override func unit(_ stream: H264Facts, _ run: CheckRun) {
    if !hasHRD || stream.isConfiguration { return }
    let type = stream.nalUnitType
    sizes.note(stream.unit.offset, stream.unit.length, isVCL: (1...5).contains(type) || type == 12)
    // The first of these units after slices begins an access unit (7.4.1.2.3).
    if (1...5).contains(type) {
      isAfterSlice = true
    } else if isAfterSlice, (6...9).contains(type) || (15...18).contains(type) {
      isAfterSlice = false
      if starts.count < Self.maxMessages { starts.append(stream.unit.startCodeOffset) }
    }
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    switch unit.payload {
    case .seqParameterSet(let set):
      if set.vuiParameters?.nalHrdParameters != nil || set.vuiParameters?.vclHrdParameters != nil { hasHRD = true }
    case .sei(let information):
      for message in information.messages {
        switch message.payload {
        case .picTiming(let timing):
          guard let delays = timing.delays, timings.count < Self.maxMessages else { continue }
          timings.append((stream.unit.offset, delays.cpbRemovalDelay, delays.dpbOutputDelay))
        case .bufferingPeriod(let period):
          if periods.count < Self.maxMessages { periods.append((stream.unit.offset, period)) }
        default: break
        }
      }
    default: break
    }
  }

  override func end(_ stream: H264Facts, _ run: CheckRun) { buffers.close(run.recorder) }

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    if !hasHRD { return }
    let end = picture.offset &+ picture.size
    defer {
      timings.removeAll { $0.offset < end }
      periods.removeAll { $0.offset < end }
      starts.removeAll { $0 < end }
    }
    // The fields of a pair are access units of their own (3.1).
    if picture.field == .topBottomPair || picture.field == .bottomTopPair {
      guard let second = starts.first(where: { $0 > picture.offset && $0 < end }) else {
        _ = sizes.take(picture.offset, picture.size)
        buffers.close(run.recorder)
        return
      }
      take(picture.offset..<second, picture, stream, run)
      take(second..<end, nil, stream, run)
    } else {
      take(picture.offset..<max(picture.offset, end), picture, stream, run)
    }
  }

  /// Takes the access unit in a range of the file.
  /// - Parameter picture: the picture; nil for its second field.
  private func take(_ range: Range<UInt64>, _ picture: H264Picture?, _ stream: H264Facts, _ run: CheckRun) {
    let count = range.upperBound - range.lowerBound
    let bytes = sizes.take(range.lowerBound, count)
    // With low delay pictures may come late.
    guard let vui = stream.pictureSet?.vuiParameters, let clock = vui.timingInfo, clock.timeScale > 0, vui.lowDelayHrdFlag == false,
      let timing = timings.last(where: { range.contains($0.offset) })
    else {
      buffers.close(run.recorder)
      return
    }
    let starts = periods.last { range.contains($0.offset) }
    if let starts {
      period = starts.period
      if buffers.isEmpty { open(vui, stream.pictureSet, isLossy: stream.track != nil, track: stream.track?.index ?? 0, run) }
    }
    // The delay of the unit that starts a period counts from the start of the one before.
    if Int64(timing.delay) <= lastDelay, let hrd = vui.nalHrdParameters ?? vui.vclHrdParameters {
      let range = Int64(1) << Int64(hrd.cpbRemovalDelayLengthMinus1 & 31 + 1)
      // A counter that falls far below its end starts anew, as where streams are joined.
      if Int64(timing.delay) + range - lastDelay <= range / 2 { wrapped &+= UInt64(range) }
    }
    let tick = Double(clock.numUnitsInTick) / Double(clock.timeScale)
    let output = picture.flatMap { $0.isUnresolved ? nil : ($0.pictureOrderCount, Double(timing.output) * tick) }
    (lastDelay, wrapped) = starts == nil ? (Int64(timing.delay), wrapped) : (-1, 0)
    let whole = stream.track == nil ? count : bytes.all
    buffers.take(
      .init(
        bytes: (whole, bytes.vcl), removalDelay: (Double(timing.delay) + Double(wrapped)) * tick, startsPeriod: starts != nil,
        output: output, startsOrder: picture?.startsOrder == true),
      initial: { (isVCL, index) in
        let delays = isVCL ? period.vcl : period.nal
        return delays.indices.contains(index) ? (delays[index].initialCpbRemovalDelay, delays[index].initialCpbRemovalDelayOffset) : nil
      }, run.recorder, found: { run.find(self, $0, at: range.lowerBound, size: count) })
  }

  private func open(_ vui: VUIParameters, _ set: SeqParameterSet?, isLossy: Bool, track: Int, _ run: CheckRun) {
    let level = set.flatMap { H264Level($0) }
    for (isVCL, hrd) in [(false, vui.nalHrdParameters), (true, vui.vclHrdParameters)] {
      guard let hrd else { continue }
      let factor = set.flatMap { isVCL ? H264Level.vclFactor(of: $0.profileIdc) : H264Level.nalFactor(of: $0.profileIdc) }
      let levelSize = level.flatMap { level in factor.map { level.maxCPB * $0 } }
      for (index, schedule) in hrd.schedules.enumerated() {
        guard let rate = hrd.bitRate(index), let size = hrd.cpbSize(index) else { continue }
        let buffer = CodedPictureBuffer(bitRate: rate, size: size, isConstant: schedule.cbrFlag, isLossy: isLossy)
        buffers.open(isVCL: isVCL, index, buffer, levelSize: levelSize, track: track, run.recorder)
      }
    }
  }
}
