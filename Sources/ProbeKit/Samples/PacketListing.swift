import BitstreamKit
import MP4Kit
import NALKit
import RemuxKit

/// Which samples are listed, and how.
public struct PacketOptions: Sendable {
  /// The index of the only track that is listed; nil for all tracks.
  public var track: Int?
  /// Whether one track is listed after another, each in decoding order, instead of all in the order of the file.
  public var isByTrack = false
  /// Whether times are those of the presentation, after the edit list, instead of those of the media.
  public var appliesEditList = false
  /// The codec of a byte stream; nil to detect it.
  public var codec: VideoCodec?
  /// The picture rate of a byte stream; nil to use the rate in the stream.
  public var frameRate: ExactRatio?
  /// Whether times are in seconds. JSON has both.
  public var showsSeconds = false
  /// Whether totals of each track are printed instead of the samples.
  public var isSummary = false
  /// The form of the list.
  public var format: Format

  /// Creates options that list all samples in the order of the file.
  public init(format: Format) { self.format = format }
}

extension Probe {
  /// Lists the samples of every track: times, place, size, key or not.
  public func listPackets(_ options: PacketOptions) throws(ProbeRequestError) -> ProbeOutcome {
    guard input.isSeekable else {
      sink.report("\(input.name): a seekable file is required, not a pipe")
      return .unusable
    }
    let reader: MediaReader
    do { reader = try MediaReader(input, codec: options.codec, frameRate: options.frameRate) } catch {
      return sink.reportUnreadable(error, input.name)
    }
    if reader.isGuess { sink.reportGuess(reader.container == .hevc ? .hevc : .h264, input.name) }
    sink.reportUnused(options.frameRate, hasTimes: reader.container.videoCodec == nil, input.name)
    if let track = options.track { try checkTrack(track, among: reader.tracks.count) }
    var listing = PacketListing(self, reader, options)
    return listing.run()
  }
}

/// One pass over the samples, or one per track.
private struct PacketListing: ~Copyable {
  private let probe: Probe
  private var output: OutputBuffer
  private var findings: Findings
  private let reader: MediaReader
  private let passes: [Int?]
  private var rows: PacketRows
  /// The totals, if they are printed instead of the samples.
  private var totals: PacketTotals?
  private let timelines: [EditTimeline?]

  init(_ probe: Probe, _ reader: MediaReader, _ options: PacketOptions) {
    self.probe = probe
    self.reader = reader
    findings = Findings(probe.input.name, probe.sink)
    passes = options.track != nil ? [options.track] : options.isByTrack ? reader.tracks.indices.map { $0 } : [nil]
    rows = PacketRows(options.format, reader.tracks, showsSeconds: options.showsSeconds)
    totals =
      options.isSummary ? PacketTotals(options.format, reader.tracks, only: options.track, hasDurations: reader.container == .mp4) : nil
    timelines = options.appliesEditList ? reader.tracks.map { reader.timeline(of: $0.index) } : []
    output = OutputBuffer(probe.sink)
  }

  mutating func run() -> ProbeOutcome {
    var code = ProbeOutcome.complete
    if totals == nil { rows.begin(&output) }
    var told: Set<String> = []
    do {
      for pass in passes {
        var samples = try reader.reopened(track: pass)
        try list(&samples)
        // Of what has no tracks the cause is told, not what follows from it.
        let found = reader.whyNoTracks.map { [$0] } ?? samples.findings
        for finding in found where told.insert(finding).inserted { findings.add(finding, &output) }
      }
    } catch {
      output.flush()
      code = probe.sink.reportUnreadable(error, probe.input.name)
    }
    if let totals { totals.write(&output) } else { rows.end(&output) }
    return output.finish().or(code).or(findings.finish())
  }

  private mutating func list(_ samples: inout MediaReader) throws(MediaError) {
    var outside: UInt64 = 0
    while output.failure == nil, let sample = try samples.next() {
      if !sample.isWhole(in: probe.input.byteCount) { outside += 1 }
      let shown = timelines.isEmpty ? sample : edited(sample)
      if totals == nil { rows.row(shown, &output) } else { totals?.add(shown) }
    }
    if outside > 0 { findings.add("\(counted(outside, "sample is", "samples are")) outside the file or truncated", &output) }
  }

  private func edited(_ sample: MediaSample) -> MediaSample {
    guard let timeline = timelines[sample.track] else { return sample }
    var sample = sample
    let shown = timeline.presentation(of: sample.presentationTime).time
    sample.decodeTime = sample.decodeTime &+ shown &- sample.presentationTime
    sample.presentationTime = shown
    return sample
  }
}
