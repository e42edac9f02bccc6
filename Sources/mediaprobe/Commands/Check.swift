import BitstreamKit
import CheckKit
import FileIO
import ProbeKit

let checkCommand = CommandSpec(
  name: "check", abstract: "Say what is wrong with a file: where, by which clause, and what to do about it.",
  discussion: """
    Applies rules to H.264, H.265, AAC, FLV, MP4, QuickTime and HEIF files. An error violates a
    specification, a warning is legal and known to cause problems, a note is worth knowing.
    Exits with 1 if there are findings of the severity of '--fail-on' or above, else with 0.
    A file that cannot be read to its end is 65. '--format sarif' and 'junit' are for CI systems.
    With '--fix', what needs no decoding is mended in a copy ('-o'), or in the file itself where all
    bytes keep their places ('--in-place'). The pictures and sound are compared with the source, and
    the result is checked again: it is not kept if it has a finding that the source has not, unless
    one of more weight is gone. '--only' and '--ignore' choose what is mended; the exit code is 1 if
    findings of '--fail-on' remain.
    """,
  arguments: [inputsArgument],
  options: [
    .streamCodec,
    OptionSpec(
      name: "format", value: "format", values: CheckForm.allCases.map(\.rawValue), help: "Output format. (default: text)"),
    OptionSpec(
      name: "only", value: "rules", isList: true,
      help: "Apply only these rules, or rules of these families, separated by commas, such as 'mp4,flv'; can be repeated."),
    OptionSpec(
      name: "ignore", value: "rules", isList: true,
      help: "Do not apply these rules, or rules of these families, separated by commas; can be repeated."),
    OptionSpec(
      name: "for", value: "targets", values: CheckTarget.allCases.map(\.name.description), isList: true,
      help: "Apply the rules of these players or ways of delivery too, separated by commas; can be repeated."),
    OptionSpec(
      name: "fail-on", value: "severity", values: Severity.allCases.reversed().map(\.name.description),
      help: "The lowest severity that makes the exit code 1. (default: error)"),
    OptionSpec(
      name: "baseline", value: "file",
      help: """
        Leave out the findings in this file, which an earlier run wrote with '--format json', 'jsonl' or 'sarif': those of files of the \
        same name. 'json' of a single file has no name: its findings are left out of every file.
        """),
    OptionSpec(name: "rules", help: "List the rules, with '--only' or '--ignore' some of them."),
    OptionSpec(name: "rule", value: "rule", help: "Explain a rule."),
  ] + fixOptions,
  allowsNoFile: true,
  namesFiles: true,
  examples: [
    "check in.mp4",
    "check --fail-on warning --ignore mp4.index-after-media --format junit recordings",
    "check --rule mp4.media-duration",
    "check --fix in.mp4 -o out.mp4",
  ],
  run: runCheck)

private func runCheck(_ invocation: Invocation) -> ExitCode {
  for name in ["rules", "rule"] where invocation.has(name) || invocation.options[name] != nil {
    if !invocation.arguments.isEmpty || invocation.allValues["files-from"] != nil {
      return reportUsage("'--\(name)' reads no file.", invocation)
    }
    if invocation.options["format"].map({ $0 != CheckForm.text.rawValue }) ?? false {
      return reportUsage("'--\(name)' prints text only.", invocation)
    }
  }
  if let id = invocation.options["rule"] {
    guard let page = Check.rules.first(where: { $0.id.description == id }) else { return unknownRule(id, invocation) }
    return printText(rulePage(page))
  }
  var options = CheckOptions()
  (options.only, options.ignored) = (invocation.allValues["only"] ?? [], invocation.allValues["ignore"] ?? [])
  for id in options.only + options.ignored {
    if !Check.rules.contains(where: { $0.id.description == id || $0.family == id }) { return unknownRule(id, invocation) }
  }
  if invocation.has("rules") { return printText(ruleList(options)) }
  options.targets = (invocation.allValues["for"] ?? []).compactMap(CheckTarget.init(name:))
  options.codec = invocation.codec
  var baseline = Baseline([])
  if let path = invocation.options["baseline"] {
    do {
      baseline = Baseline(try wholeFile(path))
      if baseline == nil {
        report("\(toolName): \(path): not written by 'check --format json', 'jsonl' or 'sarif'")
        return .malformed
      }
    } catch {
      report("\(toolName): \(error)")
      return .noInput
    }
  }
  let known = baseline
  if invocation.arguments.isEmpty, invocation.allValues["files-from"] == nil {
    return reportUsage("Missing expected argument '<files>'.", invocation)
  }
  let failing = invocation.options["fail-on"].flatMap(Severity.init(name:)) ?? .error
  if let option = fixOptions.first(where: { invocation.has($0.name) }) {
    if invocation.has("fix") { return runFix(invocation, options, failing) }
    return reportUsage("'--\(option.name)' needs '--fix'.", invocation)
  }
  let form = invocation.options["format"].flatMap(CheckForm.init(rawValue:)) ?? .text
  // What a later run compares with has all that it finds.
  if invocation.has("verbose") || known?.isEmpty == false || form.isBaseline { options.shownPerRule = 1000 }
  let totals = CheckTotals()
  let hasOneThread = invocation.options["jobs"].map { $0 == "1" } ?? true
  let showTotal = { (count: Int) in if form == .text { _ = printText(totals.line(of: count)) } }
  return probe(invocation, needs: .inOrder, afterBatch: showTotal, pages: { totals.pages }) { (probe, invocation) in
    var result: CheckResult
    if hasOneThread {
      let progress = Progress(total: probe.input.byteCount, verb: "checked")
      result = Check(ProbeInput(probe.input) { progress.add($0) }, options).run()
      progress.finish()
    } else {
      result = Check(probe.input, options).run()
    }
    if let known, !known.isEmpty { result = result.removing(known.fingerprints(of: probe.input.name)) }
    totals.add(result)
    // A file of several has the form of one document.
    let own = invocation.options["format"].flatMap(CheckForm.init(rawValue:)) ?? .text
    var style = CheckStyle(own, name: probe.input.name, version: toolVersion)
    (style.failing, style.isColoured) = (failing, usesColours)
    var output = OutputBuffer(probe.sink)
    result.write(style, to: &output)
    let outcome = output.finish()
    if let refusal = result.refusal {
      let prefix = "\(probe.input.name): "
      probe.sink.report(refusal.hasPrefix(prefix) ? refusal : prefix + refusal)
    }
    let isFailing = result.worst.map { $0 >= failing } ?? false
    return outcome.or(result.outcome).or(isFailing ? .findings : .complete)
  }
}

private func unknownRule(_ id: String, _ invocation: Invocation) -> ExitCode {
  let prefix = "check:"
  let near = Catalogue.names(like: prefix + id).filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  return reportUsage("No rule '\(id)'; 'mediaprobe check --rules' lists them.\(didYouMean(near))", invocation)
}

/// A line for each rule that `--only` and `--ignore` leave, of all targets.
private func ruleList(_ options: CheckOptions) -> String {
  var options = options
  options.targets = CheckTarget.allCases
  let width = Check.rules.map { $0.id.utf8CodeUnitCount }.max() ?? 0
  var text = ""
  for page in Check.rules where options.applies(page) {
    let id = page.id.description
    let severity = page.severity.name.description
    let targets = page.targets.isEmpty ? "" : " (for \(page.targets.map(\.name.description).joined(separator: ", ")))"
    text += severity + String(repeating: " ", count: 9 - severity.utf8.count) + id
    text += String(repeating: " ", count: width + 2 - id.utf8.count) + "\(page.title)\(targets)\n"
  }
  return text
}

/// The page of a rule.
private func rulePage(_ page: RulePage) -> String {
  var text = "\(page.id): \(page.title)\n\n"
  for (head, body) in [
    ("severity", page.severity.name), ("clause", page.clause), ("cause", page.cause), ("remedy", page.remedy),
  ] {
    text += wrapped("\(head): \(body)") + "\n"
  }
  if let mend = page.mend { text += "mended by --fix: \(mend.text)\n" }
  if !page.targets.isEmpty { text += "applied with: --for \(page.targets.map(\.name.description).joined(separator: ", --for "))\n" }
  return text
}

/// Text in lines of at most 96 characters, the further ones indented.
private func wrapped(_ text: String) -> String {
  var (lines, line) = ("", "")
  for word in text.utf8.split(separator: UInt8(ascii: " ")) {
    let word = String(decoding: word, as: UTF8.self)
    if !line.isEmpty, line.utf8.count + word.utf8.count + 1 > 96 {
      lines += line + "\n"
      line = "  " + word
    } else {
      line += (line.isEmpty ? "" : " ") + word
    }
  }
  return lines + line
}

/// Reads a file of at most 256 MiB.
private func wholeFile(_ path: String) throws(ByteError) -> [UInt8] {
  let input = try InputFile(path)
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while bytes.count < 256 << 20 {
    let count = try input.read(into: &chunk)
    if count == 0 { break }
    bytes.append(contentsOf: chunk[..<count])
  }
  return bytes
}
