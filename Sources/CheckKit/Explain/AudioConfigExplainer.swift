import AACKit
import BitstreamKit
import MP4Kit
import ProbeKit
import RemuxKit

/// An AudioSpecificConfig that owns a byte.
enum AudioConfigExplainer {
  static func layers(_ bytes: [UInt8], at offset: UInt64, _ target: UInt64, _ depth: Int, search: ElementSearch?) -> [ExplainLayer] {
    guard target >= offset, let index = Int(exactly: target - offset) else { return [] }
    let tracer = ByteTracer(
      index, held: bytes.count, total: UInt64(bytes.count), source: nil, start: offset, family: .aac, depth: depth, unnamed: 0,
      kind: .element, search: search)
    var coder = SyntaxCoder(tracing: BitReader(bytes, policy: .lenient, fileOffset: offset), to: tracer)
    var config = AudioSpecificConfig()
    try? coder.nested(&config)
    return tracer.layers
  }
}
