import BitstreamKit
import RTMPKit
import RTMPTransport
import StreamingKit

/// Reports what happens to a stream while it is recorded or published.
/// - Parameter address: the server; nil for a pipe.
func report(_ message: StreamMessage, _ address: RTMPAddress? = nil) {
  let server = address.map { "\(toolName): \($0)" } ?? toolName
  switch message {
  case .recording(let words): report("\(toolName): recording: \(words)")
  case .recordingStopped(let error): report("\(toolName): recording stopped: \(error.line)")
  case .connectionLost(let error): report("\(server): \(error?.description ?? "connection lost"); recording continues")
  case .unnamedHEVC:
    note("\(address.map { "\($0): " } ?? "")the server does not name the codecs that it takes: if it drops H.265, try '--legacy-hevc'")
  case .missingTrack(.video): note("the metadata of the stream names video, of which nothing came: the server may not pass on its codec")
  case .missingTrack: note("the metadata of the stream names audio, of which nothing came")
  case .restartedTimes(let count):
    report("\(toolName): the times of the stream start anew \(counted(count, "time", "times")): the recording goes on after them")
  }
}
