import BitstreamKit
import ProbeKit
import RemuxKit

extension Fix {
  /// The source with the patches of a plan.
  private func patched(_ plan: FixPlan) -> AnyByteSource {
    plan.patches.isEmpty ? source : AnyByteSource(PatchedSource(source, plan.patches))
  }

  /// What the file is after a plan that keeps all bytes in their places.
  public func preview(_ plan: FixPlan) -> AnyByteSource { patched(plan) }

  /// Writes the mended file.
  /// - Throws: `MediaError` if reading or writing fails, or if the media cannot be carried.
  public func write(_ plan: FixPlan, to output: MediaOutput) throws(MediaError) -> CarryReport {
    switch plan.action {
    case .nothing: return CarryReport()
    case .patches: do { return try Retag.copy(source, plan.patches, output) } catch { throw .bytes(error) }
    case .carry(let target, let options):
      return try Remuxer.carry(patched(plan), as: plan.before.container, to: target, output, options)
    case .units(let codec):
      var mending = UnitMending(source, codec, plan.remedies, plan.rules, output)
      do { return try mending.run() } catch { throw .bytes(error) }
    }
  }

  /// Compares the written file with its source, and checks it.
  /// - Parameter written: the mended file; nil if nothing was written.
  /// - Throws: `MediaError` if one of them cannot be read.
  public func judge(_ plan: FixPlan, _ written: AnyByteSource?, _ carried: CarryReport = CarryReport()) throws(MediaError) -> FixReport {
    var report = FixReport(container: plan.before.container, refusal: plan.before.refusal)
    (report.changes, report.notes) = (plan.changes, (carried.findings + carried.notes).filter { !plan.changes.contains($0) })
    var after = plan.before
    if let written {
      after = check(written)
      try prove(plan, written, carried, &report)
      if let refusal = after.refusal { report.faults.append("the output cannot be checked: \(refusal)") }
    }
    let (old, new) = (plan.before.foundRules, after.foundRules)
    /// The weight of what is gone.
    var worst: Severity?
    for rule in old {
      let id = rule.page.id.description
      let left = new.first { $0.page.id.description == id }?.count ?? 0
      if left == 0 { worst = max(worst ?? rule.page.severity, rule.page.severity) }
      if left < rule.count { report.mended.append(MendedRule(page: rule.page, count: rule.count - left, remedy: remedy(rule, plan))) }
      if left > 0, options.check.applies(rule.page) {
        report.remaining.append(RemainingRule(page: rule.page, count: left, reason: reason(rule, plan)))
      }
    }
    for rule in new {
      let known = old.first { $0.page.id.description == rule.page.id.description }?.count ?? 0
      if rule.count <= known { continue }
      // What is left out of a truncated file leaves a gap: that is better than the error which it was.
      if let worst, rule.page.severity < worst {
        report.remaining.removeAll { $0.page.id.description == rule.page.id.description }
        let reason = "\(known == 0 ? "it comes" : "\(rule.count - known) more come") with the remedies; \(rule.page.remedy)"
        report.remaining.append(RemainingRule(page: rule.page, count: rule.count, reason: reason))
        continue
      }
      let example = after.findings.last { $0.page.id.description == rule.page.id.description }?.message ?? ""
      report.faults.append("the output has \(known == 0 ? "a finding" : "findings") that the source has not: \(rule.page.id): \(example)")
    }
    report.isWritten = written != nil && report.faults.isEmpty
    if written != nil, !report.isWritten { undo(&report, old) }
    return report
  }

  /// The report of a plan that cannot be carried out, and why.
  public func refuse(_ plan: FixPlan, _ why: String) -> FixReport {
    var report = FixReport(container: plan.before.container, refusal: plan.before.refusal)
    report.faults = [why]
    undo(&report, plan.before.foundRules)
    return report
  }

  /// A mended file that is not kept mends nothing.
  private func undo(_ report: inout FixReport, _ old: [FoundRule]) {
    report.mended = []
    report.remaining = old.filter { options.check.applies($0.page) }.map {
      RemainingRule(page: $0.page, count: $0.count, reason: "the output was not kept")
    }
  }

  private func remedy(_ rule: FoundRule, _ plan: FixPlan) -> Remedy? {
    guard plan.rules.contains(rule.page.id.description), let mend = rule.page.mend else { return nil }
    // What a remedy that was refused would have mended is gone for another reason.
    return plan.refusals.contains { $0.remedy == mend } ? nil : mend
  }

  private func reason(_ rule: FoundRule, _ plan: FixPlan) -> String {
    guard let remedy = rule.page.mend else { return rule.page.remedy.description }
    if let refusal = plan.refusals.first(where: { $0.remedy == remedy }) { return refusal.why }
    if let container = plan.before.container, !remedy.fits(container) {
      return "streams are not changed inside of a container. \(rule.page.remedy)"
    }
    return "it is still there; \(rule.page.remedy)"
  }

  // MARK: - Proof

  private func prove(
    _ plan: FixPlan, _ written: AnyByteSource, _ carried: CarryReport, _ report: inout FixReport
  ) throws(MediaError) {
    switch plan.action {
    case .nothing: break
    case .patches:
      let count = plan.patches.reduce(0) { $0 + $1.new.count }
      do {
        if let difference = try Self.difference(patched(plan), written) { report.faults.append(difference) }
      } catch { throw .bytes(error) }
      let places = plan.patches.count == 1 ? "one place" : "\(plan.patches.count) places"
      report.proof = "all bytes but \(count) at \(places) are those of the source; no sample is among them"
    case .carry(let target, let options):
      let difference = try CarryVerifier.difference(
        between: patched(plan), as: plan.before.container, and: written, written: target, options)
      if let difference { report.faults.append("the output differs from the source: \(difference)") }
      let moved = options.corrections.contains { $0.value.removedSets != nil }
      let hasTimestamps = plan.before.container == .flv && options.repairsTimes
      let times = hasTimestamps || options.corrections.contains { $0.value.compositionOffsets != nil }
      report.proof =
        "all \(carried.samples) samples have the bytes\(times ? "" : " and times") of the source"
        + (moved ? ", but for the parameter sets that were moved" : "") + (times ? "; their times were repaired" : "")
    case .units(let codec):
      var comparison = UnitComparison(source, written, codec, plan.rules)
      do {
        if let difference = try comparison.difference() { report.faults.append("the output differs from the source: \(difference)") }
      } catch { throw .bytes(error) }
      let corrected = comparison.correctedCount
      report.proof =
        "all \(comparison.count) units have the bytes of the source"
        + (corrected > 0 ? ", but for \(corrected) parameter sets that were corrected" : "")
    }
  }

  /// The first difference between two sources of bytes; nil if there is none.
  private static func difference(_ a: AnyByteSource, _ b: AnyByteSource) throws(ByteError) -> String? {
    if a.byteCount != b.byteCount { return "\(b.byteCount) bytes were written instead of \(a.byteCount)" }
    var (wanted, found): ([UInt8], [UInt8]) = ([], [])
    var done: UInt64 = 0
    while done < a.byteCount {
      try a.read(at: done, count: 1 << 18, into: &wanted)
      try b.read(at: done, count: 1 << 18, into: &found)
      if wanted.isEmpty || wanted != found { return "the output differs from the source near byte \(done)" }
      done += UInt64(wanted.count)
    }
    return nil
  }
}
