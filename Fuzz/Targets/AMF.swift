import BitstreamKit
import FLVKit
import RTMPKit

/// Script data: values, what `onMetaData` says, and what is written of it.
func fuzzAMF(_ bytes: [UInt8]) throws(Violation) {
  try checkLaw(AMF0Value.self, bytes)
  try checkLaw(RTMPCommand.self, bytes)
  try checkPolicies(ScriptData.self, bytes)
  if let command = try? RTMPCommand(parsing: bytes) { _ = (command.code, command.words, command.information, command.transaction) }
  try checkLaw(ScriptData.self, bytes)
  if let script = try? ScriptData(parsing: bytes) { try checkScript(script) }
}

/// What is derived from script data.
func checkScript(_ script: ScriptData) throws(Violation) {
  for value in script.furtherValues { _ = (value.doubleValue, value.boolValue, value.string?.text) }
  guard let data = OnMetaData(script) else { return }
  _ = (data.duration, data.width, data.height, data.framerate, data.videocodecid, data.audiocodecid, data.stereo, data.encoder)
  _ = (data.videodatarate, data.audiodatarate, data.audiodelay, data.audiosamplerate, data.filesize, data.canSeekToEnd, data.creationdate)
  if let frames = data.keyframes {
    try demand(frames.times.count == frames.filepositions.count, "\(frames.times.count) times for \(frames.filepositions.count) places")
  }
}
