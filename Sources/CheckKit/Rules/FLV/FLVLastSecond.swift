import FLVKit
import ProbeKit

/// `onLastSecond` is not near the end, or occurs twice.
final class FLVLastSecond: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.last-second", .warning, "onLastSecond is not near the end, or occurs twice",
      clause: "The convention of flvmdi and FLVTool, which players follow",
      cause: "Tags were appended after the event, or files were joined. Players announce the end too early.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  private var first: (milliseconds: UInt32, offset: UInt64)?

  override func script(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard tag.details.script?.name.string?.text == "onLastSecond" else { return }
    if first == nil { return first = (tag.milliseconds, tag.tag.position) }
    run.find(self, "it occurs again", at: tag.tag.position, size: tag.size, path: tag.path)
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let first, let last = file.lastMilliseconds, last > first.milliseconds, last - first.milliseconds >= 2000 else { return }
    run.find(self, "it is \(last - first.milliseconds) ms before the last tag", at: first.offset)
  }
}
