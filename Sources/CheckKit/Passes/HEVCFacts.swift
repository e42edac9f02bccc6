import BitstreamKit
import HEVCKit
import NALKit

/// What is known of an H.265 stream so far.
final class HEVCFacts {
  /// Finds pictures and keeps the parameter sets.
  fileprivate(set) var parser = PictureParser()
  /// The unit under check.
  fileprivate(set) var unit = AnnexBUnit(startCodeOffset: 0, startCodeLength: 4, length: 0, head: 0, headCount: 0)
  /// The index of that unit, from 0, as in `nalu`: the units of a configuration record precede those of its samples.
  fileprivate(set) var unitIndex: UInt64 = 0
  /// The three bytes of the slice under check that emulation prevention excludes, the first of them, as far as the slice was read.
  fileprivate(set) var forbidden: ForbiddenBytes?
  /// Whether that unit is in a configuration record and not in the stream.
  fileprivate(set) var isConfiguration = false
  /// Whether the bytes of that unit are all there.
  fileprivate(set) var isWhole = true
  /// The track that the stream is in; nil for a byte stream, and after the end of the track.
  private(set) var track: TrackFacts?

  /// The number of pictures that `picture` hooks have seen, the current one excluded.
  fileprivate(set) var pictureCount: UInt64 = 0
  /// The sequence parameter set of the picture passed to `picture`; nil if it is not known. `activeSet` may be that of the next one.
  fileprivate(set) var pictureSet: SeqParameterSet?
  /// The reference picture set of the picture passed to `picture`; nil if it is not known or has long-term pictures.
  fileprivate(set) var pictureReferences: RefPicSet?
  /// The ticks of all pictures so far, by their picture timing messages.
  fileprivate(set) var ticks = PictureTicks()
  /// The number of ticks that the picture passed to `picture` is shown.
  fileprivate(set) var pictureTicks = 1
  /// The picture before the one passed to `picture`.
  fileprivate(set) var previous: HEVCPicture?
  /// The first sequence parameter set of the stream or its configuration record.
  fileprivate(set) var firstSet: SeqParameterSet?
  /// What all sequence parameter sets of the base layer so far need.
  fileprivate(set) var highest = HighestLevel()
  /// The number of IRAP pictures so far.
  fileprivate(set) var irapCount: UInt64 = 0

  /// What the units of the current sample say about random access.
  fileprivate(set) var sampleKind = SampleKind.unknown
  /// Whether that is settled by a slice or a recovery point.
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
  /// The header of the unit under check; unspecified type 63 for a unit of fewer than two bytes.
  var header: NALUnitHeader {
    guard let first = unit.headByte(0), let second = unit.headByte(1) else { return NALUnitHeader(firstBytes: 0x7E, 1) }
    return NALUnitHeader(firstBytes: first, second)
  }
  /// nal_unit_type of the unit under check.
  var nalUnitType: UInt8 { header.nalUnitType }
  /// Whether the unit under check is a slice segment.
  var isSlice: Bool { header.type.isVCL }
  /// The unit under check as the first part of a finding's path.
  var unitPath: String { (track?.unitPrefix ?? "") + (isConfiguration ? "configuration record › " : "") + "unit \(unitIndex)" }
}

/// Passes the units of a stream to the rules of H.265.
struct HEVCPass {
  let facts: HEVCFacts
  private let rules: [HEVCRule]
  /// The rules that override a hook, once it has been called.
  private var (unitRules, pictureRules): (HookedRules<HEVCRule>, HookedRules<HEVCRule>)
  private let run: CheckRun
  private var headers = SliceSegmentReader()
  private var agreement = HEVCSliceAgreement()
  private var hasBegun = false
  /// Whether `pictureSet` is that of the picture under way.
  private var hasSet = false
  /// `pictureTicks` of the next picture.
  private var nextTicks = 1

  init(_ run: CheckRun, track: TrackFacts? = nil) {
    facts = HEVCFacts(track: track)
    rules = run.selected(RuleTable.hevc())
    (unitRules, pictureRules) = (HookedRules(.unit, rules), HookedRules(.picture, rules))
    self.run = run
  }

  /// Takes the next unit of the stream.
  mutating func take(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8]) {
    facts.forbidden =
      isContent(VideoCodec.hevc.unitType(unit.position.headByte(0) ?? 0)) ? nil : ForbiddenBytes(unit, bytes, isFramed: facts.track != nil)
    begin(unit, isConfiguration: false)
    let isContent = isContent(facts.nalUnitType)
    if (32...34).contains(facts.nalUnitType) { facts.setsInSamples += 1 }
    if facts.isSlice, !facts.isKindSettled {
      // Files may mark CRA pictures as sync samples, or leave that to sample groups.
      let kind: SampleKind = facts.nalUnitType == 21 ? .unknown : (16...20).contains(facts.nalUnitType) ? .key : .other
      (facts.sampleKind, facts.isKindSettled) = (kind, true)
    }
    if isContent, !unit.isCut { content(unit, bytes) }
    let picture = facts.parser.take(
      bytes, unit.range, unitOffset: unit.position.offset, offset: unit.position.startCodeOffset, end: unit.end)
    faults(drops: isContent && !unit.isCut)
    if facts.isSlice { header(unit, bytes) }
    if let picture { give(picture) }
    if !hasSet, facts.isSlice {
      (facts.pictureSet, facts.pictureReferences, hasSet) = (facts.activeSet, facts.parser.references, true)
      (facts.pictureTicks, nextTicks) = (nextTicks, 1)
    }
  }

  /// Reads the whole header of a slice segment, of which the picture parser reads the beginning.
  private mutating func header(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8]) {
    for fault in facts.parser.slice(bytes, unit.range, isUnit: !unit.isCut, with: &headers) {
      for rule in rules { rule.fault(fault, facts, run) }
    }
    guard facts.header.nuhLayerId == 0, let byteCount = headers.byteCount else { return }
    let segment = headers.segment
    var other = agreement.contradiction(segment, pictureCount: facts.parser.pictureCount)
    if other == nil, let fault = segment.subsetsFault(dataLength: Int64(clamping: unit.position.length) - Int64(byteCount)),
      // Kvazaar states in the first segment the subsets of the dependent ones too.
      facts.sets.picParameterSet(segment.slicePicParameterSetId)?.dependentSliceSegmentsEnabledFlag == false
    {
      other = fault
    }
    guard let fault = other?.inFile(at: unit.position.offset) else { return }
    for rule in rules { rule.fault(fault, facts, run) }
  }

  /// Begins a sample.
  func beginSample() { (facts.sampleKind, facts.isKindSettled) = (.unknown, false) }

  /// Takes a unit of a configuration record.
  mutating func takeConfiguration(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8]) {
    facts.forbidden = nil
    begin(unit, isConfiguration: true)
    content(unit, bytes)
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
    let (facts, run) = (facts, run)
    unitRules.forEach { $0.unit(facts, run) }
  }

  /// Whether a type has content that is parsed here: slices are left to the picture parser.
  private func isContent(_ type: UInt8) -> Bool {
    switch type {
    case 32...35, 38...40: true
    default: false
    }
  }

  private mutating func content(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8]) {
    let range = unit.range.clamped(to: 0..<bytes.count)
    do {
      var found: [SyntaxError] = []
      let read = try HEVCNALUnit(
        parsing: Array(bytes[range]), sets: facts.sets, policy: .lenient, fileOffset: unit.position.offset, findings: &found)
      for fault in found { for rule in rules { rule.fault(fault, facts, run) } }
      if case .seqParameterSet(let set) = read.payload, read.header.nuhLayerId == 0 {
        if facts.firstSet == nil { facts.firstSet = set }
        if let level = set.profileTierLevel { facts.highest.take(level) }
      }
      if case .sei(let information) = read.payload, read.header.nuhLayerId == 0 { note(information) }
      for rule in rules { rule.content(read, facts, run) }
    } catch {
      for rule in rules { rule.fault(error, facts, run) }
    }
  }

  private mutating func note(_ information: HEVCSupplementalEnhancementInformation) {
    for message in information.messages {
      guard case .picTiming(let timing) = message.payload else { continue }
      facts.ticks.add(timing)
      if let info = timing.frameFieldInfo { nextTicks = PictureTicks.deltaToDivisor(info.picStruct) }
    }
  }

  /// Passes on what the picture parser found; drops it if the unit was parsed here as well.
  private func faults(drops: Bool) {
    if facts.parser.findings.isEmpty { return }
    if !drops { for fault in facts.parser.findings { for rule in rules { rule.fault(fault, facts, run) } } }
    facts.parser.findings.removeAll()
  }

  private mutating func give(_ picture: HEVCPicture) {
    hasSet = false
    let (sample, seconds) = (run.sample, run.seconds)
    (run.sample, run.seconds) = (Int(clamping: picture.index), nil)
    let (facts, run) = (facts, run)
    pictureRules.forEach { $0.picture(picture, facts, run) }
    (run.sample, run.seconds) = (sample, seconds)
    facts.track?.note(picture)
    run.recorder?.note(picture, isStream: facts.track == nil)
    facts.pictureCount += 1
    if picture.isKeyframe { facts.irapCount += 1 }
    facts.previous = picture
  }
}

extension HEVCKit.VUIParameters {
  /// Whether there are NAL or VCL HRD parameters: NalHrdBpPresentFlag, VclHrdBpPresentFlag and CpbDpbDelaysPresentFlag follow from them (ITU-T
  /// H.265, E.3.2).
  var hasHRD: Bool { timingInfo?.hrdParameters?.common?.buffering != nil }
}
