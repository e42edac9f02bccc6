import BitstreamKit
import FileIO
import MP4Kit
import RemuxKit

/// Records access units of a byte stream, 25 a second, to an MP4 that can be played at any moment of the recording, and that is a plain
/// MP4 in the end. The pictures are shown in the order in which they are coded, as those of a live encoder without B pictures are.
func record(_ accessUnits: [[UInt8]], parameterSets: [[UInt8]], to output: String) throws {
  let file = try RecordingFile(output)
  let writer = try MovieWriter(MediaOutput(file), layout: .hybrid())
  let input = try writer.addInput(.avc(parameterSets: parameterSets))
  try writer.startSession(atSourceTime: .zero)
  var time = MediaTime.zero
  for unit in accessUnits {
    try input.append(byteStream: unit, presentationTimeStamp: time)
    time += MediaTime(1, per: 25)
  }
  try input.markAsFinished()
  try writer.finishWriting()
  print("\(writer.sampleCount) samples, \(time.seconds) s")
}

/// A byte stream as a movie in memory, with the times of its pictures: B pictures are shown before pictures that precede them in the stream.
func movie(_ stream: [UInt8]) throws -> [UInt8] {
  let memory = MemoryOutput()
  let writer = try MovieWriter(MediaOutput(memory), layout: .faststart())
  let input = try writer.addInput(.avc(byteStream: stream))
  try writer.startSession(atSourceTime: .zero)
  // Without a frame rate in the stream, give the reader one: its tracks have no time scale otherwise.
  var reader = try MediaReader(MemorySource(stream))
  let track = reader.tracks[0]
  while let sample = try reader.next() {
    try input.append(
      byteStream: Array(stream[Int(sample.offset)..<Int(sample.offset + sample.size)]),
      presentationTimeStamp: track.time(sample.presentationTime), decodeTimeStamp: track.time(sample.decodeTime))
  }
  try writer.finishWriting()
  return memory.bytes
}
