// Records the samples of a file again and again, and takes its time: to be killed by a test.
// SlowRecorder INPUT OUTPUT hybrid|fragmented REPEATS MICROSECONDS COUNT
// COUNT grows by a byte for each sample of the first track that was appended.
import BitstreamKit
import FileIO
import MP4Kit
import RemuxKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

let words = CommandLine.arguments
let source = try InputFile(words[1])
var reader = try MediaReader(source)
let tracks = reader.tracks
let file = try RecordingFile(words[2])
let fragments = MovieFragmentOptions(interval: MediaTime(milliseconds: 500))
let layout: MovieLayout = words[3] == "hybrid" ? .hybrid(fragments) : .fragmented(fragments)
let writer = try MovieWriter(MediaOutput(file), layout: layout)
let count = try RecordingFile(words[6])
var inputs: [MovieWriterInput] = []
for track in tracks { inputs.append(try writer.addInput(MovieFormat(track))) }
try writer.startSession(atSourceTime: .zero)

var samples: [(sample: MediaSample, bytes: [UInt8])] = []
while let sample = try reader.next() {
  var bytes: [UInt8] = []
  try source.read(at: sample.offset, count: Int(sample.size), into: &bytes)
  samples.append((sample, bytes))
}
samples.sort { tracks[$0.sample.track].time($0.sample.decodeTime) < tracks[$1.sample.track].time($1.sample.decodeTime) }

for number in 0..<(Int64(words[4]) ?? 1) {
  for (sample, bytes) in samples {
    let track = tracks[sample.track]
    let later = MediaTime(milliseconds: 2000 * number)
    try inputs[sample.track].append(
      bytes, presentationTimeStamp: track.time(sample.presentationTime).adding(later) ?? .zero,
      decodeTimeStamp: track.time(sample.decodeTime).adding(later) ?? .zero, isSync: sample.isKey)
    if sample.track == 0 { try count.write([1], 0..<1) }
    usleep(UInt32(words[5]) ?? 0)
  }
}
try writer.finishWriting()
