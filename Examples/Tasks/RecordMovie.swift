import BitstreamKit
import FileIO
import MP4Kit
import NALKit

/// Records access units of a byte stream, 25 a second, to an MP4 that can be played at any moment of the recording, and that is a plain
/// MP4 in the end.
func record(_ accessUnits: [[UInt8]], parameterSets: [[UInt8]], to output: String) throws {
  let file = try RecordingFile(output)
  let writer = try MovieWriter(MediaOutput(file), layout: .hybrid())
  let input = try writer.addInput(.avc(parameterSets: parameterSets))
  try writer.startSession(atSourceTime: .zero)
  var time = MediaTime.zero
  for unit in accessUnits {
    try input.append(avcc(fromAnnexB: unit), presentationTimeStamp: time)
    time += MediaTime(1, per: 25)
  }
  try input.markAsFinished()
  try writer.finishWriting()
  print("\(writer.sampleCount) samples, \(time.seconds) s")
}

/// The same in memory.
func movie(_ accessUnits: [[UInt8]], parameterSets: [[UInt8]]) throws -> [UInt8] {
  let memory = MemoryOutput()
  let writer = try MovieWriter(MediaOutput(memory), layout: .faststart())
  let input = try writer.addInput(.avc(parameterSets: parameterSets))
  try writer.startSession(atSourceTime: .zero)
  for (number, unit) in accessUnits.enumerated() {
    try input.append(avcc(fromAnnexB: unit), presentationTimeStamp: MediaTime(Int64(number), per: 25))
  }
  try writer.finishWriting()
  return memory.bytes
}
