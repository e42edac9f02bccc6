import FLVKit
import ProbeKit

/// ECMAArrayLength is not the number of properties.
final class FLVArrayLength: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.array-length", .note, "ECMAArrayLength is not the number of properties",
      clause: "Adobe FLV 10.1 E.4.4.6: ECMAArrayLength is the approximate number",
      cause: "A tool added or removed properties. Harmless, but some parsers stop after this number.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func script(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard case .ecmaArray(let array) = tag.details.script?.value, array.ecmaArrayLength != 0,
      UInt64(array.ecmaArrayLength) != UInt64(array.variables.properties.count)
    else { return }
    run.find(
      self, "ECMAArrayLength is \(array.ecmaArrayLength), there are \(array.variables.properties.count) properties", at: tag.tag.position,
      size: tag.size, path: tag.path)
  }
}
