import BitstreamKit
import FLVKit
import FileIO
import H264Kit
import RemuxKit

/// Writes the H.264 track of a file as FLV. The file appears under its name when it is complete.
func muxFLV(_ input: String, _ output: String) throws {
  let source = try InputFile(input)
  var reader = try MediaReader(source)
  // The samples of a byte stream have start codes, which FLV has no place for.
  guard let track = reader.tracks.first(where: { $0.codec == .h264 && $0.framing != .annexB }),
    case .avc(let record) = track.configuration
  else { throw MediaError.unsupported("\(input) has no H.264 track with a configuration and NAL unit lengths") }
  let file = try OutputFile(output)
  var sink = MediaOutput(file)
  var writer = FLVWriter(video: .avc, audio: nil)
  var head: [UInt8] = []
  writer.appendFileHeader(to: &head)
  var metaData = FLVMetaData()
  metaData.measured = [.duration, .filesize, .framerate]
  try writer.append(metaData, to: &head)
  try writer.append(record, to: &head)
  try sink.write(head)

  var bytes: [UInt8] = []
  while let sample = try reader.next() {
    if sample.track != track.index { continue }
    try source.read(at: sample.offset, count: Int(sample.size), into: &bytes)
    // FLV counts milliseconds.
    let decode = track.time(sample.decodeTime).value(in: 1000) ?? 0
    let presentation = track.time(sample.presentationTime).value(in: 1000) ?? decode
    let tag = FLVSample.video(sample.isKey ? .key : .inter, at: max(0, decode), compositionTime: presentation - decode)
    try writer.write(tag, bytes, 0..<bytes.count, to: &sink)
  }
  // Writes what was measured over the metadata.
  if let patch = try writer.patch() { try file.replace(at: patch.offset, patch.bytes) }
  try file.commit()
  print("\(writer.videoFrameCount) pictures, \(writer.position) bytes")
}
