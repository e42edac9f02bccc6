import BitstreamKit
import RemuxKit

extension CodecDescription {
  /// The items of a codec: name, profile, level and codec string.
  func items(_ codec: MediaCodec) -> [InfoItem] {
    items(named: name ?? codec.name)
  }

  /// The items of a codec under another name.
  func items(named name: String) -> [InfoItem] {
    var words = name
    // AAC profile names include the name of the codec.
    if let profile, profile.hasPrefix(name) || profile.includes(name) { words = "" }
    var items = [InfoItem("codec", .text(name))]
    if let profile {
      words += words.isEmpty ? profile : " \(profile)"
      items.append(InfoItem("profile", .text(profile)))
    }
    if let level {
      words += ", level \(level)" + (tier.map { ", \($0) tier" } ?? "")
      items.append(InfoItem("level", .text(level)))
      if let tier { items.append(InfoItem("tier", .text(tier))) }
    }
    if let innerCodec {
      words += " with \(MediaCodec(sampleEntry: innerCodec).name)"
      items.append(InfoItem("inner_codec", .text(MediaCodec(sampleEntry: innerCodec).name)))
    }
    if let codecString {
      words += " (\(codecString))"
      items.append(InfoItem("codec_string", .text(codecString)))
    }
    items[0] = InfoItem("codec", .text(name), "Codec", words)
    return items
  }

  /// Chroma format and bit depth; nil if unknown.
  var format: InfoItem? {
    guard let chroma, let depth else { return nil }
    let object: [InfoItem] = [
      InfoItem("chroma", .text(chroma.description)), InfoItem("bit_depth", .number(Int64(depth))),
      InfoItem("interlaced", .flag(isInterlaced)),
    ]
    return InfoItem("format", .object(object), "Format", "\(chroma), \(depth) bits" + (isInterlaced ? ", interlaced coding" : ""))
  }

  /// The colour that the stream states; nil if it states none, and not the full range of values.
  var colourItem: InfoItem? {
    if colour == nil, isFullRange != true { return nil }
    let points = colour ?? Colour(primaries: 2, transfer: 2, matrix: 2)
    return infoColour(points.primaries, points.transfer, points.matrix, isFull: isFullRange, source: "stream")
  }
}

/// Names of the colour code points.
func infoColour(_ primaries: UInt8, _ transfer: UInt8, _ matrix: UInt8, isFull: Bool?, source: String) -> InfoItem {
  func name(_ code: UInt8, _ name: StaticString?) -> String { name?.description ?? "reserved (\(code))" }
  let names = [
    name(primaries, CodePoints.colourPrimaries(primaries)), name(transfer, CodePoints.transferCharacteristics(transfer)),
    name(matrix, CodePoints.matrixCoefficients(matrix)),
  ]
  var items: [InfoItem] = [
    InfoItem("primaries", .text(names[0])), InfoItem("transfer", .text(names[1])), InfoItem("matrix", .text(names[2])),
    InfoItem("source", .text(source)),
  ]
  if let isFull { items.append(InfoItem("full_range", .flag(isFull))) }
  let same = names.allSatisfy { $0 == names[0] }
  let words = same ? names[0] : names.joined(separator: " / ")
  return InfoItem("colour", .object(items), "Colour", words + (isFull.map { $0 ? ", full range" : ", limited range" } ?? ""))
}
