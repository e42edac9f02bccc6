import BitstreamKit
import FLVKit

/// Corrections of an FLV that keep all bytes in their places: the file header, fields of tag headers, PreviousTagSize, and numbers of the
/// metadata.
struct TagPatches {
  /// The rules whose findings can be corrected in place.
  private static var rules: [StaticString] {
    [
      "flv.version", "flv.header-reserved-bits", "flv.no-streams", "flv.undeclared-stream", "flv.declared-stream-missing",
      "flv.previous-tag-size", "flv.stream-id", "flv.tag-reserved-bits", "flv.metadata-duration", "flv.metadata-filesize",
      "flv.metadata-lasttimestamp",
    ]
  }
  /// The largest metadata that is changed, in bytes.
  private static var maxScriptSize: UInt32 { 1 << 20 }
  /// The largest number of patches.
  private static var maxPatches: Int { 1 << 16 }

  private(set) var patches: [BytePatch] = []
  private let wanted: Set<String>
  private var window: ByteWindow<AnyByteSource>
  private let end: UInt64
  private var (hasAudio, hasVideo) = (false, false)
  /// The latest timestamp in milliseconds.
  private var last: UInt32 = 0
  /// The body of the first script tag.
  private var script: (offset: UInt64, size: UInt32)?

  /// Whether all rules of a list can be corrected in place.
  static func fit(_ wanted: Set<String>) -> Bool { wanted.allSatisfy { rule in rules.contains { $0.description == rule } } }

  /// Reads the tags of a file up to its end, or to what is not a tag.
  init(_ source: AnyByteSource, _ wanted: Set<String>) throws(ByteError) {
    self.wanted = wanted
    window = ByteWindow(source)
    end = source.byteCount
    let (first, count) = try window.load(0, 9)
    if count < 9 { return }
    let header = Array(window.bytes[first..<first + 9])
    let start = (5..<9).reduce(0 as UInt64) { $0 << 8 | UInt64(header[$1]) }
    if start < 9 { return }
    try walk(from: start &+ 4)
    mendHeader(header)
    try mendScript()
  }

  private func asks(_ rule: String) -> Bool { wanted.contains("flv." + rule) }

  private mutating func patch(_ offset: UInt64, _ old: [UInt8], _ new: [UInt8]) {
    if old != new, patches.count < Self.maxPatches { patches.append(BytePatch(offset: offset, old: old, new: new)) }
  }

  private mutating func walk(from start: UInt64) throws(ByteError) {
    var place = start
    while place < end, end - place >= 15 {
      var (first, count) = try window.load(place, 11)
      if count < 11 { return }
      let head = Array(window.bytes[first..<first + 11])
      let tag = TagHeader(unpacking: head, at: 0)
      let after = place &+ 11 &+ UInt64(tag.dataSize)
      if after > end || end - after < 4 { return }
      var new = head
      if asks("tag-reserved-bits") { new[0] &= 0x3F }
      if asks("stream-id") { new.replaceSubrange(8..<11, with: [0, 0, 0]) }
      patch(place, head, new)
      switch tag.tagType {
      case 8: (hasAudio, last) = (true, max(last, tag.milliseconds))
      case 9: (hasVideo, last) = (true, max(last, tag.milliseconds))
      case 18: if script == nil { script = (place &+ 11, tag.dataSize) }
      default: break
      }
      if asks("previous-tag-size") {
        (first, count) = try window.load(after, 4)
        if count < 4 { return }
        patch(after, Array(window.bytes[first..<first + 4]), MovieMending.bytes(tag.dataSize &+ 11))
      }
      place = after &+ 4
    }
  }

  private mutating func mendHeader(_ old: [UInt8]) {
    var new = old
    if asks("version") { new[3] = 1 }
    if asks("header-reserved-bits") { new[4] &= 5 }
    if asks("no-streams") || asks("undeclared-stream") || asks("declared-stream-missing") {
      new[4] = new[4] & ~5 | (hasAudio ? 4 : 0) | (hasVideo ? 1 : 0)
    }
    patch(0, old, new)
  }

  private mutating func mendScript() throws(ByteError) {
    guard let script, script.size <= Self.maxScriptSize,
      asks("metadata-duration") || asks("metadata-filesize") || asks("metadata-lasttimestamp")
    else { return }
    var old: [UInt8] = []
    try window.source.read(at: script.offset, count: Int(script.size), into: &old)
    guard var data = try? ScriptData(parsing: old), case .ecmaArray(var array) = data.value else { return }
    for index in array.variables.properties.indices where array.variables.properties[index].propertyData.doubleValue != nil {
      switch array.variables.properties[index].propertyName.text {
      case "duration" where asks("metadata-duration"): array.variables.properties[index].propertyData = .number(Double(last) / 1000)
      case "filesize" where asks("metadata-filesize"): array.variables.properties[index].propertyData = .number(Double(end))
      case "lasttimestamp" where asks("metadata-lasttimestamp"):
        array.variables.properties[index].propertyData = .number(Double(last) / 1000)
      default: break
      }
    }
    data.value = .ecmaArray(array)
    guard let new = try? data.encoded(), new.count == old.count else { return }
    patch(script.offset, old, new)
  }
}
