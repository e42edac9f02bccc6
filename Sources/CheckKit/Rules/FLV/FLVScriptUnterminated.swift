import FLVKit
import ProbeKit

/// An object of script data has no end marker.
final class FLVScriptUnterminated: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.script-unterminated", .error, "an object of script data has no end marker",
      clause: "Adobe FLV 10.1 E.4.4.3 and E.4.4.6: objects and ECMA arrays end with 00 00 09",
      cause: "The writer gives a wrong size, or forgets the marker. Strict players reject the tag.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func script(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let object = tag.details.script?.value?.object, !object.isTerminated else { return }
    run.find(
      self, "the value of '\(tag.details.script?.name.string?.text ?? "")' ends with the tag", at: tag.tag.position, size: tag.size,
      path: tag.path)
  }
}
