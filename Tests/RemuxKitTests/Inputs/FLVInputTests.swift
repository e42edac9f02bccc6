import BitstreamKit
import FLVKit
import Foundation
import TestSupport
import Testing

@testable import RemuxKit

/// The fixture's pictures alone: the reader looks for sound up to the end of such a file.
private func pictures() throws -> [UInt8] {
  let memory = MemoryOutput()
  var options = CarryOptions()
  options.tracks = [0]
  _ = try Remuxer.carry(MemorySource(try Places.fixture("plain.mp4")), to: .flv, memory.output(), options)
  return memory.bytes
}

/// A file of one track that ends inside of a tag gives every sample before it, wherever it ends.
@Test func aFileOfPicturesThatEndsAnywhereGivesItsSamples() throws {
  let whole = try pictures()
  var reader = try MediaReader(MemorySource(whole))
  var ends: [UInt64] = []
  while let sample = try reader.next() { ends.append(sample.offset + sample.size) }
  #expect(ends.count == 25)
  for cut in 1..<1500 {
    let bytes = Array(whole.dropLast(cut))
    var reader = try MediaReader(MemorySource(bytes))
    var count = 0
    while try reader.next() != nil { count += 1 }
    let complete = ends.count { $0 <= UInt64(bytes.count) }
    #expect(count == complete || count == complete + 1, "\(cut)")
    // A file that ends with the PreviousTagSize of a tag is whole.
    let isWhole = ends.contains { $0 + 4 == UInt64(bytes.count) }
    #expect(reader.findings.isEmpty == isWhole, "\(cut)")
  }
}
