import RemuxKit
import BitstreamKit
import FileIO

/// What takes the NAL units of a stream one after another.
///
/// Values and no objects: each access to a property of an object is checked while the program runs, which units by the hundred
/// thousand feel.
protocol UnitConsumer: ~Copyable {
  /// What the first write that failed said.
  var failure: ByteError? { get }
  /// True where no further unit is of interest.
  var isDone: Bool { get }
  /// The codec is known; units follow.
  mutating func begin(_ codec: VideoCodec)
  /// A unit, whose bytes are `bytes[unit.range]`.
  mutating func take(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8], _ findings: inout Findings)
  /// A unit of a configuration record, which stands outside of the stream. Where nothing else is said, a unit like any other.
  mutating func takeConfiguration(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8], _ findings: inout Findings)
  /// A sample of a container begins: its units follow.
  mutating func beginSample(_ sample: MediaSample)
  /// True where records are of interest that no sample goes by.
  var wantsUnusedConfigurations: Bool { get }
  /// Something that is wrong with the stream as a whole.
  mutating func report(_ finding: String, _ findings: inout Findings)
  /// The stream is over.
  mutating func finish(_ findings: inout Findings) -> ExitCode
}

extension UnitConsumer where Self: ~Copyable {
  mutating func takeConfiguration(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8], _ findings: inout Findings) {
    take(unit, bytes, &findings)
  }
  mutating func beginSample(_ sample: MediaSample) {}
  var wantsUnusedConfigurations: Bool { false }
}

/// Of a unit that lies across two reads so much is kept: enough for any parameter set, SEI and slice header.
let mostKept = 1 << 20
private let chunkSize = 1 << 17

/// Feeds a consumer the units of a byte stream in bounded memory, and says how it all ended.
/// - Parameter limit: of a unit that lies across two reads so many bytes are kept.
func runUnits<Consumer: UnitConsumer & ~Copyable>(
  _ consumer: consuming Consumer, _ input: InputFile, _ codec: VideoCodec, limit: Int = mostKept
) -> ExitCode {
  var feed = UnitFeed(consumer, input, codec, limit)
  var code = ExitCode.success
  do {
    if let refusal = try feed.pass() {
      report("\(toolName): \(input.name): \(refusal)")
      code = .malformed
    }
  } catch {
    report("\(toolName): \(error)")
    code = .ioError
  }
  return feed.consumer.finish(&feed.findings).or(code).or(feed.findings.finish())
}

private struct UnitFeed<Consumer: UnitConsumer & ~Copyable>: ~Copyable {
  fileprivate var consumer: Consumer
  private let input: InputFile
  private var collector: AnnexBUnitCollector
  fileprivate var findings: Findings

  init(_ consumer: consuming Consumer, _ input: InputFile, _ codec: VideoCodec, _ limit: Int) {
    self.consumer = consumer
    collector = AnnexBUnitCollector(limit: limit)
    self.input = input
    findings = Findings(input.name)
    self.consumer.begin(codec)
  }

  /// Reads to the end. Gives the reason where this is no byte stream at all.
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
      consumer.report("\(collector.leadingGarbage) bytes at 0 before the first start code", &findings)
    }
    if collector.unitCount > 0 || consumer.failure != nil { return nil }
    return noStartCode(collector.position)
  }

  @inline(__always) private mutating func take(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8]) {
    consumer.take(unit, bytes, &findings)
  }
}

/// What is said of a file without a single NAL unit.
func noStartCode(_ byteCount: UInt64) -> String {
  byteCount == 0 ? "the file is empty" : "no start code 00 00 01 in \(byteCount) bytes: not an Annex B byte stream"
}

/// Says that the codec was guessed.
func reportGuess(_ codec: VideoCodec, _ name: String) {
  report("\(toolName): \(name): \(codec.title) is a guess; --codec says it for certain")
}
