import BitstreamKit
import Foundation
import HEVCKit
import TestSupport
import NALKit

/// Units of a real file, each with its offset.
func units(of path: String) throws -> [(offset: UInt64, bytes: [UInt8])] {
  AnnexB(try Places.corpusFile(path)).map { (UInt64($0.range.lowerBound), Array($0.bytes)) }
}

/// All byte streams of the corpus.
let streams =
  Places.corpusFiles("hevc", suffixes: [".h265", ".265", ".hevc"])
  + Places.corpusFiles("malformed", suffixes: [".h265", ".265"])
