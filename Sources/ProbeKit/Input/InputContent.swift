import BitstreamKit
import NALKit
import RemuxKit

/// Why an input is not read.
package struct ContentRefusal: Error {
  /// The reason, without the name of the input.
  package let message: String
}

extension ProbeInput {
  /// Detects the format from the first bytes, which can still be read afterwards.
  package func content() throws(ByteError) -> FileContent {
    if isSeekable { return try FileContent.detect(AnyByteSource(self)) }
    return try FileContent.detect { (count) throws(ByteError) in try peek(count) }
  }
}

extension FileContent {
  /// The codec of a byte stream, and whether it is a guess.
  /// - Parameter sink: gives advice.
  /// - Throws: the reason if this is not a byte stream.
  package func streamCodec(_ sink: ProbeSink) throws(ContentRefusal) -> (codec: VideoCodec, isGuess: Bool) {
    if case .media(let container, let isGuess) = self, let codec = container.videoCodec { return (codec, isGuess) }
    switch self {
    case .unknown(let examined, hasStartCode: false): throw ContentRefusal(message: noStartCode(UInt64(examined)))
    case .unknown: throw ContentRefusal(message: sink.advised(refusal() ?? "", .unknownContent))
    default: throw ContentRefusal(message: refusal(unless: [.h264, .hevc], wanted: "an Annex B byte stream", sink) ?? "")
    }
  }

  /// Why a question about files of some formats is not answered for this content; nil if it is, and if the content is unknown.
  /// - Parameters:
  ///   - wanted: the expected format, with its article.
  ///   - sink: gives advice.
  func refusal(unless containers: [MediaContainer], wanted: String, _ sink: ProbeSink) -> String? {
    switch self {
    case .unknown: return nil
    case .foreign, .empty: return refusal()
    case .media(let container, _):
      if containers.contains(container) { return nil }
      let name =
        switch container {
        case .mp4: "an MP4 or QuickTime file"
        case .flv: "an FLV file"
        case .adts: "an AAC file"
        case .h264: "an H.264 byte stream"
        case .hevc: "an H.265 byte stream"
        }
      return sink.advised("this is \(name), not \(wanted)", .otherFormat(container))
    }
  }
}

extension Probe {
  /// The codec of a byte stream with this content; a guess is reported.
  func streamCodec(of content: FileContent) throws(ContentRefusal) -> VideoCodec {
    let (codec, isGuess) = try content.streamCodec(sink)
    if isGuess { sink.reportGuess(codec, input.name) }
    return codec
  }
}
