import AsyncBitstreamKit
import BitstreamKit
import DataKit
import Foundation
import H264Kit
import MP4Kit
import TestSupport
import Testing
import NALKit

@Test func dataConvertsBetweenFramings() throws {
  // A slice, whose indices do not start at 0.
  let stream = try Data([9] + Places.fixture("bframes.h264")).dropFirst()
  let sample: Data = try avcc(fromAnnexB: stream)
  #expect(LengthPrefixed(sample).map { sample[$0.range] } == AnnexB(stream).map { stream[$0.range] })
  #expect(try avcc(fromAnnexB: annexB(fromAVCC: sample)) == sample)
  #expect(throws: SyntaxError.self) { try annexB(fromAVCC: Data([0xFF, 0xFF, 0xFF, 0xFF, 1])) }
}

@Test func structuresAreReadFromDataAndWrittenToIt() throws {
  let units = AnnexB(try Places.fixture("bframes.h264")).map { Array($0.bytes) }
  let record = try AVCDecoderConfigurationRecord(parameterSetsOf: units)
  #expect(try AVCDecoderConfigurationRecord(parsing: record.encodedData()) == record)
  #expect(throws: SyntaxError.self) { try AVCDecoderConfigurationRecord(parsing: Data([1])) }
}

@Test func dataIsASource() throws {
  let file = Places.fixtures.appending(path: "plain.mp4")
  let source = DataSource(try Data(contentsOf: file, options: .mappedIfSafe))
  #expect(try Movie(source).tracks.count == Movie(MemorySource(Places.fixture("plain.mp4"))).tracks.count)
  var bytes: [UInt8] = [1]
  let slice = DataSource(Data([0, 1, 2, 3, 4]).dropFirst(2))
  try slice.read(at: 1, count: 10, into: &bytes)
  #expect(bytes == [3, 4])
  try slice.read(at: 3, count: 1, into: &bytes)
  #expect(bytes.isEmpty)
  try slice.read(at: .max, count: 1, into: &bytes)
  #expect(bytes.isEmpty)
}

@Test func chunksOfDataAreAStream() async throws {
  let bytes = try Places.fixture("bframes.h264")
  let chunks = AsyncStream<Data> { continuation in
    for start in stride(from: 0, to: bytes.count, by: 999) { continuation.yield(Data(bytes[start..<min(bytes.count, start + 999)])) }
    continuation.finish()
  }
  var units: [[UInt8]] = []
  for try await unit in chunks.annexBUnits() { units.append(unit.bytes) }
  #expect(units == AnnexB(bytes).map { Array($0.bytes) })
}
