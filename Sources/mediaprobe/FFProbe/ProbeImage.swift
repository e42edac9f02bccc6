import BitstreamKit
import MP4Kit

/// What ffprobe makes of a still picture in AV1: a stream of one frame.
enum ProbeImage {
  static func stream(_ source: AnyByteSource) -> ProbeStream? {
    guard var tree = try? BoxTree(source), let meta = tree["meta"] else { return nil }
    var stream = ProbeStream(index: 0, kind: .video)
    stream.codec = .av1
    (stream.id, stream.startPts, stream.frameCount) = (1, 0, 1)
    (stream.realFrameRate, stream.averageFrameRate) = (ProbeRatio(1, 1), ProbeRatio(1, 1))
    stream.video = ProbeVideo()
    let primary = tree.child("pitm", of: meta).flatMap { try? tree.read(PrimaryItemBox.self, at: $0) }?.itemID
    var isPicture = false
    for node in tree.find("iinf/infe", in: meta) {
      guard let item = try? tree.read(ItemInfoEntry.self, at: node), item.itemID == primary else { continue }
      isPicture = item.itemType == "av01"
    }
    // A picture that is put together of others has nothing of its own to look at.
    guard isPicture, let properties = tree.find("iprp/ipco", in: meta).first else { return stream }
    if let node = tree.child("ispe", of: properties), let size = try? tree.read(ImageSpatialExtentsProperty.self, at: node) {
      let (width, height) = (Int(size.imageWidth), Int(size.imageHeight))
      stream.video = ProbeVideo(width: width, height: height, codedWidth: width, codedHeight: height)
      stream.video?.sampleAspectRatio = ProbeRatio(1, 1)
    }
    if let node = tree.child("colr", of: properties), let colour = try? tree.read(ColourInformationBox.self, at: node) {
      stream.video?.apply(colour)
    }
    if let node = tree.child("av1C", of: properties), let bytes = try? tree.payload(of: node, limit: 4) { stream.applyAV1(bytes) }
    return stream
  }
}

extension ProbeVideo {
  /// What the container says about colours.
  mutating func apply(_ colour: ColourInformationBox) {
    guard let points = colour.codePoints else { return }
    primaries = ProbeColour.primaries(Int(points.colourPrimaries))
    transfer = ProbeColour.transfer(Int(points.transferCharacteristics))
    space = ProbeColour.space(Int(points.matrixCoefficients))
    if let range = colour.range { self.range = range.fullRangeFlag ? "pc" : "tv" }
  }
}

extension ProbeStream {
  /// The first four bytes of an `av1C` (AV1 Codec ISO Media File Format Binding, 2.3.3).
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
