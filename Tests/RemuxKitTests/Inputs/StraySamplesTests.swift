import BitstreamKit
import MP4Kit
import RemuxKit
import TestSupport
import Testing

private func place(of type: String, in bytes: [UInt8]) -> Int? {
  let name = Array(type.utf8)
  return (0..<(bytes.count - 4)).first { bytes[$0..<$0 + 4].elementsEqual(name) }
}

private func findings(_ bytes: [UInt8]) throws -> (reader: [String], check: [String]) {
  let reader = try samples(bytes).reader.findings
  var check = FileCheck()
  var walker = BoxWalker(MemorySource(bytes))
  while let place = try walker.next() { check.note(place) }
  return (reader, try check.findings(in: MemorySource(bytes)).map { $0.description })
}

/// The data offset was not updated when the data moved.
@Test func samplesOutsideOfMediaDataAreFound() throws {
  for (start, type, field) in [(nil, "stco", 12), (0, "trun", 12)] as [(UInt64?, String, Int)] {
    var bytes = try soundMovie(10, edits: [], fragmentStart: start)
    #expect(try findings(bytes).reader.isEmpty && findings(bytes).check.isEmpty)
    let at = try #require(place(of: type, in: bytes)) + field
    // 20 bytes less: the first sample starts in the box before the media data.
    let offset = bytes[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) } - 20
    for index in 0..<4 { bytes[at + index] = UInt8(truncatingIfNeeded: offset >> UInt32(24 - 8 * index)) }
    let found = try findings(bytes)
    #expect(found.reader.contains { $0.contains("10 samples are outside any mdat box") }, "\(type): \(found.reader)")
    #expect(found.check.contains { $0.contains("outside of any mdat") }, "\(type): \(found.check)")
    let report = try Remuxer.carry(MemorySource(bytes), to: .mp4, MemoryOutput().output())
    #expect(report.findings.contains { $0.contains("are outside any mdat box") }, "\(report.findings)")
  }
}

/// The first samples are in the media data and the others are not: the box or the file ends among them.
@Test func samplesThatReachPastMediaDataAreFound() throws {
  let bytes = try soundMovie(10, edits: [])
  #expect(try findings(bytes).check.isEmpty)
  let stsz = try #require(place(of: "stsz", in: bytes)) + 4
  var larger = bytes
  // sample_size, or the first of the sizes.
  let field = bytes[stsz + 4..<stsz + 8].contains { $0 != 0 } ? stsz + 4 : stsz + 12
  larger[field + 1] = 1
  let found = try findings(larger).check
  #expect(
    found.contains { $0.contains("are not inside an mdat") || $0.contains("past file size") || $0.contains("outside of the file") },
    "\(found)")
  // The media data becomes shorter, and a free box follows it.
  var shorter = try Places.fixture("plain.mp4")
  let start = try #require(place(of: "mdat", in: shorter)) - 4
  let size = shorter[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
  shorter.replaceSubrange(start + 2..<start + 4, with: [UInt8(truncatingIfNeeded: (size - 20) >> 8), UInt8(truncatingIfNeeded: size - 20)])
  shorter.replaceSubrange(start + size - 20..<start + size - 12, with: [0, 0, 0, 20] + Array("free".utf8))
  let missing = try findings(shorter).check
  #expect(missing.contains { $0.contains("are not inside an mdat") }, "\(missing)")
}

/// Media in an external file is not checked.
@Test func mediaElsewhereIsNotLookedFor() throws {
  var bytes = try soundMovie(10, edits: [])
  let (stco, url) = (try #require(place(of: "stco", in: bytes)) + 12, try #require(place(of: "url ", in: bytes)) + 4)
  for index in 0..<4 { bytes[stco + index] = 0 }
  #expect(try !findings(bytes).reader.isEmpty && !findings(bytes).check.isEmpty)
  // Without a location it is this file, whatever the flag says.
  bytes[url + 3] = 0
  #expect(try !findings(bytes).reader.isEmpty && !findings(bytes).check.isEmpty)
  bytes.replaceSubrange(url - 4..<url, with: Array("alis".utf8))
  #expect(try findings(bytes).reader.isEmpty && findings(bytes).check.isEmpty)
}
