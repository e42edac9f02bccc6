import BitstreamKit
import Foundation
import HEVCKit
import TestSupport
import NALKit

/// Units of a real file, each with its offset.
func units(of path: String) throws -> [(offset: UInt64, bytes: [UInt8])] {
  let bytes = try Places.corpusFile(path)
  var splitter = AnnexBSplitter()
  var cursor = 0
  var unit: [UInt8] = []
  var found: [(UInt64, [UInt8])] = []
  func take(_ event: AnnexBSplitter.Event) {
    switch event {
    case .bytes(let range): unit += bytes[range]
    case .zeros(let count): unit += Array(repeating: 0, count: Int(count))
    case .end(let end):
      found.append((end.offset, unit))
      unit = []
    }
  }
  while let event = splitter.next(in: bytes, from: &cursor, to: bytes.count) { take(event) }
  while let event = splitter.finish() { take(event) }
  return found
}

/// All byte streams of the corpus.
let streams =
  Places.corpusFiles("hevc", suffixes: [".h265", ".265", ".hevc"])
  + Places.corpusFiles("malformed", suffixes: [".h265", ".265"])
