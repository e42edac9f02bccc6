// The code of the articles in the documentation, one file for each task.
import BitstreamKit
import FileIO
import H264Kit
import NALKit

func bytes(_ path: String) throws -> [UInt8] {
  let file = try InputFile(path)
  var bytes: [UInt8] = []
  try file.read(at: 0, count: Int(file.byteCount), into: &bytes)
  return bytes
}

/// The access units of a byte stream with access unit delimiters.
func accessUnits(_ stream: [UInt8]) -> [[UInt8]] {
  var units: [[UInt8]] = []
  for unit in AnnexB(stream) {
    if VideoCodec.h264.isDelimiter(unit.bytes.first ?? 0) || units.isEmpty { units.append([]) }
    units[units.count - 1] += [0, 0, 0, 1] + unit.bytes
  }
  return units
}

let arguments = CommandLine.arguments + ["", "", ""]
let (task, input, output) = (arguments[1], arguments[2], arguments[3])
switch task {
case "parse":
  let stream = try bytes(input)
  let sets = AnnexB(stream).map { Array($0.bytes) }.filter { VideoCodec.h264.isParameterSet($0.first ?? 0) }
  try printSample(avcc(fromAnnexB: accessUnits(stream)[0]), parameterSets: sets)
case "record-movie", "movie":
  let stream = try bytes(input)
  let sets = AnnexB(stream).map { Array($0.bytes) }.filter { VideoCodec.h264.isParameterSet($0.first ?? 0) }
  if task == "movie" {
    let file = try OutputFile(output)
    let bytes = try movie(stream)
    try file.write(bytes, 0..<bytes.count)
    try file.commit()
  } else {
    try record(accessUnits(stream), parameterSets: sets, to: output)
  }
case "record-pieces":
  let stream = try bytes(input)
  try record(pieces: stride(from: 0, to: stream.count, by: 1000).map { Array(stream[$0..<min(stream.count, $0 + 1000)]) }, to: output)
case "configuration": print(try configurationRecord(of: bytes(input)).count, "bytes")
case "hevc-configuration": print(try hevcConfigurationRecord(of: bytes(input)).count, "bytes")
case "segments":
  let pieces = try OutputFile(output)
  try writeSegments(of: bytes(input)) { number, bytes, seconds in
    print("segment \(number): \(bytes.count) bytes, \(seconds) s")
    try? pieces.write(bytes, 0..<bytes.count)
  }
  try pieces.commit()
case "samples": try printSamples(of: InputFile(input))
case "flv": try muxFLV(input, output)
case "record-stream": try recordStream(input, to: output)
case "publish": try publish(input, to: output)
case "remux": try remux(input, output)
case "inspect": try inspect(input)
default:
  print(
    "usage: TaskExamples parse|configuration|hevc-configuration|record-movie|record-pieces|movie|segments|samples|flv|record-stream|publish|remux|inspect "
      + "INPUT [OUTPUT]")
}
