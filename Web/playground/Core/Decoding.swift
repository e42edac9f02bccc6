import AACKit
import BitstreamKit
import H264Kit
import HEVCKit
import ProbeKit
import RemuxKit
import NALKit

/// What a decoder needs before the samples of a track: a document with the codec string, the configuration record in base64, and how NAL
/// units are framed in samples.
struct Decoding {
  let request: Request
  let source: AnyByteSource

  func answer() throws(ProbeRequestError) -> ProbeOutcome {
    let index = try request.index("track") ?? 0
    let codec = try request.codec()
    let reader: MediaReader
    do { reader = try MediaReader(source, codec: codec) } catch {
      Host.message("\(error.naming(request.name))")
      return .malformed
    }
    guard reader.tracks.indices.contains(index) else { throw ProbeRequestError("there is no track \(index)") }
    let track = reader.tracks[index]
    var output = OutputBuffer(Host.sink)
    output.byte(0x7B)
    output.field("schema_version", schemaVersion, first: true)
    output.field("track", UInt64(index))
    if let name = CodecDescription(track.configuration, entry: nil).codecString { output.field("codec_string", string: name) }
    switch track.framing {
    case .opaque: output.field("framing", "opaque" as StaticString)
    case .annexB: output.field("framing", "annexb" as StaticString)
    case .lengthPrefixed(let size):
      output.field("framing", "length" as StaticString)
      output.field("length_size", UInt64(size.rawValue))
    }
    if let record = record(of: track) {
      output.key("description")
      output.byte(0x22)
      output.base64(record)
      output.byte(0x22)
    }
    output.text("}\n")
    return output.finish()
  }

  private func record(of track: MediaTrack) -> [UInt8]? {
    switch track.configuration {
    case .avc(let record): try? record.encoded()
    case .hevc(let record): try? record.encoded()
    case .aac(let record): try? record.encoded()
    case .none, .box: nil
    }
  }
}
