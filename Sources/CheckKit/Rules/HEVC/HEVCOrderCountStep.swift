import BitstreamKit
import HEVCKit

/// Picture order counts leave out a picture.
final class HEVCOrderCountStep: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.order-count-step", .note, "picture order counts step by another amount than elsewhere in the stream",
      clause: "ITU-T H.265 (08/2021) 8.3.1: the counts order the pictures; steps of one size are the custom of encoders",
      cause: "A picture was lost or removed, or a slice header is damaged. The motion halts or jumps there.",
      remedy: "Nothing, if a picture was left out on purpose; else repeat the transfer.")
  }

  private var steps = OrderSteps()

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) {
    if picture.isUnresolved || picture.isSkippedLeading { return }
    steps.take(picture.pictureOrderCount, startsOrder: picture.startsOrder, picture.offset, picture.size)
  }

  override func end(_ stream: HEVCFacts, _ run: CheckRun) {
    guard let (usual, others) = steps.finish() else { return }
    for step in others {
      run.find(
        self, "the count goes from \(step.from) to \(step.to); steps of \(usual) are usual here", at: step.offset, size: step.size)
    }
  }
}
