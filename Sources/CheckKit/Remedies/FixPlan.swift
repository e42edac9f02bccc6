import BitstreamKit
import MP4Kit
import NALKit
import ProbeKit
import RemuxKit

/// A rule with findings.
struct FoundRule {
  let page: RulePage
  var count: Int
}

/// What is to be done about the findings of a file.
public struct FixPlan {
  /// How the output is made.
  enum Action {
    /// No finding can be mended.
    case nothing
    /// Bytes are replaced in their places.
    case patches
    /// The media are carried into the same container.
    case carry(Remuxer.Target, CarryOptions)
    /// The units of a byte stream are written again.
    case units(VideoCodec)
  }

  /// What the check of the source found, with all rules.
  public let before: CheckResult
  let action: Action
  let patches: [BytePatch]
  let remedies: [Remedy]
  /// The rules to mend.
  let rules: Set<String>
  let changes: [String]
  let refusals: [(remedy: Remedy, why: String)]

  /// Whether there is something to write.
  public var isEmpty: Bool {
    if case .nothing = action { return true }
    return false
  }

  /// Changes that keep all bytes in their places; nil if the remedies move bytes.
  public var bytePatches: [BytePatch]? {
    if case .patches = action { return patches }
    return nil
  }
}

extension CheckResult {
  /// The rules with findings, in the order of the table of rules, and the numbers of findings.
  var foundRules: [FoundRule] {
    var found: [FoundRule] = []
    func add(_ page: RulePage, _ count: Int) {
      if let place = found.firstIndex(where: { $0.page.id.description == page.id.description }) {
        found[place].count += count
      } else {
        found.append(FoundRule(page: page, count: count))
      }
    }
    for finding in findings { add(finding.page, 1) }
    for item in hidden { add(item.page, item.count) }
    return found.ordered { ($1.page.severity, $0.page.id.description) < ($0.page.severity, $1.page.id.description) }
  }
}

/// Mends what can be mended without decoding: checks a file, plans the remedies, writes a new file, and checks that.
///
///     let fix = Fix(AnyByteSource(source), name: "in.mp4")
///     let plan = try fix.plan()
///     if !plan.isEmpty {
///       _ = try fix.write(plan, to: output)
///       let report = try fix.judge(plan, written)
///     }
public struct Fix {
  let source: AnyByteSource
  let name: String
  let options: FixOptions

  /// Creates a fix of a file.
  public init(_ source: AnyByteSource, name: String, _ options: FixOptions = FixOptions()) {
    self.source = source
    self.name = name
    self.options = options
  }

  /// Applies all rules, whichever are to be mended: a remedy must not bring a finding of another rule.
  func check(_ source: AnyByteSource) -> CheckResult {
    var all = options.check
    (all.only, all.ignored) = ([], [])
    return Check(ProbeInput(source, name: name), all).run()
  }

  /// Checks the file and chooses the remedies.
  /// - Throws: `MediaError` if the file cannot be read.
  public func plan() throws(MediaError) -> FixPlan {
    let before = check(source)
    var remedies: [Remedy] = []
    var rules: Set<String> = []
    for found in before.foundRules where options.check.applies(found.page) {
      guard let remedy = found.page.mend, let container = before.container, remedy.fits(container) else { continue }
      rules.insert(found.page.id.description)
      if !remedies.contains(remedy) { remedies.append(remedy) }
    }
    var draft = Draft(before, remedies, rules)
    if before.refusal == nil, !remedies.isEmpty, let container = before.container {
      do throws(MediaError) {
        switch container {
        case .mp4: try planMovie(&draft)
        case .flv: try planTags(&draft)
        case .adts: draft.action = .carry(.adts, CarryOptions())
        case .h264, .hevc: draft.action = .units(container == .h264 ? .h264 : .hevc)
        }
      } catch {
        if error.failure != nil { throw error }
        draft.action = .nothing
        for remedy in remedies { draft.refusals.append((remedy, "\(error.unnamed)")) }
      }
    }
    return draft.plan
  }

  /// A plan that is being made.
  private struct Draft {
    let before: CheckResult
    let remedies: [Remedy]
    let rules: Set<String>
    var action = FixPlan.Action.nothing
    var patches: [BytePatch] = []
    var changes: [String] = []
    var refusals: [(remedy: Remedy, why: String)] = []

    init(_ before: CheckResult, _ remedies: [Remedy], _ rules: Set<String>) {
      (self.before, self.remedies, self.rules) = (before, remedies, rules)
    }

    var plan: FixPlan {
      FixPlan(
        before: before, action: action, patches: patches, remedies: remedies, rules: rules, changes: changes, refusals: refusals)
    }

    /// Whether the rules about samples of pictures or of sound have a finding for a quarter of them, or for several in fragments, which state no
    /// number of samples.
    func hasManyUnreadable(_ tracks: [MediaTrack]) -> Bool {
      for (kind, rule) in [(MediaKind.video, "mp4.unreadable-samples"), (.audio, "aac.block-unreadable")] {
        let count = before.foundRules.first { $0.page.id.description == rule }?.count ?? 0
        let listed = tracks.reduce(0) { $0 + ($1.kind == kind ? Int(clamping: $1.sampleCount ?? 0) : 0) }
        if count > 1, count > listed / 4 { return true }
      }
      return false
    }

    func has(_ rule: String) -> Bool { before.foundRules.contains { $0.page.id.description == rule } }
  }

  /// The remedies that rewrite a movie whatever its findings are.
  private static let rewriting: [Remedy] = [.faststart, .boxes, .fragments, .brands, .edits]

  private func planMovie(_ draft: inout Draft) throws(MediaError) {
    if options.isInPlace, try planPatches(&draft) { return }
    guard var mending = try MovieMending(source, draft.remedies, draft.rules, options.preferred) else { return }
    if !mending.hasMoved, draft.hasManyUnreadable(mending.reader.tracks),
      try mending.hasUnreadableTrack(tracksOverlap: draft.has("mp4.tracks-overlap"))
    {
      throw .unsupported("many samples cannot be read where the tables locate them; 'mediaprobe recover' searches them")
    }
    try mending.run()
    let isWritten = draft.remedies.contains { Self.rewriting.contains($0) } || !mending.corrections.isEmpty
    if isWritten {
      let steps = try OrderedFragments.stepsBack(of: mending.reader)
      if steps > 0 {
        throw .unsupported(
          "\(counted(steps, "fragment repeats", "fragments repeat")) the one before, or start earlier: 'mediaprobe recover' puts them in order"
        )
      }
      try mending.tellLosses()
    }
    (draft.patches, draft.changes, draft.refusals) = (mending.patches, mending.changes, mending.refusals)
    if !isWritten {
      if !mending.patches.isEmpty {
        draft.action = .patches
      } else if draft.remedies.contains(.headers) || draft.remedies.contains(.durations) {
        // A compressed movie has no bytes to patch, and a duration may need more of them.
        draft.action = .carry(.mp4, try carryOptions(draft, mending))
      }
      return
    }
    draft.action = .carry(.mp4, try carryOptions(draft, mending))
  }

  /// Plans the remedies that keep all bytes in their places, and refuses the others.
  /// - Returns: false if there is none.
  private func planPatches(_ draft: inout Draft) throws(MediaError) -> Bool {
    var kept: [Remedy] = []
    var refusals: [(remedy: Remedy, why: String)] = []
    for remedy in draft.remedies {
      if !Self.rewriting.contains(remedy), var mending = try MovieMending(source, [remedy], draft.rules, options.preferred) {
        try mending.run()
        if mending.corrections.isEmpty, !mending.patches.isEmpty {
          kept.append(remedy)
          continue
        }
      }
      refusals.append((remedy, "its remedy moves bytes, and needs a new file"))
    }
    guard !kept.isEmpty, var mending = try MovieMending(source, kept, draft.rules, options.preferred) else { return false }
    try mending.run()
    // Two remedies of one sample entry can make it longer together.
    guard mending.corrections.isEmpty, !mending.patches.isEmpty else { return false }
    (draft.action, draft.patches, draft.changes) = (.patches, mending.patches, mending.changes)
    draft.refusals = mending.refusals + refusals
    return true
  }

  private func carryOptions(_ draft: Draft, _ mending: MovieMending) throws(MediaError) -> CarryOptions {
    var carry = CarryOptions()
    carry.corrections = mending.corrections
    carry.clipsEdits = draft.remedies.contains(.edits)
    let cmaf = draft.before.foundRules.contains { $0.page.id.description == "cmaf.brand" }
    carry.isCMAF = draft.remedies.contains(.brands) || mending.hasCMAFBrand && !cmaf
    if mending.movie.isFragmented || draft.remedies.contains(.fragments) || draft.remedies.contains(.brands) {
      carry.layout = .fragmented(try mending.fragmentInterval())
    } else if draft.remedies.contains(.faststart) || !draft.has("mp4.index-after-media") {
      carry.layout = .faststart
    }
    return carry
  }

  private func planTags(_ draft: inout Draft) throws(MediaError) {
    if options.isInPlace, TagPatches.fit(draft.rules) {
      do { draft.patches = try TagPatches(source, draft.rules).patches } catch { throw .bytes(error) }
      if !draft.patches.isEmpty { draft.action = .patches }
      return
    }
    if let damage = try Recovery.damageBetweenTags(source) {
      throw .unsupported("\(damage), and tags follow; 'mediaprobe recover' keeps those")
    }
    let reader = try MediaReader(source, as: .flv)
    var carry = CarryOptions()
    carry.legacyHEVC = draft.has("flv.legacy-hevc") && !draft.rules.contains("flv.legacy-hevc")
    carry.repairsTimes = draft.remedies.contains(.timestamps)
    var own = reader
    var keys = 0
    while let sample = try own.next() { if sample.isKey, reader.tracks[sample.track].kind == .video { keys += 1 } }
    if let omission = own.omissions.first { throw .unsupported("a new file would lack media: \(omission)") }
    for track in reader.tracks where track.codec == .h264 || track.codec == .hevc {
      if !draft.remedies.contains(.frameTypes) { continue }
      let survey = try TrackSurvey(source, reader, track: track, ordersPictures: false)
      var correction = TrackCorrection()
      correction.keys = survey.keys
      carry.corrections[track.index] = correction
      keys = survey.keys.count
      draft.changes.append("\(keys) key pictures")
    }
    carry.keyframeIndex = keys > 0
    carry.keyframeCapacity = min(keys, 1 << 18)
    draft.action = .carry(.flv, carry)
  }
}
