import BitstreamKit
import CheckKit
import NALKit
import ProbeKit
import RemuxKit

/// Answers a question about the file as the command of that name does with `--format json`, and with `--format jsonl` for `trace`.
struct Questions {
  let request: Request
  let input: ProbeInput
  /// The version of the command, named in documents.
  static let version = "0.1.0"

  private var probe: Probe { Probe(input, Host.sink) }

  func answer() throws(ProbeRequestError) -> ProbeOutcome {
    switch request.question {
    case "report": return try report()
    case "info":
      let (input, codec) = (input, try request.codec())
      return probe.describe(codec: codec, format: .json) { HeaderCheck.verdict(of: input, codec: codec) }
    case "check": return try check()
    case "explain": return try explain()
    case "frames": return try probe.listPictures(try request.selection(), format: .json)
    case "gop": return try groups()
    case "nalu": return try probe.listUnits(try request.selection(), format: .json)
    case "trace": return try trace()
    case "packets": return try packets()
    case "mp4": return probe.listBoxes(Mp4Request(form: .json, isFull: request.option("full") != nil))
    case "flv": return probe.listTags(format: .json, hasDetails: request.option("details") != nil)
    case "aac": return probe.listADTSFrames(format: .json)
    case "tree": return try tree()
    default: throw ProbeRequestError("there is no question '\(request.question)'")
    }
  }

  /// The facts of the file, or of two, which are compared: the host has the other one, of `other-size` bytes.
  private func report() throws(ProbeRequestError) -> ProbeOutcome {
    var inputs = [input]
    if let name = request.option("other"), let size = try request.number("other-size") {
      inputs.append(Host.input(AnyByteSource(HostSource(place: .other, byteCount: size)), .other, name: name))
    }
    let options = ReportOptions(tool: "mediaprobe \(Self.version)", codec: try request.codec(), frameRate: try request.frameRate())
    return Report(inputs, options).write(to: Host.sink)
  }

  /// The structure of the file: boxes, tags, NAL units or ADTS frames, by its format.
  private func tree() throws(ProbeRequestError) -> ProbeOutcome {
    let container: MediaContainer?
    do { container = try input.content().container } catch {
      Host.message("\(error)")
      return .failed
    }
    switch container {
    case .flv: return probe.listTags(format: .json)
    case .adts: return probe.listADTSFrames(format: .json)
    case .h264, .hevc: return try probe.listUnits(try request.selection(), format: .json)
    case .mp4, nil: return probe.listBoxes(Mp4Request(form: .json))
    }
  }

  private func trace() throws(ProbeRequestError) -> ProbeOutcome {
    var types: [String] = []
    for part in Array((request.option("type") ?? "").utf8).split(separator: 0x2C) {
      let type = String(decoding: part, as: UTF8.self)
      guard UnitSelection.isKnownType(type) else { throw ProbeRequestError("there is no type of NAL unit '\(type)'") }
      types.append(type)
    }
    return try probe.trace(try request.selection(), units: UnitSelection(unit: try request.number("unit"), types: types), isText: false)
  }

  private func groups() throws(ProbeRequestError) -> ProbeOutcome {
    var options = GroupOptions(format: .json)
    options.frameRate = try request.frameRate()
    options.isSummary = request.option("summary") != nil
    return try probe.listGroups(try request.selection(), options)
  }

  private func packets() throws(ProbeRequestError) -> ProbeOutcome {
    var options = PacketOptions(format: .json)
    options.frameRate = try request.frameRate()
    options.track = try request.index("track")
    options.codec = try request.codec()
    options.isByTrack = request.option("by-track") != nil
    options.appliesEditList = request.option("edit-list") != nil
    options.isSummary = request.option("summary") != nil
    return try probe.listPackets(options)
  }

  private func check() throws(ProbeRequestError) -> ProbeOutcome {
    var options = CheckOptions()
    options.codec = try request.codec()
    let result = Check(input, options).run()
    var output = OutputBuffer(Host.sink)
    result.write(CheckStyle(.json, name: input.name, version: Self.version), to: &output)
    let outcome = output.finish()
    if let refusal = result.refusal { Host.message("\(input.name): \(refusal)") }
    return outcome.or(result.outcome).or(result.worst == .error ? .findings : .complete)
  }

  private func explain() throws(ProbeRequestError) -> ProbeOutcome {
    guard let place = ExplainPlace(request.option("place") ?? "") else {
      throw ProbeRequestError("the place is not an offset, the path of a box, or 'unit', 'sample' or 'time' and a number")
    }
    let answer = try Explain(input, codec: try request.codec()).answer(place)
    var output = OutputBuffer(Host.sink)
    if let explanation = answer.explanation { ExplainJSON().write(explanation, name: input.name, to: &output) }
    let outcome = output.finish()
    if let refusal = answer.refusal { Host.message("\(input.name): \(refusal)") }
    return outcome.or(answer.outcome)
  }
}
