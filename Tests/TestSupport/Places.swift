import Foundation

/// Locations of test files.
public enum Places {
  /// The root of the checkout.
  public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  /// Small media files and golden outputs.
  public static let fixtures = root.appending(path: "Fixtures")
  /// Real media files, if available (`MEDIAPROBE_CORPUS`).
  public static let corpus: URL? = ProcessInfo.processInfo.environment["MEDIAPROBE_CORPUS"].map { URL(filePath: $0) }

  /// A fixture's bytes.
  public static func fixture(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: fixtures.appending(path: name))) }

  /// Paths of all corpus files below `folder`, relative to the corpus; empty without a corpus.
  public static func corpusFiles(_ folder: String = "", suffixes: [String] = []) -> [String] {
    guard let corpus else { return [] }
    let base = folder.isEmpty ? corpus : corpus.appending(path: folder)
    guard let walk = FileManager.default.enumerator(at: base, includingPropertiesForKeys: [.isRegularFileKey]) else { return [] }
    var found: [String] = []
    for case let url as URL in walk where (try? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true {
      let path = String(url.path.dropFirst(corpus.path.count).drop { $0 == "/" })
      if path.hasPrefix("expected/") || path.hasPrefix("tools/") || path.hasSuffix(".md") { continue }
      if suffixes.isEmpty || suffixes.contains(where: { path.hasSuffix($0) }) { found.append(path) }
    }
    return found.sorted()
  }

  /// A corpus file's bytes.
  public static func corpusFile(_ path: String) throws -> [UInt8] {
    guard let corpus else { return [] }
    return [UInt8](try Data(contentsOf: corpus.appending(path: path)))
  }

  /// The rows of a gzipped CSV file in `expected/`, without the header, split at commas.
  public static func expectedRows(_ path: String) throws -> [[String]] {
    guard let corpus else { return [] }
    let output = try Program.run("gzip", ["-dc", corpus.appending(path: "expected/" + path).path])
    return String(decoding: output.standardOutput, as: UTF8.self).split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// A unique path in the system's temporary folder.
  public static func scratch(_ name: String) -> URL {
    FileManager.default.temporaryDirectory.appending(
      path: "mediaprobe-\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)-\(name)")
  }
}

/// Runs `body` with a temporary folder.
public func withEmptyFolder(_ body: (URL) throws -> Void) throws {
  let folder = Places.scratch("folder")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder)
}
