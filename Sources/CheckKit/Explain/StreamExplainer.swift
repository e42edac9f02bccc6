import BitstreamKit
import ProbeKit
import RemuxKit
import NALKit

/// A byte of an H.264 or H.265 byte stream.
struct StreamExplainer {
  private let input: ProbeInput
  private let codec: VideoCodec

  private let search: ElementSearch?

  init(_ input: ProbeInput, _ codec: VideoCodec, search: ElementSearch? = nil) {
    self.input = input
    self.search = search
    self.codec = codec
  }

  func explain(_ explanation: Explanation) throws(ExplainError) -> Explanation {
    var result = explanation
    let target = explanation.offset
    let family: CatalogueFamily = codec == .h264 ? .h264 : .hevc
    var sets = UnitSets(codec)
    var units = UnitSearch(input)
    while let unit = try units.next() {
      let start = unit.position.startCodeOffset
      if target < start {
        result.layers = [try leadingBytes(start, family)]
        return result
      }
      guard target < unit.end else {
        sets.take(unit.bytes)
        continue
      }
      result.layers = pictureLayers(target)
      let depth = result.layers.count
      let name = "unit \(unit.index)"
      if target >= unit.position.offset, target - unit.position.offset < unit.position.length {
        let explainer = UnitExplainer(
          sets: sets, bytes: unit.bytes, length: unit.position.length, offset: unit.position.offset, search: search)
        result.layers += explainer.layers(target, name: name, depth: depth, problems: &result.problems)
        return result
      }
      let isBefore = target < unit.position.offset
      let element =
        !isBefore
        ? "trailing_zero_8bits" : target == start && unit.position.startCodeLength == 4 ? "zero_byte" : "start_code_prefix_one_3bytes"
      var layer = ExplainLayer(.field, element, depth: depth, page: Catalogue.page(family, ["byte_stream"], element))
      layer.offset = isBefore ? start : unit.position.offset + unit.position.length
      layer.size = isBefore ? UInt64(unit.position.startCodeLength) : unit.position.trailingZeroBytes
      layer.add("unit", isBefore ? "before \(name)" : "after \(name)")
      result.layers.append(layer)
      return result
    }
    result.layers = [ExplainLayer(.data, "bytes outside of NAL units", depth: 0, offset: target, size: 1)]
    return result
  }

  /// The most leading bytes that are looked at.
  private static var maxLeading: Int { 1 << 16 }

  /// What precedes the first start code: zero bytes, or others, which no syntax describes.
  private func leadingBytes(_ count: UInt64, _ family: CatalogueFamily) throws(ExplainError) -> ExplainLayer {
    let bytes = try AnyByteSource(input).bytes(0..<count, limit: Self.maxLeading)
    if !bytes.allSatisfy({ $0 == 0 }) { return ExplainLayer(.data, "bytes before the first start code", depth: 0, offset: 0, size: count) }
    let page = Catalogue.page(family, ["byte_stream"], "leading_zero_8bits")
    return ExplainLayer(.data, "leading bytes", depth: 0, offset: 0, size: count, page: page)
  }

  /// The picture, where the stream can be read as pictures.
  private func pictureLayers(_ target: UInt64) -> [ExplainLayer] {
    guard var finder = try? SampleFinder(input, codec == .h264 ? .h264 : .hevc), let found = try? finder.find(.byte(target)) else {
      return []
    }
    return found.layers(depth: 0)
  }
}
