import BitstreamKit
import FileIO
import RemuxKit

/// Finds out what an input is by its first bytes, which are still to be read afterwards.
func content(of input: InputFile) throws(ByteError) -> FileContent {
  if input.isSeekable { return try FileContent.detect(AnyByteSource(input)) }
  return try FileContent.detect { (count) throws(ByteError) in try input.peek(count) }
}

/// Why an input is not read.
struct ContentRefusal: Error {
  let message: String
}

/// The codec of a byte stream by its content.
/// - Throws: a `ContentRefusal` where it is no byte stream.
func streamCodec(of content: FileContent, _ input: InputFile, reportsGuess: Bool = true) throws(ContentRefusal) -> VideoCodec {
  if case .media(let container, let isGuess) = content, let codec = container.videoCodec {
    if isGuess, reportsGuess { reportGuess(codec, input.name) }
    return codec
  }
  switch content {
  case .unknown(let examined, hasStartCode: false): throw ContentRefusal(message: noStartCode(UInt64(examined)))
  case .unknown: throw ContentRefusal(message: "\(content.refusal() ?? ""); --codec reads it as a byte stream")
  default: throw ContentRefusal(message: content.refusal(unless: [.h264, .hevc], wanted: "an Annex B byte stream") ?? "")
  }
}

extension FileContent {
  /// Why a command that reads files of some kinds does not read this one; nil where it does, and where the content is unknown.
  /// - Parameter wanted: what the command reads, with its article.
  func refusal(unless containers: [MediaContainer], wanted: String) -> String? {
    switch self {
    case .unknown: return nil
    case .foreign, .empty: return refusal()
    case .media(let container, _):
      if containers.contains(container) { return nil }
      let (name, command) =
        switch container {
        case .mp4: ("an MP4 or QuickTime file", "mp4")
        case .flv: ("an FLV file", "flv")
        case .adts: ("an AAC file", "aac")
        case .h264: ("an H.264 byte stream", "nalu")
        case .hevc: ("an H.265 byte stream", "nalu")
        }
      return "this is \(name), not \(wanted); try '\(toolName) \(command)'"
    }
  }
}

extension OptionSpec {
  /// `--codec <codec>`, for what reads any container.
  static let streamCodec = OptionSpec(
    name: "codec", value: "codec", values: ["auto"] + VideoCodec.allCases.map(\.rawValue),
    help: "The codec of a bare stream, whatever its content looks like. (default: auto)")
}
