import AACKit
import BitstreamKit
import ProbeKit
import RemuxKit

/// A byte of an ADTS stream.
struct FrameExplainer {
  private let input: ProbeInput
  private let source: AnyByteSource
  private let search: ElementSearch?

  init(_ input: ProbeInput, search: ElementSearch? = nil) {
    self.search = search
    self.input = input
    source = AnyByteSource(input)
  }

  /// The offset of a frame.
  func position(of number: UInt64) throws(ExplainError) -> UInt64 {
    var events = ADTSEvents(source)
    var count: UInt64 = 0
    while let event = try next(&events) {
      switch event {
      case .frame(let frame):
        if count == number { return frame.position }
        count += 1
      case .truncated(let position, _, _): if count == number { return position }
      case .id3, .garbage: break
      }
    }
    throw .place("No frame \(number): the stream has \(count).")
  }

  /// What owns the byte of an explanation.
  func explain(_ explanation: Explanation) throws(ExplainError) -> Explanation {
    var result = explanation
    let target = explanation.offset
    var events = ADTSEvents(source)
    var count: UInt64 = 0
    while let event = try next(&events) {
      switch event {
      case .frame(let frame):
        if target >= frame.position, target < frame.end { return try inside(frame, count, target, result) }
        count += 1
      case .id3(let position, let size):
        if target >= position, target - position < size {
          result.layers = [
            ExplainLayer(.data, "ID3v2 tag", depth: 0, offset: position, size: size, page: Catalogue.page(.aac, structure: "ID3v2"))
          ]
          return result
        }
      case .garbage(let position, let size, let kind):
        if target >= position, target - position < size {
          let name = kind == .unknown ? "bytes outside of frames" : kind.name.description
          result.layers = [ExplainLayer(.data, name, depth: 0, offset: position, size: size)]
          return result
        }
      case .truncated(let position, let header, let error):
        result.problems = [error.description]
        if let header { return try inside(ADTSFrame(position: position, header: header), count, target, result) }
      }
    }
    result.layers = [ExplainLayer(.data, "bytes outside of frames", depth: 0, offset: target, size: 1)]
    return result
  }

  private func next(_ events: inout ADTSEvents) throws(ExplainError) -> ADTSParser.Event? {
    do { return try events.next() } catch { throw .media(.bytes(error)) }
  }

  private func inside(_ frame: ADTSFrame, _ number: UInt64, _ target: UInt64, _ explanation: Explanation) throws(ExplainError)
    -> Explanation
  {
    var result = explanation
    var layer = ExplainLayer(
      .frame, "frame \(number)", depth: 0, offset: frame.position, size: UInt64(frame.header.aacFrameLength),
      page: Catalogue.page(.aac, structure: "adts_frame"))
    layer.add("raw_data_blocks", number: frame.header.rawDataBlockCount)
    result.layers = [layer]
    guard target < frame.payloadPosition, target >= frame.position, let index = Int(exactly: target - frame.position) else {
      if var finder = try? SampleFinder(input, .adts), let found = try? finder.find(.byte(target)) {
        result.layers += found.layers(depth: 1)
      }
      result.layers.append(
        ExplainLayer(
          .data, "raw_data_block", depth: result.layers.count, offset: frame.payloadPosition, size: frame.end - frame.payloadPosition,
          page: Catalogue.page(.aac, structure: "raw_data_block")))
      return result
    }
    let bytes = try source.bytes(frame.position..<frame.payloadPosition, limit: 64)
    let tracer = ByteTracer(
      index, held: bytes.count, total: UInt64(bytes.count), source: nil, start: frame.position, family: .aac, depth: 1, unnamed: 1,
      kind: .element, search: search)
    var coder = SyntaxCoder(tracing: BitReader(bytes, policy: .lenient, fileOffset: frame.position), to: tracer)
    var header = ADTSHeader()
    do { try coder.nested(&header) } catch { result.problems.append(error.description) }
    result.layers += tracer.layers
    return result
  }
}
