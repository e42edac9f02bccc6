import BitstreamKit
import ProbeKit
import RemuxKit
import NALKit

/// Passes the units of a byte stream to the rules.
struct ByteStreamPass: ~Copyable {
  private static let chunkSize = 1 << 17
  /// The number of bytes kept of a unit that spans two reads: enough for any parameter set, SEI and slice header.
  private static let maxKept = 1 << 20

  private let run: CheckRun
  private let rules: [ByteStreamRule]
  /// The rules that override `unit`, once it has been called.
  private var unitRules: HookedRules<ByteStreamRule>
  private var units: UnitPass

  init(_ codec: VideoCodec, _ run: CheckRun) {
    self.run = run
    rules = run.selected(RuleTable.byteStream())
    unitRules = HookedRules(.unit, rules)
    units = UnitPass(codec, run)
  }

  /// Reads the input to its end.
  mutating func check(_ input: ProbeInput) throws(ByteError) {
    var collector = AnnexBUnitCollector(limit: Self.maxKept)
    var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
    while true {
      let count = try input.read(into: &chunk)
      if count == 0 { break }
      var cursor = 0
      while let unit = collector.next(in: chunk, from: &cursor, to: count) {
        if unit.isHeld { take(unit, collector.held) } else { take(unit, chunk) }
      }
    }
    if let last = collector.finish() { take(last, collector.held) }
    units.finish()
    for rule in rules { rule.end(leadingBytes: collector.leadingGarbage, run) }
  }

  @inline(__always) private mutating func take(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8]) {
    let run = run
    unitRules.forEach { $0.unit(unit.position, run) }
    units.take(unit, bytes)
  }
}

/// Passes units to the rules of their codec.
struct UnitPass {
  private(set) var h264: H264Pass?
  private(set) var hevc: HEVCPass?

  init(_ codec: VideoCodec, _ run: CheckRun, track: TrackFacts? = nil) {
    switch codec {
    case .h264: h264 = H264Pass(run, track: track)
    case .hevc: hevc = HEVCPass(run, track: track)
    }
  }

  mutating func take(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8]) {
    h264?.take(unit, bytes)
    hevc?.take(unit, bytes)
  }

  func beginSample() {
    h264?.beginSample()
    hevc?.beginSample()
  }

  mutating func takeConfiguration(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8]) {
    h264?.takeConfiguration(unit, bytes)
    hevc?.takeConfiguration(unit, bytes)
  }

  mutating func finish() {
    h264?.finish()
    hevc?.finish()
  }
}
