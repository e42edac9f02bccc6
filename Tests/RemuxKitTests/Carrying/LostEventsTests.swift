import BitstreamKit
import RemuxKit
import TestSupport
import Testing

/// Events between fragments are not copied, which a copy says.
@Test(arguments: [0, 1, 3]) func eventsBetweenFragmentsAreSaid(count: Int) throws {
  let bytes = try Places.fixture("fragmented.mp4")
  let fragment = try #require(bytes.indices.dropLast(3).first { bytes[$0..<$0 + 4].elementsEqual(Array("moof".utf8)) }) - 4
  let event: [UInt8] = [0, 0, 0, 40] + Array("emsg".utf8) + [0, 0, 0, 0] + Array("urn:x\0v\0".utf8) + [UInt8](repeating: 0, count: 20)
  let marked = bytes[..<fragment] + (0..<count).flatMap { _ in event } + bytes[fragment...]
  let expected =
    count == 0 ? [] : [count == 1 ? "1 box of type emsg at the top level not copied" : "3 boxes of type emsg at the top level not copied"]
  let input = try mediaInput(Array(marked))
  let report = try Remuxer.carry(input, to: .mp4, MemoryOutput().output())
  #expect(report.notes.filter { $0.contains("emsg") } == expected)
  let part = try MediaComposition.cutting(
    input, tracks: [0], from: nil, to: MediaTime(milliseconds: 300), onKeyPictures: false, for: .mp4)
  #expect(try written(part, .mp4).report.notes.filter { $0.contains("emsg") } == expected)
}
