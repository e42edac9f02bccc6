import BitstreamKit
import FileIO
import NALKit
import RemuxKit

/// Detects the format of an input from its first bytes, which can still be read afterwards.
func content(of input: InputFile) throws(ByteError) -> FileContent {
  if input.isSeekable { return try FileContent.detect(AnyByteSource(input)) }
  return try FileContent.detect { (count) throws(ByteError) in try input.peek(count) }
}

extension OptionSpec {
  /// `--codec <codec>`, for commands that read any container.
  static let streamCodec = OptionSpec(
    name: "codec", value: "codec", values: ["auto"] + VideoCodec.allCases.map(\.rawValue),
    help: "The codec of a bare stream, regardless of its content. (default: auto)")
}
