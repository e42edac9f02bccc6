import BitstreamKit
import FLVKit
import FileIO
import RTMPKit
import RTMPTransport

/// Sends the tags of an FLV file to an RTMP server in real time.
func publish(_ input: String, to address: String) throws {
  let source = try InputFile(input)
  let publisher = RTMPPublisher(try RTMPAddress(address)) { print($0) }
  try publisher.connect()
  let start = RTMPPublisher.now

  var reader = FLVReader(mode: .bodies, headLength: 0)
  var (header, body) = (TagHeader(), [UInt8]())
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = try source.read(into: &buffer), count > 0 {
    var cursor = 0
    while let event = reader.next(in: buffer, from: &cursor, to: count) {
      switch event {
      case .tag(let tag): (header, body) = (tag.header, [])
      case .body(let part): body += buffer[part]
      case .tagEnd:
        // Sends and receives until it is time for the tag.
        let time = Int64(header.milliseconds)
        guard case .time = publisher.run(until: start + time) else { throw RTMPError.closed("the connection is lost") }
        publisher.push(RTMPTag(header.type, at: time, body))
      case .error(let error): throw error
      case .header, .previousTagSize, .finding: break
      }
    }
  }
  try publisher.finish()
}
