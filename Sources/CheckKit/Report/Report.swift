import BitstreamKit
import MP4Kit
import NALKit
import ProbeKit
import RemuxKit

/// The facts of one or two files for a report: description, findings, tracks, every sample with its times, place, size and picture, buffers,
/// structures with their elements, as one JSON document (`Schemas/report.schema.json`).
///
///     let outcome = Report([ProbeInput(source, name: "in.mp4")], ReportOptions(tool: "a program")).write(to: sink)
///
/// A file is read once for its samples, in bounded memory. The document has at most 40 bytes for each sample, and 170 KB more for a file.
public struct Report {
  private let inputs: [ProbeInput]
  private let options: ReportOptions

  /// Creates a report about one file, or about two that are compared.
  public init(_ inputs: [ProbeInput], _ options: ReportOptions) {
    self.inputs = inputs
    self.options = options
  }

  /// Writes the facts. Everything readable before damage is written.
  /// - Returns: `malformed` if a file is damaged, or is of no known format.
  public func write(to sink: ProbeSink) -> ProbeOutcome {
    var outcome = ProbeOutcome.complete
    let sink = sink.escapingMarkup()
    var output = OutputBuffer(sink)
    output.byte(0x7B)
    output.field("schema_version", schemaVersion, first: true)
    output.field("command", "report" as StaticString)
    output.field("tool", string: options.tool)
    output.key("files")
    output.byte(0x5B)
    for (number, input) in inputs.enumerated() {
      if number > 0 { output.byte(0x2C) }
      outcome = outcome.or(ReportFile(input, options, sink).write(&output))
    }
    output.byte(0x5D)
    if inputs.count == 2 {
      output.key("diff")
      difference(sink).write(&output)
    }
    output.text("}\n")
    return output.finish().or(outcome)
  }

  private func difference(_ sink: ProbeSink) -> MemoryText {
    var settings = DiffOptions()
    (settings.form, settings.codec) = (.json, options.codec)
    (settings.shownPerSection, settings.shownPerPart) = (10, 60)
    let text = MemoryText()
    _ = Diff(inputs[0], inputs[1], settings).run(text.sink)
    return text
  }
}
