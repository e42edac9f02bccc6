import CheckKit
import FileIO
import ProbeKit

let explainCommand = CommandSpec(
  name: "explain", abstract: "Say what a byte of a file is and means, or what a name means.",
  discussion: """
    Lists everything that owns a byte, from the outside in: boxes and fields, tags, track and
    sample with its times, NAL unit, structures and syntax elements with their bits and values;
    with what each means, its values and its clause. Only what leads to the byte is read.

    A place is an offset, decimal or after 0x; the path of a box, 'moov/trak[1]/mdia/mdhd', or of
    a field in it, 'moov/mvhd/timescale'; 'unit 17', as numbered by 'nalu'; 'sample 1:118', a
    track and its sample, both counted from 0; 'time 3.4s', the sample that players show at this
    time, after the edit list, as 'packets --edit-list' prints it, of a certain track with 'time
    1:3.4s'; 'item 1' of a HEIF file, 'tag 5' of an FLV file, 'frame 5' of an AAC stream, 'track
    1 > unit 17', 'sample 1:118 > unit 0', 'item 1 > unit 3', 'onMetaData' or
    'AudioSpecificConfig'.

    Names of structures and elements may follow: 'unit 17 > slice_header > frame_num', which is
    the byte where the element begins. Names in between may be left out. The paths that 'check'
    prints are places, with '>' or '/' between the names as well.

    Without a place, prints the page of a name: 'mp4:stsz', 'mp4:stsz.sample_count',
    'h264:frame_num', 'hevc:sps_max_dec_pic_buffering_minus1', 'flv:CompositionTime',
    'aac:syncword', or 'check:' and a rule.
    """,
  arguments: [
    ArgumentSpec(name: "file-or-name", help: "A file, '-' for standard input, or a name."),
    ArgumentSpec(name: "place", help: "What to explain of the file, in one word or two.", isOptional: true, isRepeated: true),
  ],
  options: [
    .streamCodec,
    OptionSpec(name: "format", value: "format", values: ["text", "json"], help: "Output format. (default: text)"),
  ] + OptionSpec.inputOptions,
  examples: [
    "explain in.mp4 4711",
    "explain in.mp4 moov/trak[0]/mdia/minf/stbl/stts",
    "explain in.mp4 sample 0:3",
    "explain in.h264 'unit 5 > slice_header > frame_num'",
    "explain h264:frame_num",
  ],
  run: runExplain)

private func runExplain(_ invocation: Invocation) -> ExitCode {
  let first = invocation.arguments[0]
  let words = invocation.arguments.dropFirst()
  if words.isEmpty { return explainName(first, invocation) }
  guard let place = ExplainPlace(words.joined(separator: " ")) else {
    let message =
      "The place '\(words.joined(separator: " "))' is not an offset, the path of a box or a field, or 'unit', 'sample', 'item', 'time', 'tag' or 'frame' and a number."
    return reportUsage(message, invocation)
  }
  let sink = ProbeSink.standard(invocation)
  let input: ProbeInput
  do { input = try InputOpener(invocation).probeInput(first, .anywhere) } catch {
    sink.report(error.message)
    return error.exitCode
  }
  let answer: Explain.Answer
  do { answer = try Explain(input, codec: invocation.codec).answer(place) } catch {
    return reportUsage("\(input.name): \(error.message)", invocation)
  }
  var output = OutputBuffer(sink)
  if let explanation = answer.explanation {
    if invocation.options["format"] == "json" {
      ExplainJSON().write(explanation, name: input.name, to: &output)
    } else {
      ExplainText().write(explanation, name: input.name, to: &output)
    }
  }
  let outcome = output.finish()
  if let refusal = answer.refusal { sink.report("\(input.name): \(refusal)") }
  return ExitCode(outcome.or(answer.outcome))
}

/// The pages of a name.
private func explainName(_ name: String, _ invocation: Invocation) -> ExitCode {
  let pages = Catalogue.pages(named: name)
  if pages.isEmpty {
    if (try? InputFile(name)) != nil {
      return reportUsage("Missing expected argument '<place>'.", invocation)
    }
    return reportUsage("Nothing is known of '\(name)'.\(didYouMean(Catalogue.names(like: name)))", invocation)
  }
  var output = OutputBuffer(.standard(invocation))
  if invocation.options["format"] == "json" {
    ExplainJSON().write(pages, to: &output)
  } else {
    for page in pages { ExplainText().write(page, to: &output) }
  }
  return ExitCode(output.finish())
}

/// A sentence after a message about an unknown name: the names that may be meant.
func didYouMean(_ names: [String]) -> String {
  names.isEmpty ? "" : " Did you mean \(names.map { "'\($0)'" }.joined(separator: ", "))?"
}
