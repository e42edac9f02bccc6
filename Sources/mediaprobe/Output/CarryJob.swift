import BitstreamKit
import FileIO
import RemuxKit
import ProbeKit

/// Writes media to a file or to standard output. A file is renamed to its final name after it is complete and, if requested, verified by
/// reading it back.
struct CarryJob {
  /// The input name used in findings.
  let name: String
  let outputPath: String
  let verifies: Bool
  /// Whether the file is written under its final name and playable at any time.
  var isRecording = false
  /// Whether the output takes the place of an input when it is complete.
  var replacesInput = false
  /// The files that are read, in concatenation order.
  let inputs: [InputFile]
  /// Whether the media is read from `inputs` as they are, so that their bytes can be copied without reading them.
  var copiesInputs = true

  /// - Parameters:
  ///   - write: writes everything to an output.
  ///   - difference: compares the written file with the input; nil if equal.
  func run(
    _ write: (MediaOutput) throws(MediaError) -> CarryReport, difference: (InputFile) throws(MediaError) -> String?
  ) -> ExitCode {
    if !replacesInput, let input = inputs.first(where: { $0.isSame(asOutput: outputPath) }) {
      return refuseOutput(outputPath, as: input.name)
    }
    if outputPath == "-", OutputDescriptor.standardOutput.isTerminal { return refuseTerminal() }
    let progress = Progress(total: inputs.reduce(0) { $0 + $1.byteCount })
    defer { progress.finish() }
    if outputPath == "-" {
      do throws(MediaError) { return findings(try write(MediaOutput(OutputDescriptor.standardOutput))) } catch {
        if error.failure?.isBrokenPipe == true { return .success }
        return reportUnreadable(error, name)
      }
    }
    let file: OutputFile
    do { file = try isRecording ? OutputFile(growing: outputPath) : OutputFile(outputPath) } catch {
      report("\(toolName): \(error)")
      return .cannotCreate
    }
    do throws(MediaError) {
      let result = try write(MediaOutput(file, copying: copiesInputs ? inputs : nil, progress))
      if verifies {
        progress.beginCheck()
        if let found = try check(file, difference) {
          progress.finish()
          report("\(toolName): \(outputPath): not written: output differs from input: \(found)")
          return .findings
        }
      }
      do throws(ByteError) { try file.commit() } catch { throw MediaError.bytes(error) }
      progress.finish()
      if Verbosity.saysWhatWasWritten {
        let size = isRecording || result.bytes == 0 ? "" : ", \(InfoWords.size(result.bytes))"
        report("\(toolName): wrote \(outputPath): \(counted(result.samples, "sample"))\(size)")
      }
      return findings(result)
    } catch {
      progress.finish()
      return reportUnreadable(error, name)
    }
  }

  private func check(_ file: OutputFile, _ difference: (InputFile) throws(MediaError) -> String?) throws(MediaError) -> String? {
    let written: InputFile?
    do { written = try file.reopened() } catch { throw .bytes(error) }
    guard let written else { return "the output cannot be read back" }
    return try difference(written)
  }

  private func findings(_ result: CarryReport) -> ExitCode {
    for note in result.notes { mediaprobe.note("\(name): \(note)") }
    var findings = Findings(name, .standard)
    for problem in inputs.flatMap({ $0.problems }) { findings.add(problem) }
    for finding in result.findings { findings.add(finding) }
    return ExitCode(findings.finish())
  }
}
