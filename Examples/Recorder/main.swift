import BitstreamKit
import FileIO
import MP4Kit
import RemuxKit

// Where samples come from: an MP4, MOV, FLV or ADTS file with H.264, H.265, AAC or MP3 in it.
let source = try InputFile(CommandLine.arguments[1])
var reader = try MediaReader(source)

// A recording that can be played while it grows, whatever happens, and that is one plain MP4 in the end.
let file = try RecordingFile(CommandLine.arguments[2])
let writer = try MovieWriter(MediaOutput(file), layout: .hybrid())
var inputs: [MovieWriterInput] = []
// Throws for a byte stream (.h264, .hevc), whose samples have start codes.
for track in reader.tracks { inputs.append(try writer.addInput(MovieFormat(track))) }
try writer.startSession(atSourceTime: .zero)

var bytes: [UInt8] = []
while let sample = try reader.next() {
  let track = reader.tracks[sample.track]
  // Times of samples do not include the edit list of an MP4, which keeps sound and pictures together.
  let shift = reader.timelineShift(of: sample.track)
  try source.read(at: sample.offset, count: Int(sample.size), into: &bytes)
  try inputs[sample.track].append(
    bytes, presentationTimeStamp: track.time(sample.presentationTime) + shift, decodeTimeStamp: track.time(sample.decodeTime) + shift,
    isSync: sample.isKey)
}

for input in inputs { try input.markAsFinished() }
try writer.finishWriting()
print("\(writer.sampleCount) samples, \(writer.byteCount) bytes")
