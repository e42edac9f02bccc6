import BitstreamKit
import FileIO

/// The files that a command line names: arguments, files in folders, and lines of lists.
struct FileList {
  let paths: [String]
  /// Whether answers name their file: there is more than one, or there could be.
  let isBatch: Bool

  /// - Throws: if a folder or a list cannot be read.
  init(_ invocation: Invocation) throws(ByteError) {
    var paths: [String] = []
    var isBatch = invocation.arguments.count > 1
    for argument in invocation.arguments {
      if argument != "-", isFolder(argument) {
        isBatch = true
        paths += try filesInFolder(argument)
      } else {
        paths.append(argument)
      }
    }
    for list in invocation.allValues["files-from"] ?? [] {
      isBatch = true
      paths += try Self.lines(list)
    }
    self.paths = paths
    self.isBatch = isBatch
  }

  /// Reads a list with a name on each line, which ends with a line feed and keeps all other bytes. Empty lines are skipped.
  private static func lines(_ path: String) throws(ByteError) -> [String] {
    let input = try InputFile(path)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try input.read(into: &chunk)
      if count == 0 { break }
      bytes.append(contentsOf: chunk[..<count])
    }
    return bytes.split(separator: 0x0A).map { SystemPath.text(Array($0)) }
  }
}
