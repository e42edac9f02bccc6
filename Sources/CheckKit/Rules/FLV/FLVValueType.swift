import FLVKit

/// A property of the metadata has the wrong type.
final class FLVValueType: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-value-type", .warning, "a property of the metadata has the wrong type",
      clause: "Adobe FLV 10.1 E.5, types of values",
      cause: "The writer uses strings for numbers. Players ignore the property or fail.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' recomputes the metadata.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let metaData = file.metaData else { return }
    let numbers = [
      "duration", "width", "height", "framerate", "videodatarate", "audiodatarate", "audiosamplerate", "audiosamplesize", "filesize",
      "lasttimestamp", "lastkeyframetimestamp", "audiodelay", "videosize", "audiosize", "datasize",
    ]
    let flags = ["stereo", "hasVideo", "hasAudio", "hasMetadata", "hasKeyframes", "hasCuePoints", "canSeekToEnd"]
    for property in metaData.object.properties.prefix(1024) {
      let name = property.propertyName.text
      let isWrong =
        numbers.contains(name) && property.propertyData.doubleValue == nil || flags.contains(name) && property.propertyData.boolValue == nil
        || name == "keyframes" && property.propertyData.object == nil
      if !isWrong { continue }
      run.find(self, "the type of \(name) is \(property.propertyData.type)", at: file.metaDataOffset, path: "onMetaData › \(name)")
    }
  }
}
