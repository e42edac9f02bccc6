import BitstreamKit
import H264Kit
import NALKit

/// A recovery point where pictures are right at once is not intra coded.
final class H264RecoveryPoint: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.recovery-point", .warning, "a recovery point where pictures are right at once is not intra coded",
      clause: "ITU-T H.264 (08/2021) D.2.8: with recovery_frame_cnt 0 the picture is correct after random access at it",
      cause: """
        The encoder marks pictures at regular intervals, or a tool changed pictures and kept the messages. Players that seek \
        to it show artefacts.
        """,
      remedy: "Encode again, or remove the message.")
  }

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    guard !picture.isUnresolved, picture.randomAccess == .recoveryPoint(frames: 0), picture.type != .i else { return }
    run.find(self, "recovery_frame_cnt is 0, and the picture has \(picture.type.name) slices", at: picture.offset, size: picture.size)
  }
}
