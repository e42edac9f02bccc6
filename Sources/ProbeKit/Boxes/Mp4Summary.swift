import BitstreamKit
import MP4Kit

/// The main fields of a box, printed after its line.
enum Mp4Summary {
  /// Maximum number of fields, and of values of an array.
  private static let limit = 6
  private static let maxValues = 8

  static func write(_ box: Mp4Box, _ fields: Mp4Fields, _ output: inout OutputBuffer) {
    guard let name = box.name else { return }
    if isSame(name, VisualSampleEntry.structureName) { return size(fields, &output) }
    let only = selected(box.place.header.type, name)
    let hasTable = fields.items.contains { if case .element(let element) = $0, case .rows = element.value { true } else { false } }
    var shown = 0
    var item = 0
    while item < fields.items.count, shown < limit {
      guard case .element(let element) = fields.items[item] else {
        item = isDull(structure: fields.name(item)) ? fields.next(after: item) : item + 1
        continue
      }
      let first = item
      while item < fields.items.count, case .element(let next) = fields.items[item], isSame(next.name, element.name) { item += 1 }
      let isWanted = only?.contains { isSame($0, element.name) } ?? !isDull(element, hasTable)
      if !isWanted { continue }
      output.text(shown == 0 ? "  " : ", ")
      field(element, first..<item, fields, box, &output)
      shown += 1
    }
  }

  private static func field(
    _ element: TraceElement, _ items: Range<Int>, _ fields: Mp4Fields, _ box: Mp4Box, _ output: inout OutputBuffer
  ) {
    if case .rows(let count) = element.value {
      if isSame(element.name, "entries") {
        output.number(count)
        return output.text(count == 1 ? " entry" : " entries")
      }
      output.text(element.name)
      output.spaces(1)
      return output.value(element)
    }
    output.text(element.name)
    for (index, item) in items.enumerated() {
      output.spaces(1)
      if index == maxValues { return output.text("…") }
      guard case .element(var element) = fields.items[item] else { return }
      if box.place.header.type == "mdhd", case .number(.unsigned(let code)) = element.value, isSame(element.name, "language") {
        output.string(PackedLanguage(code: UInt16(truncatingIfNeeded: code)).description)
        continue
      }
      if case .bytes = element.value, let range = box.bytes(of: element) {
        element.bitLength = Int(clamping: min(range.length, UInt64(Int.max >> 4))) * 8
      }
      output.value(element)
    }
  }

  /// The fields shown for some types; nil for types that show all fields but the uninteresting ones.
  private static func selected(_ type: FourCC, _ name: StaticString) -> [StaticString]? {
    switch type {
    case "mvhd": return ["timescale", "duration"]
    case "tkhd": return ["track_ID", "duration", "width", "height"]
    case "mdhd": return ["timescale", "duration", "language"]
    case "hdlr": return ["handler_type", "name"]
    case "vmhd", "smhd": return []
    case "avcC": return ["AVCProfileIndication", "AVCLevelIndication", "lengthSizeMinusOne"]
    case "hvcC": return ["general_profile_idc", "general_tier_flag", "general_level_idc", "lengthSizeMinusOne"]
    case "esds": return ["objectTypeIndication", "maxBitrate", "avgBitrate"]
    default: break
    }
    if name.description.hasPrefix("AudioSampleEntry") { return ["channelcount", "samplesize", "samplerate"] }
    return nil
  }

  /// Prints width and height as `WIDTHxHEIGHT`.
  private static func size(_ fields: Mp4Fields, _ output: inout OutputBuffer) {
    var size: [UInt64] = []
    for case .element(let element) in fields.items {
      if case .number(.unsigned(let value)) = element.value, isSame(element.name, "width") || isSame(element.name, "height") {
        size.append(value)
      }
    }
    if size.count < 2 { return }
    output.text("  ")
    output.number(size[0])
    output.byte(0x78)
    output.number(size[1])
  }

  private static func isDull(_ element: TraceElement, _ hasTable: Bool) -> Bool {
    let name = element.name.description
    switch name {
    case "version", "flags", "creation_time", "modification_time", "matrix": return true
    case "entry_count": return hasTable
    default: return name.hasPrefix("reserved") || name.hasPrefix("pre_defined")
    }
  }

  private static func isDull(structure: StaticString) -> Bool {
    isSame(structure, "default_sample_flags") || isSame(structure, "first_sample_flags")
  }
}
