import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit

/// `tkhd` shows the pictures of a track with no size, or in another shape than they have.
final class TrackSizeMismatch: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.track-size", .warning, "tkhd shows the pictures with no size, or in another shape than they have",
      clause: "ISO/IEC 14496-12:2022 8.3.2 and 12.1.4: width and height are the size at which pictures are shown, pasp included",
      cause: """
        The writer left the fields at 0, or filled them before the size was known. QuickTime and AVFoundation show pictures at this \
        size, others by pasp and the bitstream.
        """,
      remedy: "mediaprobe check --fix FILE -o OUT.mp4, which writes the size of the pictures.")
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    // A track that is not enabled is not shown, such as the pictures of chapters.
    guard let parsed = track.movieTrack, parsed.handlerType == "vide", parsed.descriptions.count == 1, let header = parsed.header,
      header.flags & 1 != 0,
      let visual = parsed.descriptions.first?.visual, visual.width > 0, visual.height > 0
    else { return }
    let (width, height) = (Double(header.width) / 65536, Double(header.height) / 65536)
    let text = "tkhd states \(decimal(width)) x \(decimal(height))"
    let (offset, path) = (file.place("tkhd", in: parsed.node)?.offset, track.path + "/tkhd")
    if width <= 0 || height <= 0 {
      return run.find(self, text + ", the pictures have \(visual.width) x \(visual.height)", at: offset, path: path)
    }
    // Without a stated aspect ratio, tkhd is what states it; an aperture shows a part. In QuickTime files tkhd may have the coded size, to
    // which players apply pasp.
    if file.movie.isQuickTime { return }
    let aperture = file.place("mdia/minf/stbl/stsd/\(parsed.descriptions[0].type)/clap", in: parsed.node)
    guard aperture == nil, let ratio = Self.aspectRatio(track) else { return }
    let coded = track.h264?.firstSet?.croppedSize ?? track.hevc?.firstSet?.croppedSize
    let (columns, rows) = (coded?.width ?? Int(visual.width), coded?.height ?? Int(visual.height))
    let wanted = Double(columns) * ratio / Double(rows)
    if Self.hasShape(width / height, wanted) { return }
    run.find(
      self, text + ", a shape of \(decimal(width / height)):1; pictures of \(columns) x \(rows) have \(decimal(wanted)):1", at: offset,
      path: path)
  }

  /// Whether two ratios of width to height are the same but for rounding to pixels.
  static func hasShape(_ shown: Double, _ wanted: Double) -> Bool { abs(shown / wanted - 1) <= 0.03 }

  /// The width of a sample by its height that `pasp` or the bitstream states; nil if they state none, or contradict each other.
  private static func aspectRatio(_ track: TrackFacts) -> Double? {
    let coded = track.h264?.firstSet?.sampleAspectRatio?.value ?? track.hevc?.firstSet?.sampleAspectRatio?.value
    guard let box = track.description?.pixelAspectRatio, let stated = ExactRatio(UInt64(box.hSpacing), UInt64(box.vSpacing))?.value else {
      return coded
    }
    if let coded, abs(coded / stated - 1) > 0.005 { return nil }
    return stated
  }
}
