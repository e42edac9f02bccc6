import BitstreamKit
import FLVKit
import TestSupport
import Testing

/// The tags of an FLV file, to be changed and written again with the right sizes between them.
struct TagEdit {
  struct Tag {
    var type: UInt8
    var milliseconds: UInt32
    var streamID: UInt32 = 0
    var body: [UInt8]
  }

  var header: [UInt8]
  var tags: [Tag] = []
  /// The value of `filesize` in the metadata is made right.
  var keepsSize = true

  init(_ bytes: [UInt8]) {
    header = Array(bytes[..<9])
    var offset = 13
    while offset + 11 <= bytes.count {
      let tag = TagHeader(unpacking: bytes, at: offset)
      tags.append(
        Tag(
          type: tag.tagType, milliseconds: tag.milliseconds, streamID: tag.streamID,
          body: Array(bytes[offset + 11..<offset + 11 + Int(tag.dataSize)])))
      offset += 15 + Int(tag.dataSize)
    }
  }

  /// The offset of each tag.
  var offsets: [Int] {
    var next = header.count + 4
    return tags.map { tag in
      defer { next += 15 + tag.body.count }
      return next
    }
  }

  /// The file. Numbers of the metadata have one size, so that `filesize` can be set last.
  var bytes: [UInt8] {
    var copy = self
    let count = header.count + 4 + tags.reduce(0) { $0 + 15 + $1.body.count }
    if keepsSize {
      for index in tags.indices where tags[index].type == 18 {
        try? copy.editScript(index) { properties in
          for at in properties.indices where properties[at].propertyName == "filesize" && properties[at].propertyData.doubleValue != nil {
            properties[at].propertyData = .number(Double(count))
          }
        }
      }
    }
    var bytes = header + [0, 0, 0, 0]
    for tag in copy.tags {
      var head = TagHeader()
      (head.reserved, head.tagType, head.dataSize) = (tag.type >> 6, tag.type & 31, UInt32(tag.body.count))
      (head.milliseconds, head.streamID) = (tag.milliseconds, tag.streamID)
      head.pack(into: &bytes)
      bytes += tag.body
      let size = UInt32(tag.body.count + 11)
      bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) }
    }
    return bytes
  }

  /// The indices of the tags of a type with pictures or sound, and not a configuration.
  func media(_ type: UInt8) -> [Int] {
    tags.indices.filter { tags[$0].type == type && tags[$0].body.count > 1 && tags[$0].body[1] == 1 }
  }

  /// Parses script data, changes its properties and writes it again.
  mutating func editScript(_ index: Int, _ change: (inout [AMF0Property]) -> Void) throws {
    var script = try ScriptData(parsing: tags[index].body)
    guard case .ecmaArray(var array) = script.value else { return }
    change(&array.variables.properties)
    script.value = .ecmaArray(array)
    tags[index].body = try script.encoded()
  }

  /// Sets properties of the metadata.
  mutating func set(_ values: [(AMF0String, AMF0Value)]) throws {
    try editScript(0) { properties in
      for (name, value) in values {
        if let at = properties.firstIndex(where: { $0.propertyName == name }) {
          properties[at].propertyData = value
        } else {
          properties.append(AMF0Property(name, value))
        }
      }
    }
    try setArrayLength()
  }

  /// Makes ECMAArrayLength right.
  mutating func setArrayLength() throws {
    var script = try ScriptData(parsing: tags[0].body)
    guard case .ecmaArray(var array) = script.value else { return }
    array.ecmaArrayLength = UInt32(array.variables.properties.count)
    script.value = .ecmaArray(array)
    tags[0].body = try script.encoded()
  }

  /// Adds an index of the key pictures to the metadata.
  mutating func addIndex(_ change: (inout [Double], inout [Double]) -> Void = { _, _ in }) throws {
    func object(_ times: [Double], _ places: [Double]) -> AMF0Value {
      .object(
        AMF0Object([
          AMF0Property("times", .strictArray(times.map { .number($0) })),
          AMF0Property("filepositions", .strictArray(places.map { .number($0) })),
        ]))
    }
    let keys = media(9).filter { tags[$0].body[0] >> 4 == 1 }
    var times = keys.map { Double(tags[$0].milliseconds) / 1000 }
    var (longTimes, longPlaces) = (times, times)
    change(&longTimes, &longPlaces)
    try set([("keyframes", object(longTimes, longPlaces))])
    var places = keys.map { Double(offsets[$0]) }
    change(&times, &places)
    try set([("keyframes", object(times, places))])
  }
}
