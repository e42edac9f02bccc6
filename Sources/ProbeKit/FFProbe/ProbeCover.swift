import BitstreamKit
import MP4Kit
import RemuxKit

/// A picture that a file has as metadata: its cover.
struct ProbeCover {
  var isPNG: Bool
  var width: Int
  var height: Int
  var pixelFormat: String?
  /// Where the picture is in the file.
  var offset: UInt64 = 0
  var size: UInt64 = 0

  /// FFmpeg opens no more streams.
  private static let maxStreams = 1000
  /// The bytes in which the header of a picture is looked for.
  private static let headSize = 1 << 16

  /// The covers of a movie.
  /// - Parameter streams: the number of its tracks.
  static func all(_ tree: inout BoxTree<AnyByteSource>, streams: Int) -> [ProbeCover] {
    var covers: [ProbeCover] = []
    var bytes: [UInt8] = []
    for node in tree.find("moov/udta/meta/ilst/covr/data") where streams + covers.count < maxStreams {
      let place = tree.nodes[node].place
      // A type and a locale come before the picture.
      guard place.payloadSize > 8, let count = Int(exactly: min(place.payloadSize, UInt64(headSize))),
        (try? tree.source.read(at: place.payloadOffset, count: count, into: &bytes)) != nil, var cover = ProbeCover(bytes, at: 8)
      else { continue }
      (cover.offset, cover.size) = (place.payloadOffset + 8, place.payloadSize - 8)
      covers.append(cover)
    }
    return covers
  }

  private init(isPNG: Bool, width: Int, height: Int, pixelFormat: String?) {
    (self.isPNG, self.width, self.height, self.pixelFormat) = (isPNG, width, height, pixelFormat)
  }

  /// Parses a PNG or JPEG picture at an offset; nil for other formats.
  init?(_ bytes: [UInt8], at start: Int) {
    guard bytes.count > start + 25 else { return nil }
    if bytes[start] == 0x89, bytes[start + 1] == 0x50 {
      self.init(
        isPNG: true, width: Int(clamping: UInt32(unpacking: bytes, at: start + 16)),
        height: Int(clamping: UInt32(unpacking: bytes, at: start + 20)),
        pixelFormat: Self.format(depth: bytes[start + 24], colour: bytes[start + 25]))
      return
    }
    guard bytes[start] == 0xFF, bytes[start + 1] == 0xD8 else { return nil }
    // ITU-T T.81, B.1.1: skips marker segments up to the frame header.
    var at = start + 2
    while at + 9 < bytes.count, bytes[at] == 0xFF {
      let marker = bytes[at + 1]
      if marker >= 0xC0, marker <= 0xCF, ![0xC4, 0xC8, 0xCC].contains(marker) {
        self.init(
          isPNG: false, width: Int(bytes[at + 7]) << 8 | Int(bytes[at + 8]), height: Int(bytes[at + 5]) << 8 | Int(bytes[at + 6]),
          pixelFormat: at + 11 < bytes.count ? [0x11: "yuvj444p", 0x21: "yuvj422p", 0x22: "yuvj420p"][bytes[at + 11]] : nil)
        return
      }
      at += 2 + max(2, Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
    }
    self.init(isPNG: false, width: 0, height: 0, pixelFormat: nil)
  }

  /// FFmpeg's name of the pixels of PNG (ISO/IEC 15948, 11.2.2); nil if it has none.
  private static func format(depth: UInt8, colour: UInt8) -> String? {
    switch (colour, depth) {
    case (0, 1): "monob"
    case (0, 2), (0, 4): "gray"
    case (0, 8): "gray"
    case (0, 16): "gray16be"
    case (2, 8): "rgb24"
    case (2, 16): "rgb48be"
    case (3, _): "pal8"
    case (4, 8): "ya8"
    case (4, 16): "ya16be"
    case (6, 8): "rgba"
    case (6, 16): "rgba64be"
    default: nil
    }
  }
}
