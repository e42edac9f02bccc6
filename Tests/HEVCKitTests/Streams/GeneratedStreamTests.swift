import Foundation
import HEVCKit
import TestSupport
import Testing

/// A test pattern encoded by x265 with these options.
private func encoded(_ options: String, seconds: Int = 1) throws -> [UInt8] {
  let file = Places.scratch("made.hevc")
  defer { try? FileManager.default.removeItem(at: file) }
  let source = ["-f", "lavfi", "-i", "testsrc2=s=192x128:r=25:d=\(seconds)"]
  let coder = ["-pix_fmt", "yuv420p", "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "pools=1:log-level=error:" + options]
  let result = try Program.run("ffmpeg", ["-v", "error", "-nostdin", "-y"] + source + coder + ["-f", "hevc", file.path])
  #expect(result.status == 0, "\(result.standardError)")
  return [UInt8](try Data(contentsOf: file))
}

/// Compares the pictures of a stream with those reported by ffprobe.
private func compare(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws -> PictureList {
  let file = Places.scratch("compared.hevc")
  defer { try? FileManager.default.removeItem(at: file) }
  try Data(bytes).write(to: file)
  let list = PictureList(bytes)
  #expect(probedForm(list, bytes) == (try ProbedFrame.list(file.path)), sourceLocation: sourceLocation)
  #expect(list.findings.isEmpty, sourceLocation: sourceLocation)
  return list
}

@Test(
  .enabled(if: Program.has("ffmpeg") && Program.has("ffprobe")),
  arguments: [
    "keyint=20:rc-lookahead=12:bframes=8:b-adapt=0:b-pyramid=1:open-gop=1", "keyint=15:bframes=4:b-adapt=0:b-pyramid=0:open-gop=0",
    "keyint=10:bframes=3:open-gop=1:radl=2", "keyint=10:bframes=3:open-gop=0:radl=2", "bframes=0:keyint=5:aud=1", "keyint=1",
    "temporal-layers=1:bframes=3:b-adapt=0", "slices=4:bframes=2", "intra-refresh=1:bframes=2", "interlace=tff:bframes=2:b-adapt=0",
    "log2-max-poc-lsb=4:bframes=3", "hrd=1:vbv-maxrate=500:vbv-bufsize=500:pic-struct=0:bframes=2", "eos=1:eob=1:idr-recovery-sei=1",
  ])
func generatedStreams(options: String) throws {
  let list = try compare(try encoded(options))
  #expect(list.pictures.count == 25)
  if options.contains("slices=4") { #expect(list.pictures.allSatisfy { $0.sliceCount > 1 }) }
  if options.contains("temporal-layers") { #expect(Set(list.pictures.map(\.temporalId)) == [0, 1]) }
  if options.contains("interlace") { #expect(Set(list.pictures.map(\.field)) == [.top, .bottom]) }
  if options.contains("b-pyramid=1") { #expect(list.reorderDepth > 1) }
}

/// An open GOP stream cut at a CRA picture: RASL pictures are listed but not output. The same after an end of sequence.
@Test(.enabled(if: Program.has("ffmpeg") && Program.has("ffprobe"))) func cutAndJoinedStreams() throws {
  let bytes = try encoded("keyint=20:bframes=3:b-adapt=0:open-gop=1:repeat-headers=1", seconds: 2)
  let whole = PictureList(bytes).pictures
  let cra = try #require(whole.first { $0.randomAccess == .cra })
  let cut = Array(bytes[Int(cra.offset)...])
  let list = try compare(cut)
  #expect(list.pictures.count == whole.count - Int(cra.index))
  let skipped = list.pictures.filter(\.isSkippedLeading)
  #expect(skipped.count > 0)
  #expect(skipped.allSatisfy { $0.displayIndex == nil && $0.leading == .rasl })
  // The stream twice: without an end of sequence the leading pictures of the second part are decoded, with one they are not.
  let joined = PictureList(cut + cut)
  #expect(joined.pictures.filter(\.isSkippedLeading).count == skipped.count)
  let ended = PictureList(cut + [0, 0, 0, 1, 0x48, 0x01] + cut)
  #expect(ended.pictures.filter(\.isSkippedLeading).count == 2 * skipped.count)
  #expect(ended.pictures.filter(\.startsOrder).map(\.index) == [0, UInt64(list.pictures.count)])
}

/// Lost slices, and streams that start anywhere.
@Test(.enabled(if: Program.has("ffmpeg"))) func lostSlices() throws {
  let bytes = try encoded("slices=4:bframes=2:b-adapt=0:keyint=10")
  let whole = PictureList(bytes).pictures
  // All first slices except those of IDR pictures are removed: every picture is still found, at its offset and in order.
  var left: [UInt8] = []
  for (start, end) in unitPlaces(bytes) {
    let (type, isFirst) = (bytes[start.header] >> 1 & 63, bytes[start.header + 2] >> 7 == 1)
    if type < 16, isFirst { continue }
    left += bytes[start.code..<end]
  }
  let list = PictureList(left)
  #expect(list.pictures.map(\.pictureOrderCount) == whole.map(\.pictureOrderCount))
  #expect(list.pictures.map(\.displayIndex) == whole.map(\.displayIndex))
  #expect(list.pictures.map(\.type) == whole.map(\.type))
}
