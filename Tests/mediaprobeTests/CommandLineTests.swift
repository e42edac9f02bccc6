import Foundation
import TestSupport
import Testing

@testable import mediaprobe

@Test func helpIsAsItWas() throws {
  try Golden.check(try Program.mediaprobe("--help").text, "help/mediaprobe.txt")
  for command in commandTable {
    let help = try Program.mediaprobe(command.name, "--help")
    #expect(help.status == 0)
    try Golden.check(help.text, "help/\(command.name).txt")
    #expect(try Program.mediaprobe("help", command.name).text == help.text)
  }
}

@Test func versionIsOneLine() throws {
  #expect(try Program.mediaprobe("--version").text == "mediaprobe \(toolVersion)\n")
}

@Test(arguments: [
  (["explain", "x", "----"], "Unknown option '----'. Arguments that begin with '-' follow '--'."),
  (["explain", "x", "-5"], "Unknown option '-5'. Arguments that begin with '-' follow '--'."),
  (["nalu", "--fromat", "json", "x"], "Unknown option '--fromat'. Did you mean '--format'?"),
  (["nalu", "--format"], "Missing value for '--format <format>'."),
  (
    ["nalu", "--format", "yaml", "x"],
    "The value 'yaml' is invalid for '--format <format>'. Please provide one of: table, json, jsonl, csv."
  ),
  (["nalu", "--summary=1", "x"], "The option '--summary' takes no value."),
  (
    ["check", "--for", "safari,nobody", "x"],
    "The value 'nobody' is invalid for '--for <targets>'. Please provide one of: "
      + "safari, chrome, quicktime, android, hls, cmaf, dash, rtmp, web."
  ),
  (["nalu"], "Missing expected argument '<file>'."),
  (["retag", "x", "y", "z"], "Unexpected argument 'z'."),
  (["nalw", "x"], "Unknown subcommand 'nalw'. Did you mean 'nalu'?"),
  (["wholly-other"], "Unknown subcommand 'wholly-other'."),
  (["--versoin"], "Unknown option '--versoin'. Did you mean '--version'?"),
  (["help", "nonsense"], "Unknown subcommand 'nonsense'."),
  (["completion", "powershell"], "No completion script for 'powershell'. Please provide one of: bash, zsh, fish."),
])
func wrongCommandLines(_ words: [String], _ message: String) throws {
  let result = try Program.run(Program.mediaprobe, words)
  #expect(result.status == 64)
  #expect(result.standardOutput.isEmpty)
  #expect(result.standardError.hasPrefix("Error: \(message)\n"), "\(result.standardError)")
}

@Test func optionsMayBeSpelledTwoWaysAndEnd() throws {
  let fixture = Places.fixtures.appending(path: "bframes.h264").path
  #expect(try Program.mediaprobe("nalu", "--format=csv", fixture).text == Program.mediaprobe("nalu", fixture, "--format", "csv").text)
  let named = Places.scratch("dash").deletingLastPathComponent()
  let result = try Program.run("bash", ["-c", "cd '\(named.path)' && '\(Program.mediaprobe)' nalu -- --no-such-file"])
  #expect(result.status == 66)
  #expect(result.standardError == "mediaprobe: --no-such-file: No such file or directory\n")
}

@Test(arguments: [
  ("trace --type", "sps", "pps", "bframes.h264"), ("check --json --only", "h264", "mp4", "plain.mp4"),
  ("diff --json --only", "headers", "container", "plain.mp4 avc_aac.flv"),
  ("remux --quiet - --track", "1", "0", "plain.mp4"),
])
func listsAreSeparatedByCommas(_ words: (String, String, String, String)) throws {
  let (command, first, second, files) = words
  let option = command.split(separator: " ").last!
  func run(_ list: String) throws -> Program.Result {
    let place = Places.fixtures.path
    return command.hasPrefix("remux")
      ? try Program.shell("cd '\(place)' && $MP remux --quiet \(files) \(list) --as mp4 -")
      : try Program.shell("cd '\(place)' && $MP \(command.dropLast(option.count)) \(list) \(files)")
  }
  let both = try run("\(option) \(first),\(second)")
  #expect(both.status < 2, "\(both.standardError)")
  #expect(try both.standardOutput == run("\(option) \(first) \(option) \(second)").standardOutput)
  #expect(try both.standardOutput != run("\(option) \(first)").standardOutput)
}

@Test func editDistanceCountsLetters() {
  #expect(editDistance("", "abc") == 3)
  #expect(editDistance("format", "format") == 0)
  #expect(editDistance("fromat", "format") == 1)
  #expect(editDistance("kitten", "sitting") == 3)
}

/// Each shell accepts its script, and bash completes according to the command table.
@Test func completionScriptsAreGoodShell() throws {
  for shell in ["bash", "zsh", "fish"] {
    let script = try Program.mediaprobe("completion", shell)
    #expect(script.status == 0)
    for command in commandTable { #expect(script.text.contains(command.name)) }
    if Program.path(of: shell) != nil || (shell == "bash" && Program.toolsAreRequired) {
      let check = try Program.run(shell, [shell == "fish" ? "--no-execute" : "-n"], input: script.standardOutput)
      #expect(check.status == 0, "\(shell): \(check.standardError)")
    }
  }
  func complete(_ words: [String]) throws -> [String] {
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let line =
      "source <($MP completion bash); COMP_WORDS=(mediaprobe \(quoted)); COMP_CWORD=\(words.count); _mediaprobe; printf '%s\\n' \"${COMPREPLY[@]}\""
    return try Program.shell(line).text.split(separator: "\n").map(String.init)
  }
  #expect(try complete(["na"]) == ["nalu"])
  #expect(try complete(["nalu", "--fo"]) == ["--format"])
  #expect(try complete(["nalu", "--format", "js"]) == ["json", "jsonl"])
  #expect(try complete(["completion", ""]) == ["bash", "zsh", "fish"])
}

/// Options and names that contradict each other are refused before anything is written.
@Test(arguments: [
  (["remux", "--cmaf"], "plain.mp4", "out.mp4", "'--cmaf' needs '--fragment'"),
  (["remux", "--faststart", "--fragment", "1s"], "plain.mp4", "out.mp4", "exclude each other"),
  (["remux", "--faststart", "--hybrid"], "plain.mp4", "out.mp4", "exclude each other"),
  (["remux"], "hvc1.mp4", "out.h264", "there is no track of H.264"),
  (["cut", "--to", "0.2s"], "hvc1.mp4", "out.264", "there is no track of H.264"),
  (["edit", "--set", "sar=1:1", "-o"], "out.h264", "hvc1.mp4", "is the name of another"),
  (["edit", "--set", "sar=1:1", "-o"], "out.h264", "opengop.hevc", "is the name of another"),
  (["edit", "--set", "colour=bt709", "--set", "color=bt2020", "-o"], "out.h264", "bframes.h264", "contradict each other"),
  (["remux", "--hybrid", "--as", "mp4"], "plain.mp4", "-", "'--hybrid' requires a file"),
  (["remux", "--track", "1", "--no-audio"], "plain.mp4", "out.mp4", "'--no-audio' leaves out"),
  (["addtrack", "-"], "-", "out.mp4", "Standard input can be read only once."),
  (["recover", "--like", "-"], "-", "out.mp4", "Standard input can be read only once."),
]) func contradictionsAreRefused(words: [String], first: String, second: String, message: String) throws {
  let folder = Places.scratch("contradictions")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let paths = [first, second].map { name in
    name == "-" ? name : name.hasPrefix("out.") ? folder.appending(path: name).path : Places.fixtures.appending(path: name).path
  }
  let result = try Program.run(Program.mediaprobe, words + paths)
  // That a file has no such track depends on the file.
  #expect(result.status == (message.hasPrefix("there is no track") ? 65 : 64), "\(result.standardError)")
  #expect(result.standardError.contains(message), "\(result.standardError)")
  #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
}

@Test(arguments: ["edit", "retag", "check"]) func addressesAreNotChangedInPlace(command: String) throws {
  let words = command == "check" ? ["check", "--fix"] : command == "retag" ? ["retag", "--hev1"] : ["edit", "--set", "sar=1:1"]
  let result = try Program.run(Program.mediaprobe, words + ["--in-place", "http://127.0.0.1:9/a.mp4"])
  #expect(result.status == 64 && result.standardError.contains("is an address"), "\(result.standardError)")
}
