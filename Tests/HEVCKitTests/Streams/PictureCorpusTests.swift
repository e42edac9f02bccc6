import Foundation
import HEVCKit
import TestSupport
import Testing

/// Pictures in output order in ffprobe's form, for streams with the output order of the standard.
func probedForm(_ list: PictureList, _ bytes: [UInt8]) -> [ProbedFrame] {
  list.displayed.map { picture in
    // FFmpeg counts the first zero of a four-byte start code as part of the preceding packet.
    let start = Int(picture.offset)
    let isLong = start > 0 && start + 2 < bytes.count && bytes[start + 2] == 0
    return ProbedFrame(type: picture.type.name.description, isKey: picture.isKeyframe, position: picture.offset + (isLong ? 1 : 0))
  }
}

/// Streams in which FFmpeg counts an end of sequence as part of the next access unit; it is the last unit of the preceding one (7.4.2.4.4).
private let endedSequences = [
  "hevc/no_aud_bl.hevc", "hevc/regular.hevc", "hevc/regular_start_code_4.hevc", "hevc/regular_start_code_4_shorter_muxed_el.hevc",
]

/// Compares number, types, key flags, offsets and output order of all pictures.
@Test(.enabled(if: Program.has("ffprobe") && Places.corpus != nil), arguments: streams)
func picturesOfTheCorpusAreThoseOfFFmpeg(path: String) throws {
  let corpus = try #require(Places.corpus)
  let bytes = try Places.corpusFile(path)
  let list = PictureList(bytes)
  let probed = try ProbedFrame.list(corpus.appending(path: path).path)
  #expect(list.displayed.count == probed.count)
  var misplaced = 0
  for (index, (own, other)) in zip(probedForm(list, bytes), probed).enumerated() where own != other {
    #expect(own.type == other.type && own.isKey && other.isKey, "frame \(index): \(own), ffprobe \(other)")
    misplaced += 1
  }
  #expect(misplaced == (endedSequences.contains(path) ? 1 : 0))
  #expect(list.findings.isEmpty || path.hasPrefix("malformed/"), "\(list.findings)")
  #expect(list.pictures.map(\.index) == Array(0..<UInt64(list.pictures.count)))
  // Access units are contiguous, from the first unit to the end of the file.
  for (one, next) in zip(list.pictures, list.pictures.dropFirst()) { #expect(one.offset + one.size == next.offset) }
  if let last = list.pictures.last { #expect(last.offset + last.size == UInt64(bytes.count)) }
  // The first bytes of slices are sufficient.
  #expect(PictureList(bytes, prefix: PictureParser.prefixLength).pictures == list.pictures)
}

@Test(.enabled(if: Program.has("ffprobe"))) func picturesOfTheFixtureAreThoseOfFFmpeg() throws {
  let bytes = try Places.fixture("opengop.hevc")
  let list = PictureList(bytes)
  #expect(probedForm(list, bytes) == (try ProbedFrame.list(Places.fixtures.appending(path: "opengop.hevc").path)))
  #expect(list.pictures.count == 25)
  #expect(list.reorderDepth == 2)
  #expect(list.findings.isEmpty)
}
