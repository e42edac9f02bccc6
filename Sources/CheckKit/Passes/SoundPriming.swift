import BitstreamKit
import MP4Kit

/// The priming of sound that the metadata of a movie states.
enum SoundPriming {
  /// The second number of iTunSMPB: the samples before the sound; nil without that metadata.
  ///
  /// Apple, Technical Note TN2258.
  static func samples(in movie: BoxTree<AnyByteSource>) -> UInt64? {
    var tree = movie
    for node in tree.find("moov/udta/meta/ilst/----").prefix(64) {
      guard let name = tree.child("name", of: node), let text = try? tree.payload(of: name, limit: 64),
        Array(text.dropFirst(4)) == Array("iTunSMPB".utf8), let data = tree.child("data", of: node),
        let value = try? tree.payload(of: data, limit: 256)
      else { continue }
      let words = value.dropFirst(8).split(separator: 0x20)
      guard words.count > 2 else { return nil }
      return UInt64(String(decoding: words[words.startIndex + 1], as: UTF8.self), radix: 16)
    }
    return nil
  }
}
