import AACKit
import BitstreamKit
import ProbeKit

typealias ADTSEvent = ADTSParser.Event

/// What is known of an AAC stream so far.
final class AACFacts {
  /// The configuration: of the sample under check, or of the first ADTS frame; nil if it cannot be parsed.
  private(set) var configuration: AudioSpecificConfig?
  /// The header of the ADTS frame before the current one.
  fileprivate(set) var previousHeader: ADTSHeader?
  /// The number of frames or samples so far.
  fileprivate(set) var frameCount: UInt64 = 0
  /// The file offset of the current frame's payload.
  fileprivate(set) var offset: UInt64 = 0
  /// The track; nil for an ADTS stream, and after the end of the track.
  private(set) var track: TrackFacts?

  /// What is in the current block, parsed once for all rules; nil for an empty block and for a configuration that no walker reads.
  fileprivate(set) var reading: AACBlockReading?
  /// sbrPresentFlag and the number of channels of the configuration: rules ask for each block, and a configuration has many parts.
  private(set) var hasBandReplication: Bool?
  private(set) var coreChannelCount: Int?

  init(track: TrackFacts?, configuration: AudioSpecificConfig? = nil) {
    self.track = track
    take(configuration)
  }

  fileprivate func take(_ configuration: AudioSpecificConfig?) {
    self.configuration = configuration
    (hasBandReplication, coreChannelCount) = (configuration?.sbrPresentFlag, configuration?.coreChannelCount)
  }

  /// The frame or sample under check as the first part of a finding's path.
  var framePath: String { track.map { "sample \($0.index):\($0.sampleCount)" } ?? "frame \(frameCount)" }

  /// The configuration as the first part of a finding's path.
  var configurationPath: String { (track.map { "track \($0.index) › " } ?? "") + "AudioSpecificConfig" }

  /// Forgets the track, which refers to the stream.
  func leaveTrack() { track = nil }
}

/// Passes the frames of an ADTS stream, or the samples of a track, to the rules of AAC.
struct AACPass {
  private static let chunkSize = 1 << 16

  let facts: AACFacts
  private let rules: [AACRule]
  /// The rules that override a hook, once it has been called.
  private var (eventRules, blockRules): (HookedRules<AACRule>, HookedRules<AACRule>)
  private let run: CheckRun
  private var walker: RawDataBlockWalker?
  private var hasWalker = false
  /// Whether samples are not passed to the rules.
  private var isLeftOut = false

  init(_ run: CheckRun, track: TrackFacts? = nil, configuration: AudioSpecificConfig? = nil) {
    facts = AACFacts(track: track, configuration: configuration)
    rules = run.selected(RuleTable.aac())
    (eventRules, blockRules) = (HookedRules(.unit, rules), HookedRules(.sample, rules))
    self.run = run
    if track != nil { for rule in rules { rule.configuration(facts, run) } }
  }

  /// Reads an ADTS stream to its end.
  mutating func check(_ input: ProbeInput) throws(ByteError) {
    var parser = ADTSParser()
    var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
    var frame = FrameBytes()
    while true {
      let count = try input.read(into: &chunk)
      if count == 0 { break }
      frame.add(chunk, count)
      var cursor = 0
      while let event = parser.next(in: chunk, from: &cursor, to: count) { take(event, &frame) }
      frame.drop(before: parser.position)
    }
    while let event = parser.finish() { take(event, &frame) }
    for rule in rules { rule.end(facts, run) }
  }

  private mutating func take(_ event: ADTSEvent, _ frame: inout FrameBytes) {
    if case .frame(let found) = event {
      run.sample = Int(clamping: facts.frameCount)
      if facts.configuration == nil {
        let head = frame.bytes(found.payloadPosition, 1024)
        facts.take(
          try? AudioSpecificConfig(
            found.header, programConfigElement: found.header.channelConfiguration == 0 ? try? ProgramConfigElement(leading: head) : nil))
        for rule in rules { rule.configuration(facts, run) }
      }
      give(event)
      for block in found.rawDataBlocks ?? (found.header.numberOfRawDataBlocksInFrame == 0 ? [found.payloadPosition..<found.end] : []) {
        let bytes = frame.bytes(block.lowerBound, Int(clamping: block.upperBound - block.lowerBound))
        if UInt64(bytes.count) == block.upperBound - block.lowerBound { take(block: bytes, at: block.lowerBound) }
      }
      facts.previousHeader = found.header
      facts.frameCount += 1
      run.sample = nil
    } else {
      give(event)
    }
  }

  private mutating func give(_ event: ADTSEvent) {
    let (facts, run) = (facts, run)
    eventRules.forEach { $0.event(event, facts, run) }
  }

  /// Takes the configuration of the samples that follow: another sample entry, or another sequence header of an FLV file.
  /// - Parameter configuration: nil if the samples are not AAC, or if their configuration cannot be parsed; they are left out.
  mutating func change(to configuration: AudioSpecificConfig?) {
    facts.take(configuration)
    (hasWalker, isLeftOut) = (false, configuration == nil)
  }

  /// Takes a sample of a track.
  mutating func take(sample bytes: [UInt8], at offset: UInt64) {
    if !isLeftOut { take(block: bytes, at: offset) }
    facts.frameCount += 1
  }

  private mutating func take(block bytes: [UInt8], at offset: UInt64) {
    if rules.isEmpty { return }
    if !hasWalker {
      hasWalker = true
      walker = facts.configuration.flatMap { try? RawDataBlockWalker($0) }
    }
    let (facts, run) = (facts, run)
    facts.offset = offset
    facts.reading = bytes.isEmpty || walker == nil ? nil : AACBlockReading(bytes, &walker)
    blockRules.forEach { $0.block(bytes, facts, run) }
  }

  /// Ends the samples of a track.
  func finish() { for rule in rules { rule.end(facts, run) } }
}

/// The most recent bytes of a stream: at least the frame that the parser is in.
private struct FrameBytes {
  private var bytes: [UInt8] = []
  private var start: UInt64 = 0

  mutating func add(_ chunk: [UInt8], _ count: Int) { bytes.append(contentsOf: chunk[..<count]) }

  /// Drops bytes before an offset, and keeps a frame of 8191 bytes with its successor before it.
  mutating func drop(before offset: UInt64) {
    guard offset > start + 1 << 16 else { return }
    let gone = Int(min(offset - start - 1 << 15, UInt64(bytes.count)))
    bytes.removeFirst(gone)
    start += UInt64(gone)
  }

  func bytes(_ offset: UInt64, _ count: Int) -> [UInt8] {
    guard offset >= start, offset - start < UInt64(bytes.count), count > 0 else { return [] }
    let first = Int(offset - start)
    return Array(bytes[first..<min(bytes.count, first + count)])
  }
}
