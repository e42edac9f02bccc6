import BitstreamKit
import FLVKit
import RemuxKit

/// Composition times contradict the picture order counts.
final class FLVCompositionOrder: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.composition-order", .error, "composition times contradict the picture order counts",
      clause: "Adobe FLV 10.1 E.4.3.1: the timestamp plus CompositionTime is the time at which a picture is shown",
      cause: "CompositionTime is damaged, or was made for another stream. Players show pictures in the wrong order: the video jerks.",
      remedy: "Extract the stream and remux it with '--fps': times are computed from the picture order counts.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    for track in file.tracks where track.orders.wrong.count > 0 {
      let wrong = track.orders.wrong
      run.find(
        self,
        "\(counted(wrong.count, "picture is", "pictures are")) presented before or after others against their order counts; "
          + "the first is sample \(wrong.first)",
        at: wrong.offset)
    }
  }
}
