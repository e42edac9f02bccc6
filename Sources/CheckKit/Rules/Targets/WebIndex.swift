import BitstreamKit
import MP4Kit

/// The file cannot play before its end is downloaded.
final class WebIndex: MovieRule {
  override var page: RulePage {
    RulePage(
      "web.index-after-media", .warning, "the file cannot play before its end is downloaded",
      clause: "ISO/IEC 14496-12:2022 Annex A.2; web.dev, 'Fast playback with preload'",
      cause: """
        moov comes after mdat. A browser asks for the end of the file first, or waits for all of it where the server has \
        no ranges.
        """,
      remedy: "mediaprobe remux --faststart FILE OUT.mp4",
      targets: [.web])
  }

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    guard let index = file.first("moov"), let data = file.first("mdat"), data.offset < index.offset else { return }
    run.find(self, "moov is at byte \(index.offset), mdat at \(data.offset)", at: index.offset, size: index.size, path: "moov")
  }
}
