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

  /// Reads a list with a name on each line, which ends with a line feed and keeps all other bytes. Empty lines are skipped. A list of which all
  /// lines end with CR LF, as on Windows, and one that begins with a byte order mark are read without them. A list with a zero byte, which no name
  /// has, is that of `find -print0`: zero bytes end its names.
  private static func lines(_ path: String) throws(ByteError) -> [String] {
    let input = try InputFile(path)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try input.read(into: &chunk)
      if count == 0 { break }
      bytes.append(contentsOf: chunk[..<count])
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if bytes.contains(0) { return bytes.split(separator: 0).map { SystemPath.text(Array($0)) } }
    var lines = bytes.split(separator: 0x0A)
    if lines.allSatisfy({ $0.last == 0x0D }) { lines = lines.map { $0.dropLast() } }
    return lines.filter { !$0.isEmpty }.map { SystemPath.text(Array($0)) }
  }
}
