import Foundation
import TestSupport
import Testing

/// MPEG audio in `mp4a` is named by the layer of its frames: the object type is the same for all layers.
@Test(.enabled(if: Program.has("ffmpeg")), arguments: [("mp2", "MP2 (mp4a.6B)"), ("libmp3lame", "MP3 (mp4a.6B)")])
func infoNamesTheLayerOfMPEGAudio(_ encoder: String, _ words: String) throws {
  try withEmptyFolder { folder in
    let path = folder.appending(path: "s.mp4").path
    _ = try Program.run(
      "ffmpeg", ["-v", "error", "-y", "-nostdin", "-f", "lavfi", "-i", "sine=d=1", "-ar", "48000", "-c:a", encoder, path])
    #expect(try Program.mediaprobe("info", path).text.contains("Codec           \(words)\n"))
  }
}
