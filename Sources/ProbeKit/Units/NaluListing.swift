import RemuxKit
import BitstreamKit
import NALKit

extension Probe {
  /// Lists the NAL units of a byte stream or of a container's track.
  /// - Parameter isSummary: counts units and bytes by type instead.
  public func listUnits(_ selection: StreamSelection, format: Format, isSummary: Bool = false) throws(ProbeRequestError) -> ProbeOutcome {
    switch try trackRequest(self, selection) {
    case .byteStream(let codec):
      var listing = NaluListing(self, codec, format, isSummary: isSummary)
      return listing.run()
    case .track(let reader, let track):
      return runTrack(NaluTrackListing(sink, format, isSummary: isSummary), self, reader, track, 8)
    case .refused(let outcome): return outcome
    }
  }
}

/// One pass over the stream.
private struct NaluListing: ~Copyable {
  /// A read is large enough to be cheap and small enough to stay in the cache while it is parsed.
  private static let chunkSize = 1 << 17

  private let probe: Probe
  private var parser = AnnexBParser()
  private var output: OutputBuffer
  private var findings: Findings
  private var rows: NaluRows

  init(_ probe: Probe, _ codec: VideoCodec, _ format: Format, isSummary: Bool) {
    self.probe = probe
    output = OutputBuffer(probe.sink)
    findings = Findings(probe.input.name, probe.sink)
    rows = NaluRows(codec, format, isSummary: isSummary)
    rows.begin(&output)
  }

  mutating func run() -> ProbeOutcome {
    var code = ProbeOutcome.complete
    do {
      if let refusal = try pass() {
        probe.sink.report("\(probe.input.name): \(refusal)")
        code = .malformed
      }
    } catch {
      output.flush()
      probe.sink.report("\(error)")
      code = .failed
    }
    rows.end(&output)
    return output.finish().or(code).or(findings.finish())
  }

  /// Reads to the end. Returns the reason if the input is not a byte stream.
  private mutating func pass() throws(ByteError) -> String? {
    var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
    while output.failure == nil {
      let count = try probe.input.read(into: &chunk)
      if count == 0 { break }
      var cursor = 0
      while parser.findEnd(in: chunk, from: &cursor, to: count) {
        if parser.ended.length == 0 || parser.unitCount <= 1 { complain(parser.ended) }
        rows.row(parser.ended, &output)
      }
    }
    if let last = parser.finish() {
      if last.length == 0 || parser.unitCount <= 1 { complain(last) }
      rows.row(last, &output)
    } else if output.failure == nil, parser.unitCount == 0 {
      return noStartCode(parser.position)
    }
    return nil
  }

  private mutating func complain(_ unit: AnnexBUnit) {
    if parser.unitCount == 1, parser.leadingGarbage > 0 {
      findings.add("\(counted(parser.leadingGarbage, "byte")) at 0 before the first start code", &output)
    }
    if unit.length == 0 { findings.add("an empty NAL unit at \(unit.startCodeOffset)", &output) }
  }
}

/// One pass over the units of a track.
private struct NaluTrackListing: ~Copyable, UnitConsumer {
  private var output: OutputBuffer
  private var rows: NaluRows?
  private let format: Format
  private let isSummary: Bool

  init(_ sink: ProbeSink, _ format: Format, isSummary: Bool) {
    output = OutputBuffer(sink)
    self.format = format
    self.isSummary = isSummary
  }

  var failure: ByteError? { output.failure }
  var isDone: Bool { false }

  mutating func begin(_ codec: VideoCodec) {
    rows = NaluRows(codec, format, isSummary: isSummary)
    rows?.begin(&output)
  }

  mutating func take(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8], _ findings: inout Findings) {
    if unit.position.length == 0 { findings.add("an empty NAL unit at \(unit.position.startCodeOffset)", &output) }
    rows?.row(unit.position, &output)
  }

  mutating func report(_ finding: String, _ findings: inout Findings) { findings.add(finding, &output) }

  mutating func finish(_ findings: inout Findings) -> ProbeOutcome {
    rows?.end(&output)
    return output.finish()
  }
}
