import BitstreamKit
import Foundation
import MP4Kit
import RemuxKit
import TestSupport
import Testing

@Suite struct TimecodeTests {
  /// Frame numbers and timecodes of SMPTE ST 12-1: 1800 is the first frame that drop-frame counting shifts.
  @Test(
    arguments: [
      (0, 25, false, "00:00:00:00"), (90000, 25, false, "01:00:00:00"), (1799, 30, true, "00:00:59;29"), (1800, 30, true, "00:01:00;02"),
      (17981, 30, true, "00:09:59;29"), (17982, 30, true, "00:10:00;00"), (107892, 30, true, "01:00:00;00"),
      (3600, 60, true, "00:01:00;04"),
      (-25, 25, false, "-00:00:01:00"), (25 * 86400, 25, false, "00:00:00:00"), (12, 25, true, "00:00:00:12"),
    ] as [(Int64, Int64, Bool, String)]) func numbersBecomeTimes(_ number: Int64, _ rate: Int64, _ isDropFrame: Bool, _ text: String)
  {
    #expect(Timecode(frameNumber: number, framesPerSecond: rate, isDropFrame: isDropFrame).text == text)
  }

  @Test func extremesHaveTexts() {
    for number in [Int64.min, Int64(Int32.min), Int64(Int32.max)] {
      for rate in [0, 1, 30, 255] as [Int64] {
        #expect(!Timecode(frameNumber: number == .min ? -1 : number, framesPerSecond: rate, isDropFrame: true).text.isEmpty)
      }
    }
  }

  @Test(.enabled(if: Program.has("ffmpeg")), arguments: ["01:02:03:04", "10:00:00;00"]) func theTimecodeOfAMovie(_ text: String) throws {
    let file = Places.scratch("timecode.mov")
    defer { try? FileManager.default.removeItem(at: file) }
    let rate = text.contains(";") ? "30000/1001" : "25"
    let made = try Program.run(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=32x32:r=\(rate):d=0.2", "-timecode", text, file.path])
    #expect(made.status == 0, "\(made.standardError)")
    let reader = try MediaReader(MemorySource([UInt8](Data(contentsOf: file))))
    let movie = try #require(reader.movie)
    let codes = try movie.tracks.indices.compactMap { try Timecode(movie, track: $0)?.text }
    #expect(codes == [text])
    // A cut shows the timecode by the edit list: that of the second frame.
    let input = try MediaInput(MemorySource([UInt8](Data(contentsOf: file))), name: "a file")
    let cut = try MediaComposition.cutting(
      input, tracks: Array(input.tracks.indices), from: MediaTime(milliseconds: 42), to: nil, onKeyPictures: false, for: .mp4)
    let written = try #require(try MediaReader(MemorySource(try written(cut, .mp4).bytes)).movie)
    let edited = try written.tracks.indices.compactMap { try Timecode(written, track: $0, isEdited: true)?.text }
    let next = try #require(
      try Timecode(movie, track: movie.tracks.count - 1).map { code in
        Timecode(frameNumber: code.frameNumber + 1, framesPerSecond: code.framesPerSecond, isDropFrame: code.isDropFrame).text
      })
    #expect(edited == [next])
    #expect(try written.tracks.indices.compactMap { try Timecode(written, track: $0)?.text } == [text])
  }
}
