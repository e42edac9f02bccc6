import BitstreamKit
import MP4Kit
import NALKit
import TestSupport
import Testing

/// A sample with lengths that do not add up, and what is said about it.
private struct Damage: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var says: String
  var make: @Sendable ([UInt8]) throws -> [UInt8]

  static let all = [
    Damage(testDescription: "cut", says: "at byte 0 of 99 does not fit the 99 bytes left") { _ in
      [0, 0, 0, 96] + [UInt8](repeating: 0x26, count: 95)
    },
    Damage(testDescription: "bytes after the last unit", says: "at byte 6 of 9 does not fit the 3 bytes left") { _ in
      [0, 0, 0, 2, 0x26, 1, 0, 0, 0]
    },
    Damage(testDescription: "a length alone", says: "at byte 6 of 10 does not fit the 4 bytes left") { _ in
      [0, 0, 0, 2, 0x26, 1, 0, 0, 0, 1]
    },
    Damage(testDescription: "the largest length", says: "at byte 0 of 6 does not fit the 6 bytes left") { _ in
      [0xFF, 0xFF, 0xFF, 0xFF, 0x26, 1]
    },
    Damage(testDescription: "start codes", says: "begins with a start code in place of a NAL unit length: use append(byteStream:)") {
      try annexB(fromAVCC: $0)
    },
  ]
}

@Test(arguments: ["plain.mp4", "hvc1.mp4"], Damage.all) private func damagedSamplesAreErrors(fixture: String, damage: Damage) throws {
  let recording = try Recording(fixture, only: "vide")
  let good = recording.tracks[0].items[0].bytes
  let bad = try damage.make(good)
  // Bytes around the sample do not count.
  let padded = [1, 2, 3] + bad + [4, 5]
  let range = 3..<3 + bad.count
  for keeps in [false, true] {
    let log = OutputLog()
    var options = MovieWriterOptions()
    options.keepsDamagedSamples = keeps
    let writer = try MovieWriter(log.output(), options: options)
    let input = try recording.inputs(of: writer)[0]
    try writer.startSession(atSourceTime: .zero)
    try input.append(good, presentationTimeStamp: .zero)
    if keeps {
      try input.append(padded, range, presentationTimeStamp: MediaTime(1, per: 25))
    } else {
      let error = #expect(throws: MediaError.self) { try input.append(padded, range, presentationTimeStamp: MediaTime(1, per: 25)) }
      #expect(error?.description.hasPrefix("sample 2 of track 1 ") == true && error?.description.hasSuffix(damage.says) == true, "\(error)")
      #expect(writer.status == .writing && writer.sampleCount == 1)
      try input.append(good, presentationTimeStamp: MediaTime(1, per: 25))
    }
    try writer.finishWriting()
    #expect(try samples(log.bytes)[0].map { $0.bytes } == [good, keeps ? bad : good])
  }
}

@Test func samplesWithoutNALUnitsAreNotChecked() throws {
  let recording = try Recording("plain.mp4", only: "soun")
  let log = OutputLog()
  let writer = try MovieWriter(log.output())
  let input = try recording.inputs(of: writer)[0]
  try writer.startSession(atSourceTime: .zero)
  try input.append([0xFF, 1, 2], presentationTimeStamp: .zero)
  try writer.finishWriting()
  #expect(try samples(log.bytes)[0].map { $0.bytes } == [[0xFF, 1, 2]])
}

/// An empty access unit and NAL units of no bytes add up.
@Test func emptyUnitsAreWritten() throws {
  let recording = try Recording("plain.mp4", only: "vide")
  let log = OutputLog()
  let writer = try MovieWriter(log.output())
  let input = try recording.inputs(of: writer)[0]
  try writer.startSession(atSourceTime: .zero)
  let all: [[UInt8]] = [[], [0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 1, 0x65]]
  for (number, bytes) in all.enumerated() {
    try input.append(bytes, presentationTimeStamp: MediaTime(Int64(number), per: 25))
  }
  try writer.finishWriting()
  #expect(try samples(log.bytes)[0].map { $0.sample.isSync } == [false, false, true])
}
