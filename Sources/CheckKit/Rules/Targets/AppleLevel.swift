import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit

/// The level is above those that Apple's players promise to decode.
final class AppleLevel: MovieRule {
  override var page: RulePage {
    RulePage(
      "apple.level", .warning, "the level is above those that Apple's players promise to decode",
      clause: """
        Apple, HLS authoring specification, 'Video encoding requirements': H.264 up to Level 5.2, H.265 up to Level 5.0; Apple names no \
        limits for other files
        """,
      cause: """
        The size, the frame rate or the bit rate needs the level, or the encoder states a higher one than the pictures need. Safari \
        and QuickTime Player decode such video in software, on some machines, or not at all.
        """,
      remedy: "Encode smaller, slower or with the level that the pictures need: 'ffmpeg -level:v 5.0'.",
      targets: [.safari, .quicktime])
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    if let set = track.h264?.firstSet, set.levelIdc > 52 {
      run.find(self, "level_idc is \(set.levelIdc), level \(set.levelName)", path: track.entryPath + "/avcC")
    }
    if let level = track.hevc?.firstSet?.profileTierLevel?.generalLevelIdc, level > 150 {
      run.find(self, "general_level_idc is \(level), level \(decimal(Double(level) / 30))", path: track.entryPath + "/hvcC")
    }
  }
}
