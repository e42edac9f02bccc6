import BitstreamKit
import FLVKit
import ProbeKit
import RemuxKit

/// A tag under check.
struct FLVTagFacts {
  /// The index of the tag, from 0.
  var index: UInt64
  /// The tag header and its place.
  var tag: FLVTag
  /// What could be parsed of the body.
  var details: FlvTagDetails
  /// The first bytes of the body, at most 64.
  var head: [UInt8]

  /// The timestamp in milliseconds.
  var milliseconds: UInt32 { tag.header.milliseconds }
  /// Whether the body begins a coded picture or audio frame, and not a configuration or command.
  var isMedia: Bool {
    if let video = details.video { return video.hasPicture }
    if let audio = details.audio { return !audio.isSequenceHeader && audio.exAudioTagHeader?.packetType != .multichannelConfig }
    return false
  }
}

/// What the reader of an FLV file found wrong.
enum FLVFault {
  /// A violation that does not stop the reader.
  case finding(FLVFinding)
  /// Why the file cannot be read further.
  case error(SyntaxError)
  /// Why the body of a tag cannot be parsed.
  case body(String, FLVTag)
}

/// Times and sizes of the tags of one kind.
struct FLVTotals {
  /// The number of tags with a coded picture or audio frame.
  var mediaCount: UInt64 = 0
  /// The number of tags.
  var tagCount: UInt64 = 0
  /// The number of configurations.
  var configurationCount: UInt64 = 0
  /// The first configuration with its header, and whether another one follows: metadata state one value, which is right for one of them.
  fileprivate var configuration: (head: [UInt8], size: UInt32)?
  fileprivate(set) var changesConfiguration = false
  /// The greatest presentation time of pictures, in milliseconds.
  var lastShown: Int64?
  /// The timestamps of the first and the last tag with media, in milliseconds.
  var first: UInt32?
  var last: UInt32?
  /// The sum of the body sizes in bytes.
  var byteCount: UInt64 = 0
  /// The tag before the current one, of this kind.
  var previous: FLVTag?
}

/// What is known of an FLV file so far.
final class FLVFacts {
  /// The file header.
  fileprivate(set) var header: FLVHeader?
  /// The number of bytes of the file; nil if it is read from a pipe.
  let byteCount: UInt64?
  /// Audio and video tags so far, the current one excluded.
  fileprivate(set) var audio = FLVTotals()
  fileprivate(set) var video = FLVTotals()
  /// The metadata, and the offset of its tag.
  fileprivate(set) var metaData: OnMetaData?
  fileprivate(set) var metaDataOffset: UInt64 = 0
  /// The number of script tags so far.
  fileprivate(set) var scriptCount: UInt64 = 0
  /// File offsets and timestamps of the tags with key pictures, as far as `maxKeys` allows.
  fileprivate(set) var keys: [(offset: UInt64, milliseconds: UInt32)] = []
  /// The number of key pictures.
  fileprivate(set) var keyCount: UInt64 = 0
  /// The offset of the end of the last tag, its PreviousTagSize excluded.
  fileprivate(set) var end: UInt64 = 0
  /// The streams in the file; set when they have been read, before `end` hooks.
  fileprivate(set) var tracks: [TrackFacts] = []

  fileprivate static let maxKeys = 1 << 16

  init(byteCount: UInt64?) { self.byteCount = byteCount }
}

/// Passes the tags of an FLV file to the rules.
struct FLVPass: ~Copyable {
  private static let chunkSize = 1 << 16

  private let facts: FLVFacts
  private let rules: [TagRule]
  /// The rules that override `tag`, once it has been called.
  private var tagRules: HookedRules<TagRule>
  private let run: CheckRun
  private var reader = FLVReader(mode: .bodies, headLength: FlvTagCollector.headLength)
  private var collector = FlvTagCollector()
  private var head: [UInt8] = []
  private var tagIndex: UInt64 = 0
  private var hasFailed = false

  init(_ input: ProbeInput, _ run: CheckRun) {
    facts = FLVFacts(byteCount: input.isSeekable ? input.byteCount : nil)
    rules = run.selected(RuleTable.flv())
    tagRules = HookedRules(.unit, rules)
    self.run = run
  }

  /// Reads the input to its end, and then its tracks if the input is seekable.
  mutating func check(_ input: ProbeInput) throws(ByteError) {
    var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
    while !hasFailed {
      let count = try input.read(into: &chunk)
      if count == 0 { break }
      var cursor = 0
      while !hasFailed, let event = reader.next(in: chunk, from: &cursor, to: count) { take(event, chunk) }
    }
    while !hasFailed, let event = reader.finish() { take(event, chunk) }
    if input.isSeekable { facts.tracks = try TrackPass.tracks(of: input, as: .flv, run) }
    for rule in rules { rule.end(facts, run) }
  }

  private mutating func take(_ event: FLVEvent, _ chunk: [UInt8]) {
    switch event {
    case .header(let header):
      facts.header = header
      for rule in rules { rule.header(facts, run) }
    case .previousTagSize: break
    case .tag(let tag):
      head = reader.head
      collector.begin(tag, head)
      collector.beginBody(head)
    case .body(let range): collector.body(chunk, range)
    case .tagEnd: finishTag()
    case .finding(let finding): fault(.finding(finding))
    case .error(let error):
      if collector.isOpen { finishTag() }
      fault(.error(error))
      hasFailed = !isCutOff(error)
    }
  }

  private func fault(_ fault: FLVFault) { for rule in rules { rule.fault(fault, facts, run) } }

  private mutating func finishTag() {
    let details = collector.finish()
    let tag = FLVTagFacts(index: tagIndex, tag: details.tag, details: details, head: head)
    run.seconds = Double(tag.milliseconds) / 1000
    for why in details.errors { fault(.body(why, details.tag)) }
    if details.tag.header.type == .script {
      if facts.metaData == nil, let script = details.script, let metaData = OnMetaData(script) {
        (facts.metaData, facts.metaDataOffset) = (metaData, details.tag.position)
      }
      if details.script != nil { for rule in rules { rule.script(tag, facts, run) } }
    }
    let (facts, run) = (facts, run)
    tagRules.forEach { $0.tag(tag, facts, run) }
    run.seconds = nil
    count(tag)
    tagIndex += 1
  }

  private func count(_ tag: FLVTagFacts) {
    facts.end = tag.tag.bodyPosition + UInt64(tag.tag.header.dataSize)
    switch tag.tag.header.type {
    case .video:
      Self.add(tag, isConfiguration: tag.details.video?.isSequenceHeader ?? false, to: &facts.video)
      if tag.isMedia, tag.details.video?.frameType == 1 {
        facts.keyCount += 1
        if facts.keys.count < FLVFacts.maxKeys { facts.keys.append((tag.tag.position, tag.milliseconds)) }
      }
    case .audio: Self.add(tag, isConfiguration: tag.details.audio?.isSequenceHeader ?? false, to: &facts.audio)
    case .script: facts.scriptCount += 1
    default: break
    }
  }

  private static func add(_ tag: FLVTagFacts, isConfiguration: Bool, to totals: inout FLVTotals) {
    totals.tagCount += 1
    totals.byteCount += UInt64(tag.tag.header.dataSize)
    if isConfiguration {
      totals.configurationCount += 1
      let new = (head: tag.head, size: tag.tag.header.dataSize)
      if let first = totals.configuration { totals.changesConfiguration = totals.changesConfiguration || first != new }
      totals.configuration = totals.configuration ?? new
    }
    if tag.isMedia {
      totals.mediaCount += 1
      totals.first = totals.first ?? tag.milliseconds
      totals.last = tag.milliseconds
      if let offset = tag.details.video?.compositionOffset {
        totals.lastShown = max(totals.lastShown ?? .min, Int64(tag.milliseconds) + Int64(offset))
      }
    }
    totals.previous = tag.tag
  }
}
