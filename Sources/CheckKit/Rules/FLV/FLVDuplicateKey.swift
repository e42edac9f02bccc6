import FLVKit
import ProbeKit

/// A property of the metadata occurs twice.
final class FLVDuplicateKey: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.duplicate-key", .warning, "a property of the metadata occurs twice",
      clause: "Adobe FLV 10.1 E.4.4.6",
      cause: "Tools add properties without looking. Which one a player takes is chance.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func script(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let script = tag.details.script, let object = OnMetaData(script)?.object else { return }
    var seen: Set<String> = []
    for property in object.properties.prefix(1024) where !seen.insert(property.propertyName.text).inserted {
      run.find(
        self, "'\(property.propertyName.text)' occurs twice", at: tag.tag.position, size: tag.size,
        path: tag.path + " › \(property.propertyName.text)")
    }
  }
}
