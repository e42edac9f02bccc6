import Foundation
import Testing

/// A page of the documentation with commands and what they print: blocks of code of the language `console`, in which a line that begins with
/// `$ mediaprobe` is a command and the lines after it are its standard output, then its standard error.
public enum ConsolePage {
  /// Runs the commands of a page one after the other and compares what they print with the page.
  ///
  /// `MEDIAPROBE_REWRITE_GOLDEN=1` writes what they print into the page; read the change before you commit it.
  /// - Parameters:
  ///   - path: the path of the page in the project.
  ///   - folder: the folder in which the commands run.
  public static func check(_ path: String, in folder: URL, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let page = Places.root.appending(path: path)
    let text = try String(contentsOf: page, encoding: .utf8)
    var (made, isInBlock) = ("", false)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix("```") { isInBlock = line == "```console" }
      if isInBlock, !line.hasPrefix("```"), !line.hasPrefix("$ ") { continue }
      made += line + "\n"
      if isInBlock, line.hasPrefix("$ ") { made += try shown(line.dropFirst(2), in: folder) }
    }
    if Golden.rewrites { return try Data(made.utf8).write(to: page) }
    let (new, old) = (made.split(separator: "\n"), text.split(separator: "\n"))
    if let line = zip(new, old).enumerated().first(where: { $1.0 != $1.1 })?.offset {
      Issue.record("\(path) line \(line + 1):\n  is      \(new[line])\n  was     \(old[line])", sourceLocation: sourceLocation)
    } else {
      #expect(new.count == old.count, sourceLocation: sourceLocation)
    }
  }

  /// Returns what a terminal shows of a command.
  private static func shown(_ line: Substring, in folder: URL) throws -> String {
    let words = line.split(separator: " ").dropFirst().map(String.init)
    let result = try Program.run("env", ["-C", folder.path, Program.mediaprobe] + words)
    return result.text + result.standardError
  }
}
