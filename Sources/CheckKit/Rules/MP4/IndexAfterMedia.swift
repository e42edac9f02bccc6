import BitstreamKit
import MP4Kit

/// `moov` comes after mdat (not fast-start).
final class IndexAfterMedia: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.index-after-media", .note, "moov comes after mdat (not fast-start)",
      clause:
        "ISO/IEC 14496-12:2022 Annex A.2: recommended order for download; web.dev, 'Fast playback with preload'; developer.android.com, 'Supported media formats'",
      cause: """
        The writer appended the index at the end. A player that downloads the file cannot start before it has the end, or \
        needs byte ranges.
        """,
      remedy: "mediaprobe remux --faststart FILE OUT.mp4",
      stricter: .init(.warning, [.web, .android]))
  }

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    guard let index = file.first("moov"), let data = file.first("mdat"), data.offset < index.offset else { return }
    run.find(self, "moov is at byte \(index.offset), mdat at \(data.offset)", at: index.offset, size: index.size, path: "moov")
  }
}
