import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit
import NALKit
import RemuxKit

/// A coded image is not what its properties state.
final class ImagePicture: MovieRule {
  override var page: RulePage {
    RulePage(
      "heif.picture", .error, "a coded image is not what its properties state",
      clause: """
        ISO/IEC 23008-12:2022 6.5.3 (ispe), 6.5.6 (pixi), B.2.2 and B.2.3 (the item is one access unit, its parameter sets are in the \
        configuration)
        """,
      cause: "An editor resized or replaced the image and copied the properties, or the data was cut off. Readers show nothing, or a part.",
      remedy: "Write the image again with the editor that made it.")
  }

  private static let limit = 1024

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    guard let place = file.first("meta"), let images = try? ImageCollection(file.source) else { return }
    for item in images.items.prefix(Self.limit) {
      for why in Self.described(item) {
        run.find(self, "item \(item.id) \(why)", at: place.offset, size: place.size, path: "meta/iprp")
      }
      var data = ItemData(item, file.source)
      if let why = data.wrong() {
        // Data stands in a box of its own, and is found by iloc.
        let box = file.top.last { $0.isBox && $0.offset <= why.offset && why.offset < $0.end }
        run.find(
          self, "item \(item.id) \(why.message)", at: why.offset,
          path: box.map { $0.header.type == "meta" ? "meta/idat" : "\($0.header.type)" })
      }
    }
  }

  /// What the properties state otherwise than the configuration.
  private static func described(_ item: ImageItem) -> [String] {
    var found: [String] = []
    if let size = item.size, let coded = item.codec?.size, size != coded, item.type != "vvc1" {
      found.append(
        "is \(coded.width) x \(coded.height) by its configuration, and \(size.width) x \(size.height) by its ispe")
    }
    if let depth = item.codec?.depth, let bits = item.bitsPerChannel.first, Int(bits) != depth {
      found.append("has \(depth) bits by its configuration, and \(bits) by its pixi")
    }
    return found
  }
}

/// The NAL units or OBUs of an image item.
private struct ItemData {
  private let item: ImageItem
  private var source: AnyByteSource
  private var bytes: [UInt8] = []
  /// The extent of the last read, and the number of bytes in those before it.
  private var current = 0
  private var before: UInt64 = 0
  /// The bytes in which a sequence header is looked for.
  private static let headerRoom = 4096

  init(_ item: ImageItem, _ source: AnyByteSource) {
    self.item = item
    self.source = source
  }

  /// What is wrong with the data of H.264, H.265 and AV1, and where; nil for other items.
  mutating func wrong() -> (message: String, offset: UInt64)? {
    guard let start = item.extents.first?.lowerBound else { return nil }
    if item.type == "av01" { return contradiction().map { ($0, start) } }
    let (codec, lengthSize, sets): (VideoCodec, Int, [[UInt8]])
    switch item.configuration {
    case .hevc(let record) where item.type == "hvc1" || item.type == "hev1":
      (codec, lengthSize, sets) = (.hevc, record.lengthSize.rawValue, record.arrays.flatMap { $0.nalUnits })
    case .avc(let record) where item.type == "avc1":
      (codec, lengthSize, sets) = (.h264, record.lengthSize.rawValue, record.sequenceParameterSets)
    default: return nil
    }
    if sets.isEmpty, item.type != "hev1" { return ("has a configuration without parameter sets", start) }
    // An extent beyond the file is a finding of its own.
    if item.extents.contains(where: { $0.upperBound > source.byteCount }) { return nil }
    var total: UInt64 = 0
    for extent in item.extents {
      let (sum, overflow) = total.addingReportingOverflow(extent.upperBound - extent.lowerBound)
      if overflow { return nil }
      total = sum
    }
    if total == 0 { return nil }
    var (place, hasPicture) = (0 as UInt64, false)
    while place < total {
      guard let head = read(place, lengthSize + 1), head.count == lengthSize + 1 else {
        return ("ends inside the length of a NAL unit", offset(of: place))
      }
      let length = head.bigEndian(at: 0, size: lengthSize)
      if length == 0 { return ("has a NAL unit without bytes", offset(of: place)) }
      if length > total - place - UInt64(lengthSize) {
        return ("has a NAL unit of \(length) bytes, of which \(total - place - UInt64(lengthSize)) are there", offset(of: place))
      }
      // nal_unit_type of IDR pictures of H.264, and of IRAP pictures of H.265.
      if (codec == .h264 ? 5...5 : 16...23).contains(codec.unitType(head[lengthSize])) { hasPicture = true }
      place += UInt64(lengthSize) + length
    }
    return hasPicture ? nil : ("has no \(codec == .h264 ? "IDR" : "IRAP") picture", start)
  }

  /// What the sequence header of an AV1 image states otherwise than its properties (AV1-ISOBMFF 2.3.4, AV1-AVIF 2.1).
  private mutating func contradiction() -> String? {
    guard let head = read(0, Self.headerRoom), let header = AV1SequenceHeader(obus: head) else { return nil }
    if let size = item.size, size != header.size {
      return "has pictures of \(header.size.width) x \(header.size.height), and its ispe is \(size.width) x \(size.height)"
    }
    if let depth = item.codec?.depth, depth != header.bitDepth { return "has \(header.bitDepth) bits, and \(depth) by its av1C" }
    return nil
  }

  /// The place in the file of a byte of the item.
  private func offset(of place: UInt64) -> UInt64 {
    var left = place
    for extent in item.extents {
      let size = extent.upperBound - extent.lowerBound
      if left < size { return extent.lowerBound + left }
      left -= size
    }
    return item.extents.last?.upperBound ?? 0
  }

  /// Bytes of the item, which may lie in several extents; fewer at its end. Places ascend.
  private mutating func read(_ place: UInt64, _ count: Int) -> [UInt8]? {
    while current < item.extents.count {
      let size = item.extents[current].upperBound - item.extents[current].lowerBound
      if place - before < size { break }
      before += size
      current += 1
    }
    var (result, left): ([UInt8], UInt64) = ([], place - before)
    for extent in item.extents[current...] {
      let part = min(count - result.count, Int(clamping: extent.upperBound - extent.lowerBound - left))
      guard (try? source.read(at: extent.lowerBound + left, count: part, into: &bytes)) != nil else { return nil }
      result += bytes
      left = 0
      if result.count == count { break }
    }
    return result
  }
}
