import BitstreamKit
import ProbeKit
import RemuxKit

/// Reports how the samples of two tracks differ. Consecutive samples that differ in the same way are one difference.
final class SampleDiff: AlignmentReceiver {
  /// Consecutive samples that differ in the same way.
  private struct Run {
    var change: DiffChange
    var a: DiffSample?
    var b: DiffSample?
    var count = 1
    var sizes: (a: UInt64, b: UInt64) = (0, 0)
  }

  private let report: DiffReport
  private let a: SampleFeed
  private let b: SampleFeed
  private let files: (a: DiffFile, b: DiffFile)
  private let tracks: DiffTracks
  private let comparesSamples: Bool
  private var times: SampleTimes?
  private var run: Run?

  init(
    _ report: DiffReport, _ tracks: DiffTracks, _ a: SampleFeed, _ b: SampleFeed, _ files: (a: DiffFile, b: DiffFile), _ times: SampleTimes?
  ) {
    self.report = report
    self.tracks = tracks
    self.a = a
    self.b = b
    self.files = files
    self.times = times
    comparesSamples = report.options.compares(.samples)
    if comparesSamples { report.section(.samples, of: tracks, "samples") }
  }

  /// Compares all samples.
  func compare() throws(MediaError) {
    var aligner = SampleAligner(a, b, windowSize: report.options.windowSize, to: self)
    try aligner.run()
    flush()
    times?.finish(report, tracks)
  }

  func match(_ a: DiffSample, _ b: DiffSample) throws(MediaError) {
    if run != nil { flush() }
    times?.take(a, b)
  }

  func move(_ a: DiffSample, _ b: DiffSample) throws(MediaError) {
    take(.moved, a, b)
    times?.take(a, b, isMoved: true)
  }

  func change(_ a: DiffSample, _ b: DiffSample) throws(MediaError) {
    take(.changed, a, b)
    times?.take(a, b)
  }

  func remove(_ a: DiffSample) throws(MediaError) { take(.removed, a, nil) }

  func insert(_ b: DiffSample) throws(MediaError) { take(.added, nil, b) }

  private func take(_ change: DiffChange, _ a: DiffSample?, _ b: DiffSample?) {
    if !comparesSamples { return }
    if var run, run.change == change, !report.options.showsAll, follows(run.a, run.count, a), follows(run.b, run.count, b) {
      run.count += 1
      run.sizes = (run.sizes.a &+ (a?.media.size ?? 0), run.sizes.b &+ (b?.media.size ?? 0))
      self.run = run
      return
    }
    flush()
    run = Run(change: change, a: a, b: b, sizes: (a?.media.size ?? 0, b?.media.size ?? 0))
  }

  private func follows(_ first: DiffSample?, _ count: Int, _ sample: DiffSample?) -> Bool {
    guard let first, let sample else { return first == nil && sample == nil }
    return first.number + count == sample.number
  }

  /// Reports the current run.
  private func flush() {
    guard let run else { return }
    self.run = nil
    guard report.showsNext else { return report.add(Difference(run.change, nil, nil, count: run.count)) }
    var (left, right) = (side(run.a, a, files.a, run.sizes.a), side(run.b, b, files.b, run.sizes.b))
    switch run.change {
    case .moved: right?.value += ", moved"
    case .changed:
      if run.count == 1, let one = run.a, let other = run.b, let place = difference(one, other) {
        left?.value += place.a
        right?.value += place.b
      }
    case .added, .removed: break
    }
    report.add(Difference(run.change, left, right, count: run.count))
  }

  private func side(_ sample: DiffSample?, _ feed: SampleFeed, _ file: DiffFile, _ size: UInt64) -> DiffSide? {
    guard let sample else { return nil }
    let missing = feed.isTruncated(sample.media) ? ", not all of them in the file" : ""
    return DiffSide(
      counted(size, "byte") + missing, sample: sample.number,
      seconds: file.seconds(sample.media.presentationTime, feed.track))
  }

  // MARK: - The first difference

  /// The place of the first byte that differs, in words; nil if the samples cannot be read.
  private func difference(_ one: DiffSample, _ other: DiffSample) -> (a: String, b: String)? {
    var left = SampleBytes(files.a, a, one)
    var right = SampleBytes(files.b, b, other)
    do {
      try left.begin(one)
      try right.begin(other)
      while true {
        let (first, second) = (try left.next(), try right.next())
        guard let first, let second else {
          if first == nil, second == nil { return nil }
          return (first.map { left.words($0, 0) } ?? "", second.map { right.words($0, 0) } ?? "")
        }
        if let place = try firstDifference(files.a.source, first, files.b.source, second) {
          return (left.words(first, place), right.words(second, place))
        }
      }
    } catch { return nil }
  }
}

/// The coded units of one sample, with their numbers.
private struct SampleBytes {
  private var units: SampleUnits
  /// The number of the unit in its sample.
  private var index = -1
  private let hasUnits: Bool
  private let source: AnyByteSource

  init(_ file: DiffFile, _ feed: SampleFeed, _ sample: DiffSample) {
    units = SampleUnits(file.source, feed.videoCodec, recordMessages: feed.recordMessages)
    hasUnits = feed.videoCodec != nil && sample.framing != .opaque
    source = file.source
  }

  mutating func begin(_ sample: DiffSample) throws(ByteError) { try units.begin(sample.media, sample.framing) }

  /// The next coded unit.
  mutating func next() throws(ByteError) -> Range<UInt64>? {
    while let unit = try units.next() {
      index += 1
      if unit.kind == .coded { return unit.range }
    }
    return nil
  }

  /// The place of a byte of the current unit, and its value if the unit does not end before it, in words.
  func words(_ range: Range<UInt64>, _ place: UInt64) -> String {
    let offset = range.lowerBound &+ place
    var bytes: [UInt8] = []
    if offset < range.upperBound { try? source.read(at: offset, count: 1, into: &bytes) }
    let value = bytes.isEmpty ? "" : hexText(bytes) + " "
    return hasUnits ? ", from byte \(place) of NAL unit \(index) on, \(value)at \(offset)" : ", from byte \(place) on, \(value)at \(offset)"
  }
}
