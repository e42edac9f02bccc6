import BitstreamKit
import NALKit
import ProbeKit
import RemuxKit

/// A chart of a file as SVG.
///
///     let outcome = Plot(ProbeInput(source, name: "in.mp4"), .bitrate).write(to: sink)
///
/// The file is read once in bounded memory; values are joined, so that the chart of a file of any length is below 1 MB.
public struct Plot {
  private let input: ProbeInput
  private let kind: PlotKind
  private let codec: VideoCodec?
  private let frameRate: ExactRatio?

  /// Creates a chart of a seekable input.
  /// - Parameters:
  ///   - codec: the codec of a byte stream; nil to detect it.
  ///   - frameRate: the rate of a byte stream in pictures per second; nil to use the rate in the stream.
  public init(_ input: ProbeInput, _ kind: PlotKind, codec: VideoCodec? = nil, frameRate: ExactRatio? = nil) {
    (self.input, self.kind, self.codec, self.frameRate) = (input, kind, codec, frameRate)
  }

  /// Reads the file and writes the chart, with what could be read.
  /// - Returns: `malformed` if the file is damaged, or has nothing that the chart shows.
  public func write(to sink: ProbeSink) -> ProbeOutcome {
    guard input.isSeekable else {
      sink.report("\(input.name): a seekable file is required, not a pipe")
      return .unusable
    }
    var reader: MediaReader
    do { reader = try MediaReader(input, codec: codec, frameRate: frameRate) } catch { return sink.reportUnreadable(error, input.name) }
    sink.reportUnused(frameRate, hasTimes: reader.container.videoCodec == nil, input.name)
    let recorder = PlotRecorder(kind, reader)
    recorder.byteCount = input.byteCount
    var outcome = ProbeOutcome.complete
    if reader.container == .adts {
      do { while let sample = try reader.next() { recorder.note(sample) } } catch { outcome = sink.reportUnreadable(error, input.name) }
      recorder.flush()
    } else {
      var check = CheckOptions()
      check.codec = codec
      // The buffers are those of two rules.
      check.only = ["h264.hrd-conformance", "hevc.hrd-conformance"]
      if let clock = reader.streamClock { recorder.clock = clock }
      let result = Check(input, check).run(recorder: recorder)
      outcome = result.outcome
      if let refusal = result.refusal { sink.report("\(input.name): \(refusal)") }
    }
    if recorder.leftOutCount > 0 {
      sink.report("\(input.name): \(counted(recorder.leftOutCount, "further track is", "further tracks are")) not drawn")
    }
    var findings = Findings(input.name, sink)
    if let problem = reader.walkHeaders() { findings.add(problem.unnamed.description) }
    for finding in reader.findings { findings.add(finding) }
    if recorder.outsideCount > 0 {
      findings.add("\(counted(recorder.outsideCount, "sample is", "samples are")) outside the file or truncated")
    }
    let isEmpty = !recorder.series.contains { !$0.bins.isEmpty }
    if isEmpty { findings.add(kind == .buffer ? "no buffer: the streams have no HRD parameters with timing" : "no samples to show") }
    var output = OutputBuffer(sink)
    PlotDrawing(recorder, name: input.name).write(&output)
    return output.finish().or(outcome).or(findings.finish())
  }
}
