import BitstreamKit
import CheckKit
import FileIO
import ProbeKit
import RemuxKit

/// The options of `check --fix`.
let fixOptions = [
  OptionSpec(name: "fix", help: "Mend what needs no decoding, and write the result to '--output' or '--in-place'."),
  OptionSpec(name: "output", short: "o", value: "path", help: "The mended file, in the format of the input."),
  OptionSpec(name: "in-place", help: "Change the input file itself, if all bytes keep their places."),
  OptionSpec(
    name: "prefer", value: "side", values: FixOptions.Side.allCases.map(\.rawValue),
    help: "Which side is right where sample entry and bitstream disagree about shape or colour. (default: bitstream)"),
]

/// Mends a file.
func runFix(_ invocation: Invocation, _ check: CheckOptions, _ failing: Severity) -> ExitCode {
  let path = invocation.arguments.first ?? ""
  return runCarrying(invocation, path) {
    let isInPlace = invocation.has("in-place")
    let output = invocation.options["output"]
    let isBatch = invocation.arguments.count != 1 || invocation.allValues["files-from"] != nil
    let form = invocation.options["format"].flatMap(CheckForm.init(rawValue:)) ?? .text
    let mistake =
      isBatch
      ? "'--fix' takes one file."
      : isInPlace == (output != nil)
        ? "'--fix' needs either '--output' or '--in-place'."
        : output == "-" || isInPlace && path == "-"
          ? "'--fix' reads its result again: it needs a file."
          : form != .text && form != .json ? "'--fix' reports as text or json." : nil
    if let mistake { throw UsageError(mistake) }
    var options = FixOptions()
    (options.check, options.isInPlace) = (check, isInPlace)
    options.preferred = invocation.options["prefer"].flatMap(FixOptions.Side.init(rawValue:)) ?? .bitstream
    let input = isInPlace ? try InputFile(path) : try InputOpener(invocation).media([path], beside: output ?? "-")
    if !input.isSeekable { throw UsageError("A pipe cannot be changed in place.") }
    if let output, input.isSame(asOutput: output) { return refuseOutput(output, as: input.name) }
    let fix = Fix(AnyByteSource(input), name: input.name, options)
    let plan = try fix.plan()
    if let output, let container = plan.before.container { try refuseName(output, of: container, "'--fix'") }
    let report = try isInPlace ? mend(fix, plan, inPlace: path) : mend(fix, plan, input, output ?? "")
    guard let report else { return .findings }
    let code = write(report, form, input.name, failing)
    // A file that cannot be read is not a malformed one.
    return plan.before.outcome == .failed ? .ioError : code
  }
}

/// Changes the file itself; nil if a message says why not.
private func mend(_ fix: Fix, _ plan: FixPlan, inPlace path: String) throws(MediaError) -> FixReport? {
  if plan.isEmpty { return try fix.judge(plan, nil) }
  guard let patches = plan.bytePatches else {
    report("\(toolName): \(path): not changed: the remedies move bytes; write a new file with '-o'")
    return nil
  }
  let result = try fix.judge(plan, fix.preview(plan))
  if result.isWritten { do throws(ByteError) { try BytePatch.apply(patches, to: path) } catch { throw .bytes(error) } }
  return result
}

/// Writes a mended copy, which gets its name if it is kept.
private func mend(_ fix: Fix, _ plan: FixPlan, _ input: InputFile, _ output: String) throws(MediaError) -> FixReport {
  if plan.isEmpty { return try fix.judge(plan, nil) }
  do throws(ByteError) {
    let progress = Progress(total: input.byteCount)
    defer { progress.finish() }
    let file = try OutputFile(output)
    do throws(MediaError) {
      let carried = try fix.write(plan, to: MediaOutput(file, copying: [input], progress))
      progress.beginCheck()
      let written: InputFile?
      do throws(ByteError) { written = try file.reopened() } catch { throw .bytes(error) }
      guard let written else { throw .unsupported("the output cannot be read again") }
      let result = try fix.judge(plan, AnyByteSource(written), carried)
      if result.isWritten { do throws(ByteError) { try file.commit() } catch { throw .bytes(error) } }
      return result
    } catch {
      if let failure = error.failure { throw failure }
      return fix.refuse(plan, error.unnamed.line)
    }
  } catch { throw .bytes(error) }
}

/// Writes the report.
private func write(_ result: FixReport, _ form: CheckForm, _ name: String, _ failing: Severity) -> ExitCode {
  var output = OutputBuffer(.standard)
  if form == .json { result.writeJSON(to: &output) } else { result.writeText(name: name, to: &output) }
  let outcome = output.finish()
  if result.refusal != nil { return ExitCode(outcome.or(.malformed)) }
  let isFailing = !result.faults.isEmpty || result.worst.map { $0 >= failing } ?? false
  return ExitCode(outcome.or(isFailing ? .findings : .complete))
}
