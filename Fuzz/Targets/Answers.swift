import BitstreamKit
import CheckKit
import ProbeKit
import RemuxKit

/// Every question about a file in memory, in every form: `choice` says which. The same question has the same answer, also where the bytes come
/// in order from a pipe; JSON and CSV can be parsed, and nothing of the file acts on a terminal or in a page.
func fuzzAnswers(_ input: [UInt8]) throws(Violation) {
  var tape = ByteTape(input)
  let (choice, step) = (tape.byte(), tape.byte())
  let bytes = tape.rest()
  let question = Question(choice, step)
  let answer = try question.answer(seekable(bytes))
  try demand(try question.answer(seekable(bytes)) == answer, "\(question) has two answers")
  if question.readsInOrder {
    let piped = try question.answer(piped(bytes, seed: step))
    try demand(piped.outcome == .unusable || piped.text == answer.text, "\(question) has another answer for a pipe")
  }
  try checkForm(answer.text, of: question)
}

private func seekable(_ bytes: [UInt8]) -> ProbeInput { ProbeInput(AnyByteSource(MemorySource(bytes)), name: "a file") }

private func piped(_ bytes: [UInt8], seed: UInt8) -> ProbeInput {
  var parts = chunks(of: bytes, seed: seed | 1).makeIterator()
  var (part, next) = ([UInt8](), 0)
  return ProbeInput(name: "a file") { (buffer) in
    if next == part.count { (part, next) = (parts.next() ?? [], 0) }
    let count = min(buffer.count, part.count - next)
    buffer.replaceSubrange(0..<count, with: part[next..<next + count])
    next += count
    return count
  }
}

/// What is asked, and in which form.
private struct Question: CustomStringConvertible {
  enum Kind: UInt8, CaseIterable {
    case info, ffprobe, packets, units, pictures, groups, sets, trace, tags, frames, boxes, report, plot, diff, roundtrip
  }

  struct Answer: Equatable {
    var text: [UInt8]
    var outcome: ProbeOutcome
  }

  let kind: Kind
  let format: Format
  let step: UInt8

  init(_ choice: UInt8, _ step: UInt8) {
    kind = Kind.allCases[Int(choice) % Kind.allCases.count]
    format = Format.allCases[Int(step & 3)]
    self.step = step
  }

  var description: String { "\(kind) as \(form)" }

  private var isOdd: Bool { step & 4 != 0 }

  var readsInOrder: Bool {
    switch kind {
    case .units, .pictures, .groups, .sets, .trace, .tags, .frames, .roundtrip: true
    default: false
    }
  }

  /// How the answer is written.
  enum Form { case text, json, lines, csv, xml, page }

  var form: Form {
    switch kind {
    case .ffprobe: [.text, .json, .xml, .text][Int(step & 3)]
    case .report: .page
    case .plot: .xml
    case .diff: format == .json ? .json : .text
    case .sets: format == .json ? .json : format == .jsonl ? .lines : .text
    case .trace: isOdd ? .text : .lines
    case .boxes where format == .csv: .text
    case .info, .roundtrip: format == .json ? .json : .text
    default: [.text, .json, .lines, .csv][Int(step & 3)]
    }
  }

  func answer(_ input: ProbeInput) throws(Violation) -> Answer {
    let file = MemoryFile()
    let sink = ProbeSink(file.output(canReplace: false)) { _ in }
    var outcome = ProbeOutcome.unusable
    do { outcome = try ask(Probe(input, sink)) } catch {}
    return Answer(text: file.bytes, outcome: outcome)
  }

  private func ask(_ probe: Probe) throws -> ProbeOutcome {
    let stream = StreamSelection()
    switch kind {
    case .info: return probe.describe(format: form == .json ? .json : .table) { HeaderCheck.verdict(of: probe.input) }
    case .ffprobe: return try ffprobe(probe)
    case .packets: return try packets(probe)
    case .units: return try probe.listUnits(stream, format: format, isSummary: isOdd)
    case .pictures: return try probe.listPictures(stream, format: format)
    case .groups:
      var options = GroupOptions(format: format)
      (options.showsSeconds, options.isSummary) = (isOdd, step & 8 != 0)
      return try probe.listGroups(stream, options)
    case .sets: return try probe.listParameterSets(stream, form: ParameterSetForm(rawValue: format.rawValue) ?? .sprop)
    case .trace: return try probe.trace(stream, units: UnitSelection(), isText: isOdd)
    case .tags: return probe.listTags(format: format, hasDetails: isOdd)
    case .frames: return probe.listADTSFrames(format: format)
    case .boxes: return probe.listBoxes(Mp4Request(form: Mp4Form(rawValue: format.rawValue) ?? .text, isFull: isOdd))
    case .report: return Report([probe.input], ReportOptions(tool: "fuzzer")).write(to: probe.sink)
    case .plot: return Plot(probe.input, PlotKind.allCases[Int(step) % PlotKind.allCases.count]).write(to: probe.sink)
    case .diff: return diff(probe)
    case .roundtrip: return probe.roundtrip(codec: nil, format: form == .json ? .json : .table)
    }
  }

  private func ffprobe(_ probe: Probe) throws -> ProbeOutcome {
    let forms = ["default", "json", "xml", "flat"]
    let show = ["-show_format", "-show_streams", isOdd ? "-show_packets" : "-show_frames", "-show_chapters"]
    return try FFProbe(show + ["-of", forms[Int(step & 3)], "a file"]).run(program: "fuzzer", probe.sink) { _ in probe.input }
  }

  private func packets(_ probe: Probe) throws -> ProbeOutcome {
    var options = PacketOptions(format: format)
    (options.isByTrack, options.appliesEditList) = (isOdd, step & 8 != 0)
    (options.showsSeconds, options.isSummary) = (step & 16 != 0, step & 32 != 0)
    return try probe.listPackets(options)
  }

  /// Compares the file with its beginning.
  private func diff(_ probe: Probe) -> ProbeOutcome {
    var bytes: [UInt8] = []
    _ = try? probe.input.read(at: 0, count: Int(probe.input.byteCount) * (8 + Int(step >> 2 & 7)) / 16, into: &bytes)
    var options = DiffOptions()
    options.form = format == .json ? .json : .text
    return Diff(probe.input, seekable(bytes), options).run(probe.sink)
  }
}

private func checkForm(_ text: [UInt8], of question: Question) throws(Violation) {
  if text.isEmpty { return }
  try demand(String(validating: text, as: UTF8.self) != nil, "\(question) is no UTF-8")
  switch question.form {
  case .json: try demand(JSONChecker.isDocument(text), "\(question) is no JSON")
  case .lines:
    let lines = text.split(separator: 10)
    for line in lines { try demand(JSONChecker.isDocument(Array(line)), "\(question) has a line that is no JSON") }
  case .csv: try demand(hasEvenRows(text), "\(question) has rows of several lengths")
  case .text, .xml, .page:
    // ECMA-48: C0 and C1 control characters; in UTF-8 the latter are C2 80 to C2 9F.
    var before: UInt8 = 0
    for byte in text {
      let isControl = byte < 0x20 && byte != 10 && byte != 9 || byte == 0x7F || before == 0xC2 && byte < 0xA0
      try demand(!isControl, "\(question) has a control character")
      before = byte
    }
  }
}

/// Whether all rows of CSV (RFC 4180) have the same number of fields.
private func hasEvenRows(_ text: [UInt8]) -> Bool {
  var (count, first, isQuoted) = (1, nil as Int?, false)
  for byte in text {
    switch byte {
    case 0x22: isQuoted.toggle()
    case 0x2C where !isQuoted: count += 1
    case 10 where !isQuoted:
      if let first, first != count { return false }
      (first, count) = (count, 1)
    default: break
    }
  }
  return !isQuoted && count == 1
}
