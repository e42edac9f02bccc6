import BitstreamKit
import EncoderKit
import FileIO
import MP4Kit

/// Records a byte stream of H.264 that arrives in pieces of any size, 25 pictures a second, to an MP4.
func record(pieces: some Sequence<[UInt8]>, to output: String) throws {
  let writer = try MovieWriter(MediaOutput(try RecordingFile(output)), layout: .hybrid())
  var assembler = AccessUnitAssembler(.h264)
  var input: MovieWriterInput?
  var count: Int64 = 0
  func take(_ unit: AccessUnitAssembler.Unit) throws {
    if let sets = unit.parameterSets, input == nil {
      input = try writer.addInput(.avc(parameterSets: sets))
      try writer.startSession(atSourceTime: .zero)
    }
    let decoded = count - Int64(unit.reorderDepth)
    count += 1
    // Sets that change later are in the access unit, and the writer follows them.
    try input?.append(
      byteStream: unit.data, presentationTimeStamp: MediaTime(Int64(unit.displayIndex ?? 0), per: 25),
      decodeTimeStamp: MediaTime(decoded, per: 25), isSync: unit.isKeyFrame)
  }
  for piece in pieces {
    try assembler.append(piece)
    while let unit = assembler.next() { try take(unit) }
  }
  try assembler.finish()
  while let unit = assembler.next() { try take(unit) }
  try writer.finishWriting()
}
