import BitstreamKit
import EncoderKit
import FileIO
import Foundation
import MP4Kit
import TestSupport
import Testing

/// The README's slide show, word for word.
private func makeSlides(_ path: String) throws {
  // slides
  let format = PictureFormat(width: 640, height: 360, frameRate: ExactRatio(1, 2))
  let slides = DrawnPictures(format, count: 10) { number, picture in picture.fill(y: UInt8(20 + 20 * number), u: 110, v: 150) }
  let file = try OutputFile(path)
  let writer = try MovieWriter(MediaOutput(file))
  let encoder = try ProcessVideoEncoder(.x264, VideoEncoderSettings(.h264), framing: .lengths)
  var track: MovieWriterInput?
  try encoder.encode(slides) { unit in
    if let sets = unit.parameterSets {
      track = try writer.addInput(.avc(parameterSets: sets))
      try writer.startSession(atSourceTime: .zero)
    }
    try track?.append(unit.data, presentationTimeStamp: unit.presentationTimeStamp, decodeTimeStamp: unit.decodeTimeStamp)
  }
  try writer.finishWriting()
  try file.commit()
  // end
}

@Test(.enabled(if: Program.has("x264") && Program.has("ffmpeg"))) func aSlideShowBecomesAMovie() throws {
  try withFolder { folder in
    let path = folder.appending(path: "slides.mp4").path
    try makeSlides(path)
    #expect(try frameHashes(path).count == 10)
    let length = try Program.run("ffprobe", ["-v", "error", "-show_entries", "stream=duration", "-of", "csv=p=0", path])
    #expect(length.text == "20.000000\n")
  }
}

@Test func theReadmeSaysWhatIsTested() throws {
  let readme = try String(contentsOf: Places.root.appending(path: "README.md"), encoding: .utf8)
  let start = try #require(readme.range(of: "```swift slides\n"))
  let end = try #require(readme[start.upperBound...].range(of: "```"))
  let said = readme[start.upperBound..<end.lowerBound].split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
  let tested = source.components(separatedBy: "// slides\n")[1].components(separatedBy: "// end")[0]
    .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  #expect(said == tested)
}
