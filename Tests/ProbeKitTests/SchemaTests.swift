import Foundation
import TestSupport
import Testing

/// The commands that print JSON with the definition in their schema that describes a line of JSON lines: empty if a line is a document, nil
/// if they have no JSON lines.
private let described: [String: String?] = [
  "aac": "frame", "check": "finding", "diff": nil, "explain": nil, "flv": "line", "frames": "frame", "gop": "gop", "info": "",
  "mp4": "line", "nalu": "unit", "packets": "packet",
  "params": "set", "report": nil, "roundtrip": nil, "trace": "line",
]

/// Commands whose JSON is that of another program.
private let foreign: Set<String> = ["ffprobe"]

/// The schema of a run over several files.
private let batch = "batch"
/// The schema of `check --fix`.
private let fix = "fix"

private let schemas = Places.root.appending(path: "Schemas")
private let script = Places.root.appending(path: "Tests/Schemas/validate.py").path

/// Whether python3 has the package that validates.
private let hasValidator = Program.toolsAreRequired || (try? Program.run("python3", ["-c", "import jsonschema"]).status) == 0

/// A document, or JSON lines.
private struct Document: Encodable {
  /// Name of the schema.
  var schema: String
  /// Definition of a line, empty if a line is a document; nil for a document.
  var lines: String?
  /// Path of the file.
  var file: String
  /// What messages call it.
  var label: String
  /// Paths of required keys, to test the schema with changed documents; nil to validate the document.
  var removed: [String]?
}

private struct Manifest: Encodable { var documents: [Document] }

/// Runs a body with a folder of its own.
private func withFolder(_ body: (URL) throws -> Void) throws {
  let folder = Places.scratch("schemas")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder)
}

/// Validates all documents in one process, and records each fault.
private func validate(_ documents: [Document], sourceLocation: SourceLocation = #_sourceLocation) throws {
  let manifest = Places.scratch("manifest.json")
  try JSONEncoder().encode(Manifest(documents: documents)).write(to: manifest)
  defer { try? FileManager.default.removeItem(at: manifest) }
  let result = try Program.run("python3", [script, schemas.path, manifest.path])
  #expect(result.status == 0, "\(result.standardError)", sourceLocation: sourceLocation)
  #expect(result.standardError.hasSuffix("\(documents.count) documents\n"), "\(result.standardError)", sourceLocation: sourceLocation)
  for fault in result.text.split(separator: "\n") { Issue.record("\(fault)", sourceLocation: sourceLocation) }
}

/// The forms of `--format` that are JSON, as the help of a command lists them.
private func forms(of command: String) throws -> [String] {
  let words = try Program.mediaprobe("help", command).text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  guard let option = words.range(of: "--format <format> "), let values = words[option.upperBound...].range(of: "(values: "),
    let end = words[values.upperBound...].firstIndex(of: ")")
  else { return [] }
  return words[values.upperBound..<end].split(separator: ", ").map(String.init).filter { $0.hasPrefix("json") }
}

/// All commands, as the help lists them.
private func allCommands() throws -> [String] {
  let help = try Program.mediaprobe("--help").text
  let rows = help.split(separator: "\n").drop { $0 != "SUBCOMMANDS:" }.dropFirst()
  return rows.filter { $0.hasPrefix("  ") && $0.dropFirst(2).first?.isLowercase == true }.compactMap {
    $0.split(separator: " ").first.map(String.init)
  }
}

/// One run of the program.
private struct Run {
  var command: String
  var form: String
  var options: [String] = []
  var file: URL
  var name: String

  var line: String? {
    guard form == "jsonl" else { return nil }
    if options.contains("--summary") { return command == "nalu" ? "count" : "totals" }
    return described[command] ?? nil
  }
}

/// The outputs of runs, in files of a folder. A command that refuses its input prints nothing, and gives no document.
private func outputs(of runs: [Run], in folder: URL) throws -> [Document] {
  var lines = ""
  for (number, run) in runs.enumerated() {
    // diff compares with another file, explain is asked about a place.
    let argument = ["diff": " '\(Places.fixtures.appending(path: "plain.mp4").path)'", "explain": " 0"][run.command] ?? ""
    let options = run.options.joined(separator: " ")
    lines +=
      "\"$MP\" \(run.command) --format \(run.form) \(options) '\(run.file.path)'\(argument) > '\(folder.path)/\(number)' < /dev/null 2> /dev/null; echo $?\n"
  }
  // As a script on standard input: Linux limits an argument to 128 KiB, which long paths of the checkout exceed.
  let result = try Program.run("bash", [], input: Data(lines.utf8), environment: ["MP": Program.mediaprobe])
  let statuses = result.text.split(separator: "\n").map(String.init)
  try #require(statuses.count == runs.count)
  var documents: [Document] = []
  for (number, run) in runs.enumerated() {
    let label = "\(run.command) --format \(run.form) \(run.options.joined(separator: " ")) \(run.name)"
    #expect(["0", "1", "65"].contains(statuses[number]), "\(label)")
    let file = folder.appending(path: "\(number)").path
    if try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int != 0 {
      documents.append(Document(schema: run.command, lines: run.line, file: file, label: label))
    }
  }
  return documents
}

// MARK: -

/// A new command with JSON needs a schema, and a schema a command.
@Test func everyCommandWithJSONHasASchema() throws {
  var found: Set<String> = []
  for command in try allCommands() where !foreign.contains(command) {
    let forms = try forms(of: command)
    if forms.isEmpty { continue }
    found.insert(command)
    #expect(forms.contains("jsonl") == (described[command] ?? nil != nil), "\(command): \(forms)")
    #expect(FileManager.default.fileExists(atPath: schemas.appending(path: "\(command).schema.json").path), "\(command)")
  }
  #expect(found == Set(described.keys))
  let files = try FileManager.default.contentsOfDirectory(atPath: schemas.path).filter { $0.hasSuffix(".schema.json") }
  #expect(Set(files) == Set((described.keys + [batch, fix]).map { "\($0).schema.json" }))
  let text = try String(contentsOf: schemas.appending(path: "README.md"), encoding: .utf8)
  for file in files { #expect(text.contains("(\(file))"), "\(file) is not in Schemas/README.md") }
}

@Suite(.enabled(if: hasValidator)) struct SchemaTests {
  @Test func schemasAreOfTheDraftAndDescribeEveryKey() throws {
    let result = try Program.run("python3", [script, schemas.path])
    #expect(result.status == 0)
    #expect(result.text.isEmpty, "\(result.text)")
    #expect(result.standardError == "\(described.count + 2) schemas\n")
  }

  /// A run over several files: an object for each, as an array and as lines, whether the files can be read or not.
  @Test func runsOverSeveralFilesAreValid() throws {
    let names = ["plain.mp4", "bframes.h264", "tone.aac", "README.md", "missing"].map { Places.fixtures.appending(path: $0).path }
    try withFolder { folder in
      var documents: [Document] = []
      for (number, words) in [["info"], ["frames"], ["trace", "--type", "sps"], ["roundtrip"]].enumerated() {
        for form in ["json", "jsonl"] where words[0] != "trace" || form == "jsonl" {
          let file = folder.appending(path: "\(number).\(form)")
          let known = form == "jsonl" && words[0] == "roundtrip" ? ["--format", "json"] : ["--format", form]
          try Program.run(Program.mediaprobe, words + known + names).standardOutput.write(to: file)
          documents.append(
            Document(schema: batch, lines: known[1] == "jsonl" ? "object" : nil, file: file.path, label: "\(words) \(form)"))
        }
      }
      try validate(documents)
    }
  }

  /// Reports of mended files: mended, with nothing to mend, and with findings that remain.
  @Test func fixReportsAreValid() throws {
    try withFolder { folder in
      var documents: [Document] = []
      for (number, name) in ["plain.mp4", "avc_aac.flv", "bframes.h264", "README.md"].enumerated() {
        let (file, kind) = (folder.appending(path: "\(number).json"), name.split(separator: ".").last ?? "")
        let output = folder.appending(path: "out\(number).\(kind)").path
        let words = ["check", "--fix", "--json", Places.fixtures.appending(path: name).path, "-o", output]
        try Program.run(Program.mediaprobe, words).standardOutput.write(to: file)
        let keys = name == "plain.mp4" ? ["schema_version", "format", "written", "mended/0/rule", "mended/0/count", "faults"] : nil
        documents.append(Document(schema: fix, file: file.path, label: "fix \(name)", removed: keys))
      }
      try validate(documents)
    }
  }

  @Test func goldenDocumentsAreValid() throws {
    var documents: [Document] = []
    // The facts of a report name the version of the program, and are not kept.
    for command in described.keys.sorted() where command != "report" {
      let folder = Places.fixtures.appending(path: "golden/\(command)")
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
        let isLines = name.hasSuffix(".jsonl")
        if !isLines, !name.hasSuffix(".json") { continue }
        documents.append(
          Document(
            schema: command, lines: isLines ? (name.contains("--summary") ? "totals" : described[command] ?? nil) : nil,
            file: folder.appending(path: name).path,
            label: "golden/\(command)/\(name)"))
      }
    }
    #expect(documents.count >= 70)
    try validate(documents)
  }

  /// Images of real files, which no fixture has: cropped, rotated, made of others.
  @Test(.enabled(if: Places.corpus != nil)) func outputsOfImagesAreValid() throws {
    let files = Places.corpusFiles().filter { $0.hasPrefix("mp4/heif/") }
    #expect(files.count > 15)
    try withFolder { folder in
      var documents: [Document] = []
      for (number, file) in files.enumerated() {
        let output = folder.appending(path: "\(number).json")
        let path = try #require(Places.corpus).appending(path: file).path
        try Program.mediaprobe("info", "--format", "json", path).standardOutput.write(to: output)
        documents.append(Document(schema: "info", file: output.path, label: "info \(file)"))
      }
      try validate(documents)
    }
  }

  @Test func outputsOfFixturesAreValid() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Places.fixtures.path).sorted().filter {
      ["mp4", "flv", "aac", "h264", "hevc"].contains(URL(filePath: $0).pathExtension)
    }
    #expect(names.count >= 9)
    let timed = ["--seconds", "--summary"]
    var runs: [Run] = []
    for command in described.keys.sorted() {
      for form in try forms(of: command) {
        for name in names {
          var run = Run(command: command, form: form, file: Places.fixtures.appending(path: name), name: name)
          runs.append(run)
          for option in ["nalu": ["--summary"], "mp4": ["--full"], "gop": timed, "packets": timed][command] ?? [] {
            run.options = [option]
            runs.append(run)
          }
        }
      }
    }
    try withFolder { folder in
      let documents = try outputs(of: runs, in: folder)
      for command in described.keys { #expect(documents.contains { $0.schema == command }, "\(command)") }
      try validate(documents)
    }
  }

  /// Small files of every folder, with each second file as JSON lines.
  @Test(.enabled(if: Places.corpus != nil)) func outputsOfTheCorpusAreValid() throws {
    guard let corpus = Places.corpus else { return }
    var folders: [String: [String]] = [:]
    for path in Places.corpusFiles() {
      let size = try FileManager.default.attributesOfItem(atPath: corpus.appending(path: path).path)[.size] as? Int ?? 0
      if size > 0, size <= 1 << 15 {
        folders[path.split(separator: "/").dropLast().prefix(2).joined(separator: "/"), default: []].append(path)
      }
    }
    // Evenly from each folder, in the order of the names.
    let chosen = folders.keys.sorted().flatMap { folder in
      let paths = folders[folder] ?? []
      let count = min(6, paths.count)
      return (0..<count).map { paths[$0 * paths.count / count] }
    }
    #expect(chosen.count >= 40)
    #expect(folders.keys.contains("malformed"))
    var runs: [Run] = []
    for command in described.keys.sorted() {
      let forms = try forms(of: command)
      for (number, path) in chosen.enumerated() {
        let options = command == "mp4" && number % 4 < 2 ? ["--full"] : []
        runs.append(
          Run(command: command, form: forms[number % forms.count], options: options, file: corpus.appending(path: path), name: path))
      }
    }
    try withFolder { try validate(outputs(of: runs, in: $0)) }
  }

  /// A key with another name, with a value of another type, or without a required key: each schema refuses it.
  @Test(arguments: [
    ("aac", "tone.aac", ["schema_version", "frames", "frames/0/index", "frames/1/crc_check"]),
    ("explain", "plain.mp4", ["schema_version", "layers", "layers/0/kind", "layers/0/page/clause", "problems"]),
    ("flv", "avc_aac.flv", ["schema_version", "header/Signature", "tags/0/offset", "tags/1/video/codec"]),
    ("frames", "bframes.h264", ["schema_version", "frames", "frames/0/poc", "frames/1/qp"]),
    ("frames", "opengop.hevc", ["frames/0/random_access", "frames/1/temporal_id"]),
    ("gop", "opengop.hevc", ["schema_version", "gops", "gops/0/open", "gops/1/structure"]),
    ("info", "plain.mp4", ["schema_version", "file", "metadata", "format/container", "tracks/0/codec", "tracks/0/picture/width"]),
    ("info", "avc_aac.flv", ["format/size", "tracks/1/sound/channels"]),
    ("mp4", "fragmented.mp4", ["schema_version", "boxes", "boxes/0/fields", "boxes/1/children", "boxes/1/children/0/name"]),
    ("nalu", "bframes.h264", ["schema_version", "codec", "units", "units/0/nal_ref_idc", "units/1/length"]),
    ("nalu", "opengop.hevc", ["units/0/nuh_layer_id", "units/1/name"]),
    ("packets", "plain.mp4", ["schema_version", "packets", "packets/0/pts", "packets/1/keyframe"]),
    ("params", "bframes.h264", ["schema_version", "codec", "sets/0/elements", "sets/0/summary/coded_size", "sets/1/summary/sps"]),
    ("params", "opengop.hevc", ["sets/0/summary/layers", "sets/1/summary/tools", "sets/1/offset"]),
    ("report", "plain.mp4", ["schema_version", "tool", "files/0/chunks", "files/0/tracks/0/timescale", "files/0/totals/0/count"]),
    ("roundtrip", "plain.mp4", ["schema_version", "kinds/0/kind", "total/different", "first_difference"]),
    ("trace", "bframes.h264", ["unit", "structure", "name", "bit_offset", "bit_length", "value"]),
  ])
  func aChangedDocumentIsNotValid(_ schema: String, _ fixture: String, _ removed: [String]) throws {
    let form = try #require(try forms(of: schema).first)
    try withFolder { folder in
      var documents = try outputs(
        of: [Run(command: schema, form: form, file: Places.fixtures.appending(path: fixture), name: fixture)], in: folder)
      #expect(documents.count == 1)
      for index in documents.indices { documents[index].removed = removed }
      try validate(documents)
    }
  }
}
