import BitstreamKit
import H264Kit
import HEVCKit
import RemuxKit

/// Receives the samples that a check reads, one track after another, each in decoding order, with their pictures; and the fullness of coded
/// picture buffers. Subclasses override `take`.
///
/// A picture is complete only when the next one begins, so a few samples are queued.
class SampleRecorder {
  /// Samples that wait for their pictures. A picture ends with the sample after it, a pair of fields with the third.
  private static let maxWaiting = 8
  /// The buffers that are recorded.
  static let maxBuffers = 2
  /// The tracks whose limits of the level are recorded.
  private static let maxLevels = 64

  /// The clock of a byte stream.
  var clock = StreamClock()
  /// The number of bytes of the file: samples beyond are counted in `outsideCount`.
  var byteCount: UInt64 = .max
  /// The number of samples that are not completely in the file.
  private(set) var outsideCount: UInt64 = 0
  private(set) var buffers: [RecordedBuffer] = []
  /// The limits of the levels of the tracks.
  private(set) var levels: [RecordedLevel] = []

  private var waiting: [RecordedSample] = []
  private var first = 0
  private var h264 = H264Kit.DisplayOrder()
  private var hevc = HEVCKit.DisplayOrder()
  /// For each buffer, the last removal time, and the offset added to its times since the last reset.
  private var clocks: [(last: Int64, shift: Int64)] = []

  /// Called for each sample.
  func take(_ sample: RecordedSample) {}
  /// Called for each access unit that leaves a buffer.
  func take(_ point: RecordedFullness) {}

  // MARK: Samples

  /// Notes a sample of a container.
  final func note(_ sample: MediaSample) {
    waiting.append(RecordedSample(sample))
    if waiting.count - first > Self.maxWaiting { give(to: first + 1) }
  }

  /// Notes a picture of the current track, or of a byte stream.
  final func note(_ picture: H264Picture, isStream: Bool) {
    if !isStream { return pair(PictureTraits(picture)) }
    for shown in h264.take(picture) { stream(PictureTraits(shown), shown.isSync, time(of: shown)) }
  }

  /// Notes a picture of the current track, or of a byte stream.
  final func note(_ picture: HEVCPicture, isStream: Bool) {
    if !isStream { return pair(PictureTraits(picture)) }
    for shown in hevc.take(picture) { stream(PictureTraits(shown), shown.isSync, time(of: shown)) }
  }

  /// Passes on all samples, at the end of a track or of a byte stream.
  final func flush() {
    give(to: waiting.count)
    for shown in h264.finish() { stream(PictureTraits(shown), shown.isSync, time(of: shown)) }
    for shown in hevc.finish() { stream(PictureTraits(shown), shown.isSync, time(of: shown)) }
  }

  /// The picture belongs to the last sample that it begins in.
  private func pair(_ picture: PictureTraits) {
    var at = waiting.count
    while at > first {
      at -= 1
      let sample = waiting[at].media
      guard picture.offset >= sample.offset, picture.offset - sample.offset < max(1, sample.size) else { continue }
      // The first of several pictures in a sample counts.
      if waiting[at].flags.isDisjoint(with: .typeB) { waiting[at].add(picture) }
      if let second = picture.secondField, at + 1 < waiting.count, waiting[at + 1].media.offset >= picture.offset,
        waiting[at + 1].media.offset - picture.offset < picture.size
      {
        waiting[at + 1].flags.formUnion(second)
      }
      return give(to: at + 1)
    }
  }

  private func give(to end: Int) {
    while first < end {
      pass(waiting[first])
      first += 1
    }
    if first == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      first = 0
    } else if first > 64 {
      waiting.removeFirst(first)
      first = 0
    }
  }

  private typealias Times = (decode: Int64, presentation: Int64, duration: UInt32)

  private func time(of picture: H264Picture) -> Times {
    clock.times(fieldPeriods: picture.fieldPeriods, displayIndex: picture.displayIndex, displayTime: picture.displayTime)
  }

  private func time(of picture: HEVCPicture) -> Times {
    clock.times(fieldPeriods: picture.fieldPeriods, displayIndex: picture.presentationIndex, displayTime: picture.presentationTime)
  }

  private func stream(_ picture: PictureTraits, _ isKey: Bool, _ times: Times) {
    var sample = RecordedSample(
      MediaSample(
        track: 0, decodeTime: times.decode, presentationTime: times.presentation, duration: times.duration, offset: picture.offset,
        size: picture.size, isKey: isKey))
    sample.add(picture)
    pass(sample)
  }

  private func pass(_ sample: RecordedSample) {
    let media = sample.media
    if !media.isWhole(in: byteCount) { outsideCount &+= 1 }
    take(sample)
  }

  // MARK: Buffers

  /// Notes the level of a track, once for each.
  final func note(_ level: RecordedLevel?) {
    guard let level, levels.count < Self.maxLevels, levels.last?.track != level.track else { return }
    levels.append(level)
  }

  /// Opens a buffer, or the same one again.
  /// - Returns: its index; nil if it is not recorded.
  final func open(_ buffer: RecordedBuffer) -> Int? {
    if let place = buffers.firstIndex(where: { $0.isSame(buffer) }) {
      clocks[place].shift = clocks[place].last
      return place
    }
    guard buffers.count < Self.maxBuffers else { return nil }
    buffers.append(buffer)
    clocks.append((0, 0))
    return buffers.count - 1
  }

  /// Notes removals from a buffer.
  final func note(_ removals: [CodedPictureBuffer.Removal], buffer: Int) {
    guard buffers.indices.contains(buffer) else { return }
    for removal in removals {
      let time = Int64(saturating: (removal.seconds * 90_000).rounded()).addingReportingOverflow(clocks[buffer].shift).partialValue
      clocks[buffer].last = time
      take(
        RecordedFullness(
          buffer: buffer, time: time, bits: Int64(saturating: removal.fullness.rounded()),
          removed: Int64(saturating: removal.bits.rounded())))
    }
  }

  /// Notes an access unit that came too late or that the buffer has no room for.
  final func noteFault(buffer: Int, isUnderflow: Bool) {
    guard buffers.indices.contains(buffer) else { return }
    if isUnderflow { buffers[buffer].underflows += 1 } else { buffers[buffer].overflows += 1 }
  }
}
