import BitstreamKit
import Foundation
import MP4Kit
import TestSupport
import Testing

/// All corpus files with boxes for which another reader's list exists.
let boxFiles = Places.corpusFiles().filter { path in
  path.hasPrefix("mp4/")
    && FileManager.default.fileExists(atPath: (Places.corpus ?? Places.root).appending(path: "expected/\(path).boxes.csv.gz").path)
}

@Suite(.enabled(if: Places.corpus != nil)) struct BoxTreeCorpusTests {
  @Test(arguments: boxFiles) func everyBoxGivesItsOwnBytes(path: String) throws {
    let tree = try BoxTree(MemorySource(try Places.corpusFile(path)))
    for node in tree.nodes where node.place.isBox && node.place.header.type != "mdat" {
      let place = node.place
      var fields: [UInt8] = []
      try tree.source.read(at: place.payloadOffset, count: Int((place.childrenOffset ?? place.end) - place.payloadOffset), into: &fields)
      switch BoxContent.roundTrip(place, fields) {
      case .same: break
      case nil: break  // unknown type: kept unchanged
      case let other?: Issue.record("\(place.header.type) at \(place.offset): \(other)")
      }
    }
  }
}
