import AACKit
import BitstreamKit
import H264Kit
import HEVCKit
import ProbeKit
import RemuxKit
import NALKit

/// What a decoder needs before the samples of a track: a document with the codec string, the configuration record in base64, how NAL units
/// are framed in samples, and for byte streams the parameter sets that a key picture may lack. `sample_offset` asks for what the sample at
/// this offset of the file needs; otherwise the first sample entry answers.
struct Decoding {
  let request: Request
  let source: AnyByteSource

  func answer() throws(ProbeRequestError) -> ProbeOutcome {
    let index = try request.index("track") ?? 0
    let codec = try request.codec()
    var reader: MediaReader
    do { reader = try MediaReader(source, codec: codec) } catch {
      Host.message("\(error.naming(request.name))")
      return .malformed
    }
    guard reader.tracks.indices.contains(index) else { throw ProbeRequestError("there is no track \(index)") }
    let track = reader.tracks[index]
    var (configuration, framing) = (track.configuration, track.framing)
    let entries = reader.descriptionCount(ofTrack: index)
    if entries > 1, let offset = try request.number("sample_offset"), let used = try? description(&reader, index, ofSampleAt: offset) {
      (configuration, framing) = (used.configuration, used.framing)
    }
    var output = OutputBuffer(Host.sink)
    output.byte(0x7B)
    output.field("schema_version", schemaVersion, first: true)
    output.field("track", UInt64(index))
    output.field("sample_entries", UInt64(entries))
    if let name = CodecDescription(configuration, entry: nil).codecString { output.field("codec_string", string: name) }
    switch framing {
    case .opaque: output.field("framing", "opaque" as StaticString)
    case .annexB: output.field("framing", "annexb" as StaticString)
    case .lengthPrefixed(let size):
      output.field("framing", "length" as StaticString)
      output.field("length_size", UInt64(size.rawValue))
    }
    if let record = record(configuration) { base64("description", record, &output) }
    if framing == .annexB { base64("parameter_sets", configuration.parameterSetUnits.flatMap { [0, 0, 0, 1] + $0 }, &output) }
    output.text("}\n")
    return output.finish()
  }

  private func base64(_ key: StaticString, _ bytes: [UInt8], _ output: inout OutputBuffer) {
    output.key(key)
    output.byte(0x22)
    output.base64(bytes)
    output.byte(0x22)
  }

  /// The description of the sample at an offset; nil if there is no such sample.
  private func description(
    _ reader: inout MediaReader, _ track: Int, ofSampleAt offset: UInt64
  ) throws(MediaError) -> MediaSampleDescription? {
    while let sample = try reader.next() {
      if sample.track == track, sample.offset == offset { return reader.description(ofTrack: track, index: sample.descriptionIndex) }
    }
    return nil
  }

  private func record(_ configuration: MediaConfiguration) -> [UInt8]? {
    switch configuration {
    case .avc(let record): try? record.encoded()
    case .hevc(let record): try? record.encoded()
    case .aac(let record): try? record.encoded()
    case .none, .box: nil
    }
  }
}
