import BitstreamKit
import FLVKit
import RemuxKit
import TestSupport
import Testing

@Test(arguments: [Remuxer.Target.mp4, .flv, .byteStream]) func aTrackIsChosenOnce(target: Remuxer.Target) throws {
  var options = CarryOptions()
  options.tracks = [1, 0, 1]
  let error = MediaError.unsupported("track 1 is chosen more than once")
  #expect(throws: error) {
    try Remuxer.carry(MemorySource(try Places.fixture("plain.mp4")), to: target, MemoryOutput().output(), options)
  }
  let input = try mediaInput(try Places.fixture("plain.mp4"))
  #expect(throws: error) { try Remuxer.carry(input, toTags: { (_: FLVStreamTag) throws(ByteError) in }, options) }
}
