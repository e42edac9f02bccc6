import BitstreamKit
import CheckKit
import FileIO
import RemuxKit
import NALKit

/// Edits the parameter sets of an MP4 or QuickTime file: `edit` with a movie as its input.
struct MovieEditRun {
  let input: InputFile
  let requests: [EditRequest]
  let output: String
  let isInPlace: Bool

  func run() -> ExitCode {
    if requests.isEmpty { return copy() }
    var edits: [VideoCodec: [StreamEdit]] = [:]
    /// The edits of each request, by codec.
    var groups: [VideoCodec: [Range<Int>]] = [:]
    let edit: MovieEdit
    let source = AnyByteSource(input)
    do throws(MediaError) {
      for codec in try MovieEdit.codecs(of: source) {
        for request in requests {
          let first = edits[codec]?.count ?? 0
          do { edits[codec, default: []] += try request.edits(for: codec) } catch {
            report("\(toolName): --set \(request.text): \(error.message)")
            return .usage
          }
          groups[codec, default: []].append(first..<(edits[codec]?.count ?? 0))
        }
      }
      edit = try MovieEdit(source, edits)
    } catch { return refusal(error) }
    for note in edit.notes { report("\(toolName): \(input.name): \(note)") }
    if requests.contains(where: { if case .frameRate = $0.change { true } else { false } }) {
      mediaprobe.note("\(input.name): the times of samples stay as they are; frame_rate changes the parameter sets alone")
    }
    EditRequest.noteUnchecked(requests, input.name)
    return write(edit, groups)
  }

  private func write(_ edit: MovieEdit, _ groups: [VideoCodec: [Range<Int>]]) -> ExitCode {
    var job = CarryJob(name: input.name, outputPath: output, verifies: false, inputs: [input])
    job.replacesInput = isInPlace
    var failure: ExitCode?
    let code = job.run { (target) throws(MediaError) in
      do throws(MediaError) {
        let (report, applied) = try edit.write(to: target)
        for (number, request) in requests.enumerated() {
          let isApplied = applied.contains { codec, own in groups[codec]?[number].contains { own[$0] } ?? false }
          if !isApplied { throw .unsupported("--set \(request.text): applies to no parameter set of the file") }
        }
        return report
      } catch {
        if case .unsupported = error.unnamed { failure = .usage }
        throw error
      }
    } difference: { (_) throws(MediaError) in
      nil
    }
    return failure ?? code
  }

  /// Without edits, every byte stays.
  private func copy() -> ExitCode {
    if isInPlace { return .success }
    let job = CarryJob(name: input.name, outputPath: output, verifies: false, inputs: [input])
    return job.run { (target) throws(MediaError) in
      do throws(ByteError) { return try Retag.copy(input, [], target) } catch { throw .bytes(error) }
    } difference: { (_) throws(MediaError) in
      nil
    }
  }

  /// Reports why the file cannot be edited so.
  private func refusal(_ error: MediaError) -> ExitCode {
    let code = reportUnreadable(error, input.name)
    if case .unsupported = error.unnamed { return .usage }
    return code
  }
}
