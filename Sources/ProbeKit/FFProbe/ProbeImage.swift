import BitstreamKit
import MP4Kit
import RemuxKit

/// Describes an AV1 still picture (AVIF) as ffprobe does: a stream of one frame.
enum ProbeImage {
  static func stream(_ source: AnyByteSource) -> ProbeStream? {
    guard var tree = try? BoxTree(source), let meta = tree["meta"] else { return nil }
    var stream = ProbeStream(index: 0, kind: .video)
    stream.codec = .av1
    (stream.id, stream.startPts, stream.frameCount) = (1, 0, 1)
    (stream.realFrameRate, stream.averageFrameRate) = (ProbeRatio(1, 1), ProbeRatio(1, 1))
    stream.video = ProbeVideo()
    let primary = (try? ImageCollection(source))?.primary
    // A derived item such as a grid has no coded data of its own.
    guard let primary, primary.type == "av01" else { return stream }
    if let size = primary.size {
      stream.video = ProbeVideo(width: size.width, height: size.height, codedWidth: size.width, codedHeight: size.height)
      stream.video?.sampleAspectRatio = ProbeRatio(1, 1)
    }
    if let colour = primary.colour { stream.video?.apply(colour, isFullRange: primary.isFullRange) }
    var bytes: [UInt8] = []
    if let offset = primary.offset, (try? tree.source.read(at: offset, count: 4096, into: &bytes)) != nil,
      let header = AV1SequenceHeader(obus: bytes)
    {
      stream.extradataSize = header.byteCount
      if primary.isFullRange == nil { stream.video?.range = header.isFullRange ? "pc" : "tv" }
      if primary.colour == nil, let colour = header.colour { stream.video?.apply(colour, isFullRange: nil) }
    }
    for node in Self.properties(of: primary.id, in: &tree, meta) where tree.nodes[node].place.header.type == "av1C" {
      if let bytes = try? tree.payload(of: node, limit: 4) { stream.applyAV1(bytes) }
    }
    if primary.profileByteCount != nil { stream.sideData.append(.iccProfile) }
    return stream
  }

  /// The properties in `ipco` that `ipma` associates with an item.
  private static func properties(of item: UInt32, in tree: inout BoxTree<AnyByteSource>, _ meta: Int) -> [Int] {
    guard let ipco = tree.find("iprp/ipco", in: meta).first else { return [] }
    let all = tree.children(of: ipco)
    var found: [Int] = []
    for node in tree.find("iprp/ipma", in: meta) {
      guard let box = try? tree.read(ItemPropertyAssociationBox.self, at: node),
        let entry = box.entries.first(where: { $0.itemID == item })
      else { continue }
      for association in entry.associations where all.indices.contains(Int(association.propertyIndex) - 1) {
        found.append(all[Int(association.propertyIndex) - 1])
      }
    }
    return found
  }
}

extension ProbeVideo {
  /// Takes colours from a `colr` box.
  mutating func apply(_ colour: ColourInformationBox) {
    guard let points = colour.codePoints else { return }
    let numbers = CodecDescription.Colour(
      primaries: UInt8(clamping: points.colourPrimaries), transfer: UInt8(clamping: points.transferCharacteristics),
      matrix: UInt8(clamping: points.matrixCoefficients))
    apply(numbers, isFullRange: colour.range?.fullRangeFlag)
  }

  /// Takes code points and the full range flag; a nil flag leaves the range unchanged.
  mutating func apply(_ colour: CodecDescription.Colour, isFullRange: Bool?) {
    primaries = ProbeColour.primaries(Int(colour.primaries))
    transfer = ProbeColour.transfer(Int(colour.transfer))
    space = ProbeColour.space(Int(colour.matrix))
    if let isFullRange { range = isFullRange ? "pc" : "tv" }
  }
}

extension ProbeStream {
  /// Takes profile, level and pixel format from the first four bytes of `av1C` (AV1 Codec ISO Media File Format Binding, 2.3.3).
  mutating func applyAV1(_ bytes: [UInt8]) {
    guard bytes.count == 4 else { return }
    let (number, level) = (bytes[1] >> 5, bytes[1] & 31)
    let isHigh = bytes[2] & 0x40 != 0
    let depth = isHigh ? (number == 2 && bytes[2] & 0x20 != 0 ? 12 : 10) : 8
    let chroma = bytes[2] & 0x10 != 0 ? 0 : bytes[2] & 8 == 0 ? 3 : bytes[2] & 4 == 0 ? 2 : 1
    profile = ["Main", "High", "Professional"][Int(min(2, number))]
    video?.level = Int(level)
    if video?.range == nil { video?.range = "tv" }
    let isRGB = video?.space?.description == "gbr"
    video?.pixelFormat = Self.pixelFormat(chroma: chroma, depth: depth, isFull: false, isRGB: isRGB)
    // chroma_sample_position: vertical, colocated.
    if chroma == 1, bytes[2] & 3 > 0 { video?.chromaLocation = bytes[2] & 3 == 1 ? "left" : "topleft" }
  }
}
