import BitstreamKit
import FileIO
import RemuxKit
import ProbeKit

/// Writes media to a file or to standard output. A file gets its name when it is complete and, where that is asked for, was read again
/// without a difference.
struct CarryJob {
  /// What findings speak of.
  let name: String
  let outputPath: String
  let verifies: Bool
  /// Whether the file grows under its name and can be played at any moment.
  var isRecording = false
  /// The files whose bytes are carried, in the order in which they stand one behind the other.
  let inputs: [InputFile]

  /// - Parameters:
  ///   - write: brings everything into an output.
  ///   - difference: compares a file with what went in.
  func run(
    _ write: (MediaOutput) throws(MediaError) -> CarryReport, difference: (InputFile) throws(MediaError) -> String?
  ) -> ExitCode {
    if let input = inputs.first(where: { $0.isSame(asOutput: outputPath) }) { return refuseOutput(outputPath, as: input.name) }
    let progress = Progress(total: inputs.reduce(0) { $0 + $1.byteCount })
    defer { progress.finish() }
    if outputPath == "-" {
      do throws(MediaError) { return findings(try write(MediaOutput(OutputDescriptor.standardOutput))) } catch {
        if case .bytes(let failure) = error, failure.isBrokenPipe { return .success }
        return reportUnreadable(error, name)
      }
    }
    let file: OutputFile
    do { file = try isRecording ? OutputFile(growing: outputPath) : OutputFile(outputPath) } catch {
      report("\(toolName): \(error)")
      return .cannotCreate
    }
    do throws(MediaError) {
      let result = try write(MediaOutput(file, copying: inputs, progress))
      if verifies {
        progress.beginCheck()
        if let found = try check(file, difference) {
          progress.finish()
          report("\(toolName): \(outputPath): not written: what was written differs from what went in: \(found)")
          return .findings
        }
      }
      do throws(ByteError) { try file.commit() } catch { throw MediaError.bytes(error) }
      progress.finish()
      return findings(result)
    } catch {
      progress.finish()
      return reportUnreadable(error, name)
    }
  }

  private func check(_ file: OutputFile, _ difference: (InputFile) throws(MediaError) -> String?) throws(MediaError) -> String? {
    let written: InputFile?
    do { written = try file.reopened() } catch { throw .bytes(error) }
    guard let written else { return "it cannot be read again" }
    return try difference(written)
  }

  private func findings(_ result: CarryReport) -> ExitCode {
    for note in result.notes { report("\(toolName): \(name): \(note)") }
    var findings = Findings(name, .standard)
    for finding in result.findings { findings.add(finding) }
    return ExitCode(findings.finish())
  }
}
