import BitstreamKit
import H264Kit
import NALKit

/// What is known of an H.264 stream so far.
final class H264Facts {
  /// Finds pictures and keeps the parameter sets.
  fileprivate(set) var parser = PictureParser()
  /// The unit under check.
  fileprivate(set) var unit = AnnexBUnit(startCodeOffset: 0, startCodeLength: 4, length: 0, head: 0, headCount: 0)
  /// Its nal_unit_type; 24 (unspecified) for an empty unit.
  fileprivate(set) var nalUnitType: UInt8 = 24
  /// The index of that unit, from 0, as in `nalu`: the units of a configuration record precede those of its samples.
  fileprivate(set) var unitIndex: UInt64 = 0
  /// Whether that unit is in a configuration record and not in the stream.
  fileprivate(set) var isConfiguration = false
  /// The three bytes of the slice under check that emulation prevention excludes, the first of them, as far as the slice was read.
  fileprivate(set) var forbidden: ForbiddenBytes?
  /// Whether the bytes of that unit are all there.
  fileprivate(set) var isWhole = true
  /// pic_parameter_set_id of the unit under check, if it is a whole slice that ends with a cabac_zero_word.
  fileprivate(set) var paddedSliceSetID: UInt32?
  /// The track that the stream is in; nil for a byte stream, and after the end of the track.
  private(set) var track: TrackFacts?

  /// The number of pictures that `picture` hooks have seen, the current one excluded.
  fileprivate(set) var pictureCount: UInt64 = 0
  /// The sequence parameter set of the picture passed to `picture`; nil if it is not known. `activeSet` may be that of the next one.
  var pictureSet: SeqParameterSet? { pictureLimits?.set }
  /// The same set with what rules need of it for each picture.
  fileprivate(set) var pictureLimits: H264PictureLimits?
  /// The marking of references by that picture; nil if it is not a reference, and if its slice header cannot be parsed.
  fileprivate var pictureMarking: DecRefPicMarking?
  /// The references after that picture, and what is wrong with its own.
  fileprivate(set) var references = H264References()
  /// The ticks of all pictures so far, by their picture timing messages.
  fileprivate(set) var ticks = PictureTicks()
  /// The factor by which the picture passed to `picture` lasts longer than a frame that is shown once.
  fileprivate(set) var pictureStretch = 1.0
  /// The picture before the one passed to `picture`.
  fileprivate(set) var previous: H264Picture?
  /// Of the pictures before the one passed to `picture`, since order counts restarted: how many there are, 32 at most, and how many of them
  /// follow it in output order. 0 for an unresolved picture.
  fileprivate(set) var recentOrderCount = 0
  fileprivate(set) var laterOrders = 0
  /// Whether one of them has the same order count.
  fileprivate(set) var repeatsOrder = false
  /// The first sequence parameter set of the stream or its configuration record.
  fileprivate(set) var firstSet: SeqParameterSet?
  /// The number of IDR pictures so far.
  fileprivate(set) var idrCount: UInt64 = 0

  /// What the units of the current sample say about random access.
  fileprivate(set) var sampleKind = SampleKind.unknown
  /// Whether that is settled by a slice, or by a recovery point at which decoding is right at once.
  fileprivate var isKindSettled = false
  /// The number of parameter sets in samples.
  fileprivate(set) var setsInSamples: UInt64 = 0

  init(track: TrackFacts?) { self.track = track }

  /// Forgets the track, which refers to the stream.
  func leaveTrack() { track = nil }

  /// The parameter sets received before the unit under check.
  var sets: ParameterSets { parser.sets }
  /// The sequence parameter set in use; nil if it is not known.
  var activeSet: SeqParameterSet? { parser.sets.activeSeqParameterSet }
  /// nal_ref_idc of the unit under check.
  var nalRefIdc: UInt8 { unit.headByte(0).map { $0 >> 5 & 3 } ?? 0 }
  /// Whether the unit under check is a slice or a slice data partition A of the base view.
  var isSlice: Bool { nalUnitType == 1 || nalUnitType == 2 || nalUnitType == 5 }
  /// The unit under check as the first part of a finding's path.
  var unitPath: String { (track?.unitPrefix ?? "") + (isConfiguration ? "configuration record › " : "") + "unit \(unitIndex)" }
}

/// Passes the units of a stream to the rules of H.264.
struct H264Pass {
  let facts: H264Facts
  private let rules: [H264Rule]
  /// The rules that override a hook, once it has been called.
  private var (unitRules, pictureRules): (HookedRules<H264Rule>, HookedRules<H264Rule>)
  private let run: CheckRun
  private var headers = SliceHeaderReader()
  private var agreement = H264SliceAgreement()
  private var orders = RecentOrders(limit: 32)
  private var hasBegun = false
  /// Whether `pictureSet` is that of the picture under way.
  private var hasSet = false
  /// `pictureStretch` of the next picture.
  private var nextStretch = 1.0
  /// Whether parameter sets came since `pictureSet` was taken.
  private var isSetStale = true

  init(_ run: CheckRun, track: TrackFacts? = nil) {
    facts = H264Facts(track: track)
    rules = run.selected(RuleTable.h264())
    (unitRules, pictureRules) = (HookedRules(.unit, rules), HookedRules(.picture, rules))
    self.run = run
  }

  /// Takes the next unit of the stream.
  mutating func take(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8]) {
    facts.paddedSliceSetID = paddedSliceSetID(unit, bytes)
    facts.forbidden =
      isContent(VideoCodec.h264.unitType(unit.position.headByte(0) ?? 0)) ? nil : ForbiddenBytes(unit, bytes, isFramed: facts.track != nil)
    begin(unit, isConfiguration: false)
    let isContent = isContent(facts.nalUnitType)
    if facts.nalUnitType == 7 || facts.nalUnitType == 8 { (facts.setsInSamples, isSetStale) = (facts.setsInSamples + 1, true) }
    if facts.isSlice, !facts.isKindSettled {
      (facts.sampleKind, facts.isKindSettled) = (facts.nalUnitType == 5 ? .key : .other, true)
    }
    if isContent, !unit.isCut { content(unit, bytes) }
    let picture = facts.parser.take(
      bytes, unit.range, unitOffset: unit.position.offset, offset: unit.position.startCodeOffset, end: unit.end)
    faults(drops: isContent && !unit.isCut)
    if facts.isSlice { header(unit, bytes) }
    if let picture { give(picture) }
    if !facts.isSlice { return }
    if !hasSet { takeSet() }
    if headers.isWhole { facts.references.note(headers.slice, facts.pictureLimits) }
  }

  /// Reads the whole header of a slice, which the picture parser does for the first of a picture alone.
  private mutating func header(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8]) {
    for fault in facts.parser.slice(bytes, unit.range, isUnit: !unit.isCut, with: &headers) {
      for rule in rules { rule.fault(fault, facts, run) }
    }
    guard headers.isWhole, let other = agreement.contradiction(headers.slice, pictureCount: facts.parser.pictureCount) else { return }
    let fault = other.inFile(at: unit.position.offset)
    for rule in rules { rule.fault(fault, facts, run) }
  }

  /// Keeps the set of the picture that begins; it is copied only where it may be another one than that of the picture before.
  private mutating func takeSet() {
    hasSet = true
    facts.pictureMarking = facts.parser.marking
    (facts.pictureStretch, nextStretch) = (nextStretch, 1)
    let id = facts.parser.sets.activeSeqParameterSetId
    if !isSetStale, facts.pictureLimits?.id == id { return }
    (facts.pictureLimits, isSetStale) = (facts.activeSet.map { H264PictureLimits($0) }, false)
  }

  /// Begins a sample.
  func beginSample() { (facts.sampleKind, facts.isKindSettled) = (.unknown, false) }

  /// Takes a unit of a configuration record.
  mutating func takeConfiguration(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8]) {
    facts.forbidden = nil
    begin(unit, isConfiguration: true)
    content(unit, bytes)
    isSetStale = true
    facts.parser.takeConfiguration(bytes, unit.range, unitOffset: unit.position.offset)
    faults(drops: true)
  }

  /// Ends the stream.
  mutating func finish() {
    if let last = facts.parser.finish() { give(last) }
    faults(drops: false)
    for rule in rules { rule.end(facts, run) }
    run.recorder?.note(facts.firstSet.flatMap { RecordedLevel($0, track: facts.track?.index ?? 0) })
    run.recorder?.flush()
  }

  private mutating func begin(_ unit: AnnexBUnitCollector.Unit, isConfiguration: Bool) {
    if hasBegun { facts.unitIndex += 1 }
    hasBegun = true
    (facts.unit, facts.isConfiguration, facts.isWhole) = (unit.position, isConfiguration, !unit.isCut)
    facts.nalUnitType = unit.position.headByte(0).map { VideoCodec.h264.unitType($0) } ?? 24
    let (facts, run) = (facts, run)
    unitRules.forEach { $0.unit(facts, run) }
  }

  /// pic_parameter_set_id of a whole slice whose last bytes are 00 00 03, which escape a zero word.
  @inline(__always) private func paddedSliceSetID(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8]) -> UInt32? {
    let range = unit.range.clamped(to: 0..<bytes.count)
    guard range.count > 4, bytes[range.upperBound - 1] == 3, bytes[range.upperBound - 2] == 0, bytes[range.upperBound - 3] == 0,
      !unit.isCut, [1, 2, 5].contains(VideoCodec.h264.unitType(bytes[range.lowerBound]))
    else { return nil }
    let head = EmulationPrevention.removing(from: Array(bytes[range.prefix(32)]))
    var (reader, header) = (BitReader(head, 1..<head.count, policy: .lenient), SliceHeader())
    return (try? header.start(&reader)).map { header.picParameterSetId }
  }

  /// Whether a type has content that is parsed here: slices are left to the picture parser.
  private func isContent(_ type: UInt8) -> Bool {
    switch type {
    case 6...13, 15: true
    default: false
    }
  }

  private mutating func content(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8]) {
    let range = unit.range.clamped(to: 0..<bytes.count)
    var rules = rules
    if facts.parser.isRepeatedSet(bytes, range) {
      // Only rules that found something may find it again.
      rules.removeAll { $0.count == 0 }
      if rules.isEmpty { return }
    }
    do {
      var found: [SyntaxError] = []
      let read = try H264NALUnit(
        parsing: Array(bytes[range]), sets: facts.sets, policy: .lenient, fileOffset: unit.position.offset, findings: &found)
      for fault in found { for rule in rules { rule.fault(fault, facts, run) } }
      if facts.firstSet == nil, case .seqParameterSet(let set) = read.payload { facts.firstSet = set }
      if case .sei(let information) = read.payload { note(information) }
      for rule in rules { rule.content(read, facts, run) }
    } catch {
      for rule in rules { rule.fault(error, facts, run) }
    }
  }

  private mutating func note(_ information: H264SupplementalEnhancementInformation) {
    for message in information.messages {
      // Files may mark pictures at which decoding is right at once as sync samples.
      if case .recoveryPoint(let point) = message.payload, point.recoveryFrameCnt == 0 { facts.isKindSettled = true }
      guard case .picTiming(let timing) = message.payload else { continue }
      facts.ticks.add(timing)
      if let structure = timing.structure { nextStretch = max(1, Double(H264PicTiming.deltaTfiDivisor(structure.picStruct)) / 2) }
    }
  }

  /// Passes on what the picture parser found; drops it if the unit was parsed here as well.
  private func faults(drops: Bool) {
    if facts.parser.findings.isEmpty { return }
    if !drops { for fault in facts.parser.findings { for rule in rules { rule.fault(fault, facts, run) } } }
    facts.parser.findings.removeAll()
  }

  private mutating func give(_ picture: H264Picture) {
    hasSet = false
    compareOrder(of: picture)
    facts.references.take(picture, facts.pictureMarking, facts.pictureLimits)
    let (sample, seconds) = (run.sample, run.seconds)
    (run.sample, run.seconds) = (Int(clamping: picture.index), nil)
    let (facts, run) = (facts, run)
    pictureRules.forEach { $0.picture(picture, facts, run) }
    (run.sample, run.seconds) = (sample, seconds)
    facts.track?.note(picture)
    if let recorder = run.recorder { recorder.note(picture, isStream: facts.track == nil) }
    facts.pictureCount += 1
    if picture.isKeyframe { facts.idrCount += 1 }
    facts.previous = picture
  }

  private mutating func compareOrder(of picture: H264Picture) {
    if picture.isUnresolved {
      (facts.laterOrders, facts.repeatsOrder) = (0, false)
      return
    }
    if picture.startsOrder { orders.removeAll() }
    let count = Int64(picture.pictureOrderCount)
    facts.recentOrderCount = orders.count
    (facts.laterOrders, facts.repeatsOrder) = orders.compare(count)
    orders.append(count)
  }
}
