import BitstreamKit
import MP4Kit
import NALKit

/// High dynamic range: what the sample entry and the first pictures of a track say about it.
struct InfoHDR {
  /// The configurations of Dolby Vision.
  var dolbyVision: [DOVIConfigurationBox] = []
  /// Luminances of the mastering display in units of 0.0001 cd/m².
  var mastering: (max: UInt32, min: UInt32)?
  /// The maximum and the average light level in cd/m².
  var light: (max: UInt16, average: UInt16)?

  /// The item of a track; nil without high dynamic range.
  /// - Parameter transfer: the transfer characteristics (ISO/IEC 23091-2): 16 is PQ, 18 is HLG.
  func item(transfer: UInt8?, _ messages: InfoMessages) -> InfoItem? {
    let mastering = mastering ?? messages.mastering.map { ($0.maxDisplayMasteringLuminance, $0.minDisplayMasteringLuminance) }
    let light = light ?? messages.light.map { ($0.maxContentLightLevel, $0.maxPicAverageLightLevel) }
    var (items, words, formats): ([InfoItem], [String], [String]) = ([], [], [])
    for box in dolbyVision {
      items.append(InfoItem("dolby_vision", .text(box.profileName)))
      items.append(InfoItem("dolby_vision_level", .number(Int64(box.dvLevel))))
      words.append("Dolby Vision profile \(box.profileName), level \(box.dvLevel)")
    }
    if !dolbyVision.isEmpty || messages.hasDolbyVision { formats.append("Dolby Vision") }
    if dolbyVision.isEmpty, messages.hasDolbyVision { words.append("Dolby Vision (metadata in the stream)") }
    if messages.hasHDR10Plus { formats.append("HDR10+") }
    if transfer == 16, mastering != nil || light != nil || messages.hasHDR10Plus { formats.append("HDR10") }
    if transfer == 18 || messages.preferredTransfer == 18 { formats.append("HLG") }
    if transfer == 16, formats.isEmpty { formats.append("PQ") }
    words += formats.filter { $0 != "Dolby Vision" }
    if let mastering {
      items.append(InfoItem("mastering_max_luminance", .number(Int64(mastering.max))))
      items.append(InfoItem("mastering_min_luminance", .number(Int64(mastering.min))))
      words.append("mastered for \(InfoWords.decimals(Double(mastering.max) / 10_000, 0)) cd/m²")
    }
    if let light {
      items.append(InfoItem("max_content_light_level", .number(Int64(light.max))))
      items.append(InfoItem("max_average_light_level", .number(Int64(light.average))))
      words.append("content light up to \(light.max), \(light.average) on average")
    }
    if items.isEmpty, formats.isEmpty { return nil }
    items.insert(InfoItem("formats", .list(formats.map { .text($0) })), at: 0)
    return InfoItem("hdr", .object(items), "HDR", words.joined(separator: "; "))
  }
}
