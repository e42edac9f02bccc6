import AACKit
import H264Kit
import BitstreamKit
import FLVKit
import HEVCKit
import NALKit

/// Writes the lines that `--details` adds below a tag.
enum FlvText {
  static func lines(_ details: FlvTagDetails, _ output: inout OutputBuffer) {
    if details.tag.header.filter != 0 { line("encrypted", &output) }
    if let audio = details.audio { line(audioText(audio), &output) }
    if let video = details.video {
      if let offset = video.compositionOffset { line("composition time \(offset) ms", &output) }
      for element in video.exVideoTagHeader?.modEx ?? [] { line(modExText(element), &output) }
    }
    for element in details.audio?.exAudioTagHeader?.modEx ?? [] { line(modExText(element), &output) }
    if let config = details.multichannel {
      line("\(config.channelCount) channels, \(AudioChannelOrder(rawValue: config.audioChannelOrder).name) order", &output)
    }
    for track in details.tracks { line("track \(track.id), \(track.codec.map { "\($0)" } ?? "?"), \(track.size) bytes", &output) }
    for entry in details.configurations { line(configurationText(entry.configuration) + trackText(entry.track), &output) }
    for unit in details.units {
      let (type, name) = flvUnitName(unit, details.unitCodec)
      line("unit \(name)\(type.map { " (\($0))" } ?? ""), \(unit.length) bytes" + trackText(unit.track), &output)
    }
    if details.unitCount > details.units.count { line("and \(details.unitCount - details.units.count) more units", &output) }
    if let script = details.script {
      tree(script.name, name: nil, depth: 1, &output)
      if let value = script.value { tree(value, name: nil, depth: 2, &output) }
      for value in script.furtherValues { tree(value, name: nil, depth: 2, &output) }
    }
  }

  private static func line(_ text: String, depth: Int = 1, _ output: inout OutputBuffer) {
    output.spaces(4 * depth)
    output.string(text)
    output.byte(0x0A)
  }

  private static func trackText(_ track: UInt8?) -> String { track.map { ", track \($0)" } ?? "" }

  private static func audioText(_ audio: AudioTagHeader) -> String {
    var parts = [audio.codecName.description]
    if let rate = audio.soundRate { parts.append(soundRateName(rate).description) }
    if let size = audio.soundSize { parts.append(soundSizeName(size).description) }
    if let type = audio.soundType { parts.append(soundTypeName(type).description) }
    if let type = audio.aacPacketType { parts.append(aacPacketTypeName(type).description) }
    if let ex = audio.exAudioTagHeader {
      if let type = ex.multitrackType { parts.append(type.name.description) }
      parts.append(ex.packetType.name.description)
      if let track = ex.audioTrackId { parts.append("track \(track)") }
    }
    return parts.joined(separator: ", ")
  }

  private static func modExText(_ element: PacketModEx) -> String {
    if let offset = element.timestampOffsetNano { return "presentation time +\(offset) ns" }
    return "modifier \(element.modExType), \(element.modExData.count) bytes"
  }

  private static func configurationText(_ configuration: FlvTagDetails.Configuration) -> String {
    switch configuration {
    case .avc(let record):
      return "AVCDecoderConfigurationRecord: \(record.codecString), \(record.lengthSize.rawValue)-byte lengths, "
        + "SPS of \(sizes(record.sequenceParameterSets)), PPS of \(sizes(record.pictureParameterSets)) bytes"
    case .hevc(let record):
      let units = record.arrays.map { "\(HEVCKit.NALUnitType(rawValue: $0.nalUnitType).name) of \(sizes($0.nalUnits))" }
      return "HEVCDecoderConfigurationRecord: profile \(record.generalProfileIdc), level \(record.generalLevelIdc), "
        + "\(record.lengthSize.rawValue)-byte lengths, " + units.joined(separator: ", ") + " bytes"
    case .aac(let config):
      let rate = config.sampleRate.map { "\($0) Hz" } ?? "unknown rate"
      return "AudioSpecificConfig: \(config.objectTypeName), \(config.codecString), \(rate), "
        + (config.channelCount.map { "\($0) channels" } ?? "channels from the program config element")
    }
  }

  private static func sizes(_ units: [[UInt8]]) -> String { units.map { "\($0.count)" }.joined(separator: " + ") }
}

// MARK: - Script data

extension FlvText {
  /// The reader bounds the nesting of values, and so this recursion.
  private static func tree(_ value: AMF0Value, name: String?, depth: Int, _ output: inout OutputBuffer) {
    let head = name.map { $0 + ": " } ?? ""
    switch value {
    case .object(let object): branch(head + "object", object.properties, depth, &output)
    case .ecmaArray(let array): branch(head + "ECMA array", array.variables.properties, depth, &output)
    case .typedObject(let object): branch(head + "object of class " + object.className.text, object.properties.properties, depth, &output)
    case .strictArray(let values):
      line(head + "array of \(values.count)", depth: depth, &output)
      for (index, element) in values.enumerated() { tree(element, name: "[\(index)]", depth: depth + 1, &output) }
    default: line(head + text(value), depth: depth, &output)
    }
  }

  private static func branch(_ title: String, _ properties: [AMF0Property], _ depth: Int, _ output: inout OutputBuffer) {
    line(title, depth: depth, &output)
    for property in properties { tree(property.propertyData, name: property.propertyName.text, depth: depth + 1, &output) }
  }

  private static func text(_ value: AMF0Value) -> String {
    switch value {
    case .number(let number): numberText(number.value)
    case .boolean(let byte): byte == 0 ? "false" : byte == 1 ? "true" : "true (\(byte))"
    case .string(let text), .longString(let text): "\"\(text.text)\""
    case .xmlDocument(let text): "XML \"\(text.text)\""
    case .date(let date): "date \(numberText(date.dateTime.value)) ms since 1970, offset \(date.localDateTimeOffset) minutes"
    case .reference(let number): "reference to object \(number)"
    case .avmPlus(let bytes): "AMF3 data, \(bytes.count) bytes"
    case .null: "null"
    case .undefined: "undefined"
    case .unsupported: "unsupported"
    case .movieClip: "movieclip (reserved)"
    case .recordSet: "recordset (reserved)"
    case .objectEnd: "object end"
    case .object, .ecmaArray, .typedObject, .strictArray: ""
    }
  }
}
