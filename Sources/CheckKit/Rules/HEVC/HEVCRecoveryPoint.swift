import BitstreamKit
import HEVCKit

/// A recovery point where pictures are right at once is not intra coded.
final class HEVCRecoveryPoint: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.recovery-point", .warning, "a recovery point where pictures are right at once is not intra coded",
      clause: "ITU-T H.265 (08/2021) D.3.8: with recovery_poc_cnt 0 the picture is correct after random access at it",
      cause: """
        The encoder marks pictures at regular intervals, or a tool changed pictures and kept the messages. Players that seek \
        to it show artefacts.
        """,
      remedy: "Encode again, or remove the message.")
  }

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) {
    guard !picture.isUnresolved, picture.randomAccess == .recoveryPoint(pictureOrderCounts: 0), picture.type == .p || picture.type == .b
    else { return }
    run.find(self, "recovery_poc_cnt is 0, and the picture has \(picture.type.name) slices", at: picture.offset, size: picture.size)
  }
}
