import BitstreamKit

/// The coded picture buffers of a stream, one for each schedule of its NAL and VCL HRD parameters.
struct BufferSchedules {
  /// An access unit, as the messages of either standard time it.
  struct AccessUnit {
    /// The number of bytes, and that of its coded slices and filler data.
    var bytes: (all: UInt64, vcl: UInt64)
    /// cpb_removal_delay in seconds.
    var removalDelay: Double
    /// Whether a buffering period begins with it.
    var startsPeriod: Bool
    /// The order count of the picture and its dpb_output_delay in seconds; nil if it is not output, and for a second field.
    var output: (order: Int, delay: Double)?
    /// Whether order counts restart.
    var startsOrder = false
  }

  /// initial_cpb_removal_delay and its offset in ticks of 90 kHz.
  typealias InitialDelay = (delay: UInt32, offset: UInt32)

  /// A buffer, and its place among those of the recorder.
  private struct Schedule {
    var isVCL: Bool
    var index: Int
    var buffer: CodedPictureBuffer
    var place: Int?
  }

  private var buffers: [Schedule] = []
  /// The time of removal of the last access unit that began a buffering period.
  private var periodRemoval = 0.0
  /// When the last pictures since order counts restarted are output.
  private var outputs: [(order: Int, seconds: Double)] = []

  /// Whether there are none: before the first buffering period, and after a picture without timing.
  var isEmpty: Bool { buffers.isEmpty }

  /// Forgets all buffers.
  mutating func close(_ recorder: SampleRecorder?) {
    if let recorder {
      for at in buffers.indices {
        guard let place = buffers[at].place else { continue }
        buffers[at].buffer.removeAll()
        recorder.note(buffers[at].buffer.takeRemovals(), buffer: place)
      }
    }
    (buffers, outputs) = ([], [])
  }

  /// Adds an empty buffer for a schedule.
  /// - Parameter levelSize: the largest size in bits that the level allows; nil if it is not known.
  mutating func open(
    isVCL: Bool, _ index: Int, _ buffer: CodedPictureBuffer, levelSize: UInt64?, track: Int, _ recorder: SampleRecorder?
  ) {
    var buffer = buffer
    let place = recorder?.open(
      RecordedBuffer(
        track: track, isVCL: isVCL, index: index, bitRate: UInt64(saturating: buffer.bitRate), size: UInt64(saturating: buffer.size),
        levelSize: levelSize, isConstant: buffer.isConstant))
    buffer.isObserved = place != nil
    buffers.append(Schedule(isVCL: isVCL, index: index, buffer: buffer, place: place))
  }

  /// Takes the next access unit.
  /// - Parameters:
  ///   - initial: the delays of the current buffering period for a schedule; nil if it has none.
  ///   - found: called with what is wrong with the access unit.
  mutating func take(
    _ unit: AccessUnit, initial: (_ isVCL: Bool, _ index: Int) -> InitialDelay?, _ recorder: SampleRecorder?,
    found: (String) -> Void
  ) {
    if let fault = takeOutput(unit) { found(fault) }
    for at in buffers.indices {
      let (isVCL, index) = (buffers[at].isVCL, buffers[at].index)
      guard let first = initial(isVCL, index) else { continue }
      let fault = buffers[at].buffer.take(
        .init(
          bits: Double(isVCL ? unit.bytes.vcl : unit.bytes.all) * 8, removalDelay: unit.removalDelay,
          initialDelay: Double(first.delay) / 90_000, initialOffset: Double(first.offset) / 90_000, startsPeriod: unit.startsPeriod))
      if let recorder, let place = buffers[at].place {
        recorder.note(buffers[at].buffer.takeRemovals(), buffer: place)
        if fault != nil { recorder.noteFault(buffer: place, isUnderflow: buffers[at].buffer.isUnderflow) }
      }
      if let fault { found("\(isVCL ? "VCL" : "NAL") schedule \(index): \(fault)") }
    }
  }

  /// Compares the time of output with those of the pictures before (ITU-T H.264, D.2.3; ITU-T H.265, D.3.3).
  private mutating func takeOutput(_ unit: AccessUnit) -> String? {
    let removal = periodRemoval + unit.removalDelay
    if unit.startsPeriod { periodRemoval = removal }
    if unit.startsOrder { outputs = [] }
    guard let output = unit.output else { return nil }
    let seconds = removal + output.delay
    guard let other = outputs.first(where: { $0.order < output.order ? $0.seconds > seconds + 1e-6 : $0.seconds < seconds - 1e-6 }) else {
      if outputs.count == 32 { outputs.removeFirst() }
      outputs.append((output.order, seconds))
      return nil
    }
    let late = (other.seconds - seconds) * 1000
    return "order count \(output.order) is output \(decimal(late.magnitude)) ms \(late > 0 ? "before" : "after") order count \(other.order)"
  }
}
