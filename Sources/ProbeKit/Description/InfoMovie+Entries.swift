import AACKit
import BitstreamKit
import MP4Kit
import RemuxKit

extension InfoMovie {
  /// The number of sample entries that are described.
  private static let maxEntries = 16

  /// The sample entries after the first one of a track, those of other encodings in words; nil without any.
  mutating func furtherEntries(_ track: MediaTrack, _ source: MovieTrack, _ reader: MediaReader) -> InfoItem? {
    let count = source.descriptions.count
    if count < 2 { return nil }
    var (values, words): ([InfoItem.Value], [String]) = ([], [])
    for (index, description) in source.descriptions.prefix(Self.maxEntries).enumerated() {
      let (items, text) = entry(track, description, reader.configuration(ofTrack: track.index, description: UInt32(index + 1)))
      if index > 0 { values.append(.object(items)) }
      if !words.contains(text) { words.append(text) }
    }
    words.removeFirst()
    if count > Self.maxEntries { words.append("and \(count - Self.maxEntries) more") }
    let text = words.isEmpty ? "\(count), of the same codec and format" : "\(count), also " + words.joined(separator: "; ")
    return InfoItem("further_sample_entries", .list(values), "Sample entries", text)
  }

  private mutating func entry(
    _ track: MediaTrack, _ description: SampleDescription, _ configuration: MediaConfiguration?
  ) -> (items: [InfoItem], words: String) {
    let codec = CodecDescription(configuration ?? .none, description, in: &tree)
    var items = codec.items(MediaCodec(sampleEntry: description.codec))
    var words = [items[0].words]
    items.append(InfoItem("sample_entry", .text(description.type.description)))
    if track.kind == .video {
      let size = codec.size ?? description.visual.map { PictureSize(width: Int($0.width), height: Int($0.height)) }
      if let size {
        items += [InfoItem("width", .number(Int64(size.width))), InfoItem("height", .number(Int64(size.height)))]
        words.append("\(size.width)x\(size.height)")
      }
      if let format = codec.format {
        items.append(format)
        words.append(format.words)
      }
    } else if let sound = description.sound {
      let rate = codec.sound?.sampleRate ?? sound.sampleRate
      let channels = codec.sound?.channelCount.map { UInt32($0) } ?? sound.channelCount
      items += [InfoItem("sample_rate", .number(Int64(rate))), InfoItem("channels", .number(Int64(channels)))]
      words.append("\(rate) Hz, \(counted(UInt64(channels), "channel"))")
    }
    return (items, words.joined(separator: ", "))
  }
}
