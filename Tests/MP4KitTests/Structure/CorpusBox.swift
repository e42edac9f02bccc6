import BitstreamKit
import MP4Kit
import TestSupport

/// Thrown if there is no such box.
struct MissingBox: Error { let path: String }

/// The first box at a path in a corpus file.
func corpusBox<B: Box>(_ type: B.Type, _ path: String, of file: String) throws -> B {
  var tree = try BoxTree(MemorySource(try Places.corpusFile(file)))
  return try tree.require(type, at: path)
}

extension BoxTree {
  /// The first box at a path.
  mutating func require<B: Box>(_ type: B.Type, at path: String) throws -> B {
    guard let box = try read(type, at: path) else { throw MissingBox(path: path) }
    return box
  }
}
