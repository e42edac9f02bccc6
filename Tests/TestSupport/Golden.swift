import Foundation
import Testing

/// Golden output files in `Fixtures/golden`.
public enum Golden {
  /// `MEDIAPROBE_REWRITE_GOLDEN=1` rewrites the files instead of comparing them; review the diff before committing.
  static let rewrites = ProcessInfo.processInfo.environment["MEDIAPROBE_REWRITE_GOLDEN"] == "1"

  /// Compares `text` with `Fixtures/golden/name`.
  public static func check(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = Places.fixtures.appending(path: "golden/" + name)
    if rewrites {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return
    }
    guard let expected = try? String(contentsOf: file, encoding: .utf8) else {
      Issue.record("there is no Fixtures/golden/\(name)", sourceLocation: sourceLocation)
      return
    }
    let (new, old) = (
      text.split(separator: "\n", omittingEmptySubsequences: false), expected.split(separator: "\n", omittingEmptySubsequences: false)
    )
    if let line = zip(new, old).enumerated().first(where: { $1.0 != $1.1 })?.offset {
      Issue.record("\(name) line \(line + 1):\n  is      \(new[line])\n  was     \(old[line])", sourceLocation: sourceLocation)
    } else {
      #expect(new.count == old.count, "\(name): \(new.count) lines, were \(old.count)", sourceLocation: sourceLocation)
    }
  }
}
