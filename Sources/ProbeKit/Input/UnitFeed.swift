import RemuxKit
import BitstreamKit
import NALKit

/// Receives the NAL units of a stream one after another.
///
/// Conforming types are structs: access to class properties has run-time exclusivity checks, which cost time with hundreds of thousands of
/// units.
protocol UnitConsumer: ~Copyable {
  /// The error of the first failed write.
  var failure: ByteError? { get }
  /// Whether no further unit is needed.
  var isDone: Bool { get }
  /// Called when the codec is known, before the first unit.
  mutating func begin(_ codec: VideoCodec)
  /// Called before the first sample of a container's track, with its time scale in units per second.
  mutating func beginTrack(timescale: UInt32)
  /// Called for each unit; its bytes are `bytes[unit.range]`.
  mutating func take(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8], _ findings: inout Findings)
  /// Called for each unit of a decoder configuration record. By default it is treated like a unit of the stream.
  mutating func takeConfiguration(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8], _ findings: inout Findings)
  /// Called before the units of each sample in a container.
  mutating func beginSample(_ sample: MediaSample)
  /// Whether configuration records that no sample uses are wanted.
  var wantsUnusedConfigurations: Bool { get }
  /// Reports a problem with the stream as a whole.
  mutating func report(_ finding: String, _ findings: inout Findings)
  /// Called at the end of a container's track whose samples, if it has any, could be read.
  mutating func endTrack()
  /// Called at the end of the stream.
  mutating func finish(_ findings: inout Findings) -> ProbeOutcome
}

extension UnitConsumer where Self: ~Copyable {
  mutating func takeConfiguration(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8], _ findings: inout Findings) {
    take(unit, bytes, &findings)
  }
  mutating func beginTrack(timescale: UInt32) {}
  mutating func beginSample(_ sample: MediaSample) {}
  mutating func endTrack() {}
  var wantsUnusedConfigurations: Bool { false }
}

/// Bytes kept of a unit that spans two reads: enough for any parameter set, SEI and slice header.
let maxKept = 1 << 20
private let chunkSize = 1 << 17

/// Feeds a consumer the units of a byte stream in bounded memory and returns the outcome.
/// - Parameter limit: number of bytes kept of a unit that spans two reads.
func runUnits<Consumer: UnitConsumer & ~Copyable>(
  _ consumer: consuming Consumer, _ probe: Probe, _ codec: VideoCodec, limit: Int = maxKept
) -> ProbeOutcome {
  var feed = UnitFeed(consumer, probe, codec, limit)
  var code = ProbeOutcome.complete
  do {
    if let refusal = try feed.pass() {
      probe.sink.report("\(probe.input.name): \(refusal)")
      code = .malformed
    }
  } catch {
    probe.sink.report("\(error)")
    code = .failed
  }
  return feed.consumer.finish(&feed.findings).or(code).or(feed.findings.finish())
}

private struct UnitFeed<Consumer: UnitConsumer & ~Copyable>: ~Copyable {
  fileprivate var consumer: Consumer
  private let input: ProbeInput
  private var collector: AnnexBUnitCollector
  fileprivate var findings: Findings

  init(_ consumer: consuming Consumer, _ probe: Probe, _ codec: VideoCodec, _ limit: Int) {
    self.consumer = consumer
    collector = AnnexBUnitCollector(limit: limit)
    input = probe.input
    findings = Findings(probe.input.name, probe.sink)
    self.consumer.begin(codec)
  }

  /// Reads to the end. Returns the reason if the input is not a byte stream.
  mutating func pass() throws(ByteError) -> String? {
    var chunk = [UInt8](repeating: 0, count: chunkSize)
    while consumer.failure == nil, !consumer.isDone {
      let count = try input.read(into: &chunk)
      if count == 0 { break }
      var cursor = 0
      while !consumer.isDone, let unit = collector.next(in: chunk, from: &cursor, to: count) {
        if unit.isHeld { take(unit, collector.held) } else { take(unit, chunk) }
      }
    }
    if !consumer.isDone, let last = collector.finish() { take(last, collector.held) }
    if collector.unitCount > 0, collector.leadingGarbage > 0 {
      consumer.report("\(counted(collector.leadingGarbage, "byte")) at 0 before the first start code", &findings)
    }
    if collector.unitCount > 0 || consumer.failure != nil { return nil }
    return noStartCode(collector.position)
  }

  @inline(__always) private mutating func take(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8]) {
    consumer.take(unit, bytes, &findings)
  }
}

/// The message for a file without any NAL unit.
func noStartCode(_ byteCount: UInt64) -> String {
  byteCount == 0 ? "the file is empty" : "no start code 00 00 01 in \(byteCount) bytes: not an Annex B byte stream"
}
