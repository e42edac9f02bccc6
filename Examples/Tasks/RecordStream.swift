import FLVKit
import FileIO
import RTMPKit
import StreamingKit

/// Records an FLV stream, such as that of an encoder on a pipe, to a movie that can be played while it grows.
func recordStream(_ input: String, to output: String) throws {
  let source = try InputFile(input)
  let recording = StreamRecording(output, .movie) { print($0) }
  var reader = FLVReader(mode: .bodies, headLength: 0)
  var (header, body) = (TagHeader(), [UInt8]())
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = try source.read(into: &buffer), count > 0 {
    var cursor = 0
    while let event = reader.next(in: buffer, from: &cursor, to: count) {
      switch event {
      case .tag(let tag): (header, body) = (tag.header, [])
      case .body(let part): body += buffer[part]
      case .tagEnd: _ = try recording.take(RTMPTag(header.type, at: Int64(header.milliseconds), body))
      case .error(let error): throw error
      case .header, .previousTagSize, .finding: break
      }
    }
  }
  try recording.begin()
  try recording.finish()
}
