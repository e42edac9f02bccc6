import BitstreamKit
import CheckKit
import Foundation
import ProbeKit
import RemuxKit
import TestSupport
import Testing

/// What an answer costs, counted instead of timed, so that it is the same on every machine.
private final class Work {
  let source: LoggedSource
  /// Bytes of the answer or of the file written.
  var bytesWritten = 0

  init(_ bytes: [UInt8]) { source = LoggedSource(bytes) }
}

/// A question, or a file to write.
private struct Question {
  let name: String
  private let body: (Work) throws -> Void

  /// A question to a probe.
  init(_ name: String, _ ask: @escaping (Probe) throws -> ProbeOutcome) {
    self.name = name
    body = { work in
      let output = MediaOutput(append: { (_, range) throws(ByteError) in work.bytesWritten += range.count })
      _ = try ask(Probe(ProbeInput(AnyByteSource(work.source), name: "a file"), ProbeSink(output) { _ in }))
    }
  }

  /// A file made of the samples. Inputs without samples, or of a codec that the target lacks, are refused, after the same work.
  init(_ name: String, _ target: Remuxer.Target, _ options: CarryOptions = CarryOptions()) {
    self.name = name
    body = { work in
      let output = MediaOutput(
        append: { (_, range) throws(ByteError) in work.bytesWritten += range.count },
        replace: { (_, bytes) throws(ByteError) in work.bytesWritten += bytes.count },
        copy: { (_, count) throws(ByteError) in work.bytesWritten += Int(count) })
      _ = try? Remuxer.carry(work.source, to: target, output, options, frameRate: ExactRatio(25, 1))
    }
  }

  func work(on bytes: [UInt8]) throws -> Work {
    let work = Work(bytes)
    try body(work)
    return work
  }

  /// The questions that do most with an input, by the suffix of its name.
  static func all(for suffix: String) -> [Question] {
    var fragments = CarryOptions()
    fragments.layout = .fragmented(MediaTime(milliseconds: 1000))
    let description = Question("describe") { $0.describe(format: .json) }
    let packets = Question("ffprobe") { probe in
      try FFProbe(["-show_packets", "-show_format", "-show_streams", "-i", "a file"]).run(program: "", probe.sink) { _ in probe.input }
    }
    let carried = Question("carry", .mp4)
    let check = Question("check") { probe in
      var output = OutputBuffer(probe.sink)
      Check(probe.input).run().write(CheckStyle(.json, name: "a file", version: "0"), to: &output)
      return output.finish()
    }
    let report = Question("report") { Report([$0.input], ReportOptions(tool: "test")).write(to: $0.sink) }
    let chart = Question("chart") { Plot($0.input, .gop).write(to: $0.sink) }
    switch suffix {
    case "mp4":
      let boxes = Question("boxes") { $0.listBoxes(Mp4Request(form: .json, isFull: true)) }
      let list = Question("packets") { try $0.listPackets(editedPackets) }
      return [description, packets, check, report, chart, boxes, list, carried, Question("fragments", .mp4, fragments)]
    case "flv":
      let tags = Question("tags") { $0.listTags(format: .table, hasDetails: true) }
      return [description, packets, check, report, chart, tags, carried, Question("FLV", .flv)]
    case "aac": return [description, packets, check, report, Question("frames") { $0.listADTSFrames(format: .json) }, carried]
    default:
      let selection = StreamSelection()
      return [
        description, packets, check, report, chart, carried, Question("units") { try $0.listUnits(selection, format: .json) },
        Question("trace") { try $0.trace(selection, units: UnitSelection(), isText: true) },
        Question("pictures") { try $0.listPictures(selection, format: .json) },
      ]
    }
  }

  private static var editedPackets: PacketOptions {
    var options = PacketOptions(format: .json)
    options.appliesEditList = true
    return options
  }
}

/// Doubling what an input repeats (tracks, fragments, rows, items, tags, units) costs at most 2.6 times the reads and bytes. The inputs are
/// those of `Fuzz/growth.py`, which measures the processor's work with larger ones.
@Test(.enabled(if: Program.has("python3"))) func workGrowsWithTheInput() throws {
  let folder = Places.scratch("growth")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let script = Places.root.appending(path: "Fuzz/growth_inputs.py").path
  let made = try Program.run("python3", ["-B", script, folder.path, "40"])
  try #require(made.status == 0, "\(made.standardError)")
  let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(".1.") }.sorted()
  #expect(names.count >= 30)
  for name in names {
    let sizes = try [name, name.replacing(".1.", with: ".2.")].map { [UInt8](try Data(contentsOf: folder.appending(path: $0))) }
    for question in Question.all(for: String(name.split(separator: ".").last ?? "")) {
      let (once, twice) = (try question.work(on: sizes[0]), try question.work(on: sizes[1]))
      let (few, many) = (once.source.log, twice.source.log)
      let place = "\(question.name) of \(name)"
      // A few reads and bytes more do not matter where there are few.
      #expect(Double(many.count) <= 2.6 * Double(few.count) + 16, "\(place): \(few.count) reads, then \(many.count)")
      // Windows that the end of a small file cuts grow with the file.
      #expect(Double(many.byteCount) <= 2.6 * Double(few.byteCount) + 65536, "\(place): \(few.byteCount) bytes, then \(many.byteCount)")
      #expect(
        Double(twice.bytesWritten) <= 2.6 * Double(once.bytesWritten) + 4096,
        "\(place): \(once.bytesWritten) bytes written, then \(twice.bytesWritten)")
    }
  }
}
