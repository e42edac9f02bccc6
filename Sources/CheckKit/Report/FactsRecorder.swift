import BitstreamKit
import ProbeKit
import RemuxKit

/// Writes samples and buffer curves as the chunks of a report while they are read.
final class FactsRecorder: SampleRecorder {
  /// The samples of a file that are written; further ones are counted.
  private static let maxSamples: UInt64 = 1 << 22
  /// The tracks whose samples are written.
  static let maxTracks = 64

  /// The totals of a track.
  struct Totals {
    var count: UInt64 = 0
    var omitted: UInt64 = 0
    var bytes: UInt64 = 0
    var keys: UInt64 = 0
    var lastDuration: UInt32 = 0
  }

  var output: OutputBuffer
  private(set) var totals: [Totals]
  /// The ranges of the file that samples have.
  private(set) var ranges = ByteRanges()
  private var columns: [SampleColumns]
  private var curves: [FullnessColumns] = []
  private var chunkCount = 0
  private var sampleCount: UInt64 = 0

  init(_ output: consuming OutputBuffer, trackCount: Int) {
    self.output = output
    let count = min(trackCount, Self.maxTracks)
    totals = [Totals](repeating: Totals(), count: count)
    columns = (0..<count).map { SampleColumns(track: $0) }
  }

  override func take(_ sample: RecordedSample) {
    let (media, track) = (sample.media, sample.media.track)
    guard columns.indices.contains(track) else { return }
    ranges.add(media.offset, media.size)
    totals[track].count &+= 1
    totals[track].bytes &+= media.size
    totals[track].lastDuration = media.duration
    if media.isKey { totals[track].keys &+= 1 }
    sampleCount &+= 1
    if sampleCount > Self.maxSamples {
      totals[track].omitted &+= 1
      return
    }
    columns[track].add(sample)
    if columns[track].count == SampleColumns.chunkSize {
      begin()
      columns[track].write(&output)
    }
  }

  override func take(_ point: RecordedFullness) {
    while curves.count <= point.buffer { curves.append(FullnessColumns()) }
    curves[point.buffer].add(point)
    if curves[point.buffer].count == SampleColumns.chunkSize {
      begin()
      curves[point.buffer].write(buffer: point.buffer, isVCL: buffers[point.buffer].isVCL, &output)
    }
  }

  /// Writes what is left.
  func finish() {
    for track in columns.indices where columns[track].count > 0 {
      begin()
      columns[track].write(&output)
    }
    for buffer in curves.indices where curves[buffer].count > 0 {
      begin()
      curves[buffer].write(buffer: buffer, isVCL: buffers[buffer].isVCL, &output)
    }
  }

  private func begin() {
    if chunkCount > 0 { output.byte(0x2C) }
    output.byte(0x0A)
    chunkCount += 1
  }
}

/// Ranges of a file, in the order in which they are added; neighbours are joined.
struct ByteRanges {
  private static let maxCount = 1 << 16
  private var ranges: [Range<UInt64>] = []
  /// Whether there were too many.
  private(set) var isCut = false
  /// Whether there is any.
  var isKnown: Bool { !ranges.isEmpty }

  /// Adds a range, as far as it has an end.
  mutating func add(_ offset: UInt64, _ size: UInt64) {
    let (end, overflow) = offset.addingReportingOverflow(size)
    if size == 0 || overflow { return }
    if let last = ranges.last, offset == last.upperBound {
      ranges[ranges.count - 1] = last.lowerBound..<end
    } else if ranges.count < Self.maxCount {
      ranges.append(offset..<end)
    } else {
      isCut = true
    }
  }

  /// The parts of a range that none covers, at most `limit`.
  func gaps(in whole: Range<UInt64>, limit: Int) -> [Range<UInt64>] {
    var gaps: [Range<UInt64>] = []
    var place = whole.lowerBound
    for range in ranges.ordered(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound >= whole.upperBound || gaps.count >= limit { break }
      if range.lowerBound > place { gaps.append(place..<range.lowerBound) }
      place = max(place, range.upperBound)
    }
    if place < whole.upperBound, gaps.count < limit { gaps.append(place..<whole.upperBound) }
    return gaps
  }
}
