import FLVKit
import ProbeKit

/// CompositionTime of a configuration is not 0.
final class FLVHeaderComposition: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.header-composition-time", .error, "CompositionTime of a configuration is not 0",
      clause: "Adobe FLV 10.1 E.4.3.1: 0 unless AVCPacketType is 1",
      cause: "The writer copies the time of the picture.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let video = tag.details.video, let type = video.avcPacketType, type == 0 || type == 2, let time = video.compositionTime, time != 0
    else {
      return
    }
    run.find(self, "CompositionTime is \(time), AVCPacketType \(type)", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
