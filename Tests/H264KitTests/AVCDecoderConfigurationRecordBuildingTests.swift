import BitstreamKit
import Foundation
import H264Kit
import TestSupport
import Testing

/// FFmpeg options for streams of several profiles.
private let kinds = [
  "-pix_fmt yuv420p -profile:v baseline", "-pix_fmt yuv420p -profile:v main", "-pix_fmt yuv420p -profile:v high",
  "-pix_fmt yuv420p10le", "-pix_fmt yuv422p10le", "-pix_fmt yuv444p", "-pix_fmt yuv420p -x264-params interlaced=1:slices=3",
  "-pix_fmt gray",
]

/// The payload of the first box of this type, found by its four-character code.
private func box(_ type: String, _ file: [UInt8]) -> [UInt8]? {
  let name = Array(type.utf8)
  for at in 4..<max(4, file.count - 8) where Array(file[at..<at + 4]) == name {
    let size = file[at - 4..<at].reduce(0) { $0 << 8 | Int($1) }
    if size >= 8, at - 4 + size <= file.count { return Array(file[at + 4..<at - 4 + size]) }
  }
  return nil
}

@Test(.enabled(if: Program.has("ffmpeg")), arguments: kinds) func recordsAreThoseOfFFmpeg(_ kind: String) throws {
  let (raw, file) = (Places.scratch("made.h264"), Places.scratch("made.mp4"))
  defer { for url in [raw, file] { try? FileManager.default.removeItem(at: url) } }
  let source = ["-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc2=s=128x96:r=25:d=0.2", "-c:v", "libx264"]
  #expect(try Program.run("ffmpeg", source + kind.split(separator: " ").map(String.init) + ["-f", "h264", raw.path]).status == 0)
  #expect(try Program.run("ffmpeg", ["-v", "error", "-nostdin", "-i", raw.path, "-c", "copy", file.path]).status == 0)
  let units = annexBUnits([UInt8](try Data(contentsOf: raw))).map(\.bytes)
  let record = try AVCDecoderConfigurationRecord(parameterSetsOf: units)
  let bytes = try record.encoded()
  #expect(bytes == box("avcC", [UInt8](try Data(contentsOf: file))))
  #expect(try AVCDecoderConfigurationRecord(parsing: bytes) == record)
  #expect((record.highProfileExtension != nil) == (record.avcProfileIndication >= 100))
}

@Test func setsThatComeAgainAreHeldOnce() throws {
  var stream = try StreamBuilder { sps, _ in
    sps.profileIdc = 100; sps.sampleFormat = .init()
  }
  try stream.parameterSets()
  stream.pps.picParameterSetId = 3
  try stream.unit(8, refIdc: 3, .picParameterSet(stream.pps))
  stream.pps.picInitQpMinus26 = 4
  try stream.unit(8, refIdc: 3, .picParameterSet(stream.pps))
  try stream.unit(13, refIdc: 3, .seqParameterSetExtension(.init()))
  try stream.slice(.i, idr: true)
  let units = annexBUnits(stream.bytes).map(\.bytes)
  let record = try AVCDecoderConfigurationRecord(parameterSetsOf: units, lengthSize: .four)
  #expect(record.sequenceParameterSets == [units[0]])
  #expect(record.pictureParameterSets == [units[1], units[5]])
  #expect(record.highProfileExtension?.sequenceParameterSetExts == [units[6]])
  #expect(record.codecString == "avc1.64001e")
}

@Test func recordsThatCannotBe() throws {
  #expect(throws: SyntaxError.self) { try AVCDecoderConfigurationRecord(parameterSetsOf: []) }
  #expect(throws: SyntaxError.self) { try AVCDecoderConfigurationRecord(parameterSetsOf: [[0x67]]) }
  #expect(throws: SyntaxError.self) { try AVCDecoderConfigurationRecord(parameterSetsOf: [[0x67, 0x42, 0, 30, 0xFF]]) }
  var stream = try StreamBuilder()
  for id in 0..<256 as Range<UInt32> {
    stream.pps.picParameterSetId = id
    try stream.unit(8, .picParameterSet(stream.pps))
  }
  let units = annexBUnits(stream.bytes).map(\.bytes)
  #expect(throws: SyntaxError.self) { try AVCDecoderConfigurationRecord(parameterSetsOf: units) }
  #expect(throws: Never.self) { try AVCDecoderConfigurationRecord(parameterSetsOf: units.dropLast()) }
}
