import BitstreamKit

/// The `onMetaData` tag of a new file. Its size depends only on which properties are present, not on their values, so that values known
/// only at the end can be overwritten in place.
///
/// Adobe FLV 10.1, E.5; Enhanced RTMP v2, "Enhancing onMetaData". Properties that are nil and not in `measured` are omitted.
public struct FLVMetaData: Sendable, Equatable {
  /// Values measured by the writer, which are correct only after the file has been patched.
  public struct Measured: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// From the first tag to the end of the last frame, whose duration is assumed equal to that of the previous one.
    public static let duration = Measured(rawValue: 1)
    public static let filesize = Measured(rawValue: 2)
    /// Computed from the video tag bodies.
    public static let videodatarate = Measured(rawValue: 4)
    /// Computed from the audio tag bodies.
    public static let audiodatarate = Measured(rawValue: 8)
    /// The average frame rate, unless `framerate` agrees with it to the millisecond.
    public static let framerate = Measured(rawValue: 16)
    public static let canSeekToEnd = Measured(rawValue: 32)
    /// All values.
    public static let all = Measured(rawValue: 63)
  }

  /// In seconds.
  public var duration: Double?
  /// In pixels.
  public var width: Double?
  /// In pixels.
  public var height: Double?
  /// In kilobits per second.
  public var videodatarate: Double?
  /// In frames per second.
  public var framerate: Double?
  /// The video codec.
  public var videocodecid: OnMetaData.Codec?
  /// In kilobits per second.
  public var audiodatarate: Double?
  /// In hertz.
  public var audiosamplerate: Double?
  /// In bits per sample.
  public var audiosamplesize: Double?
  /// Whether the audio is stereo.
  public var stereo: Bool?
  /// The audio codec.
  public var audiocodecid: OnMetaData.Codec?
  /// Whether the last video frame is a keyframe.
  public var canSeekToEnd: Bool?
  /// The file size in bytes.
  public var filesize: Double?
  /// Further properties, after those above.
  public var further: [AMF0Property] = []
  /// The number of entries reserved for a keyframe index, 18 bytes each; 0 for no index. With more keyframes, the index contains every
  /// second one, every fourth, and so on.
  public var keyframeCapacity = 0
  /// The values measured by the writer; none unless they are set, and then `FLVWriter.patch()` has nothing to write. A live stream has none.
  public var measured: Measured = []

  /// Metadata without properties.
  public init() {}

  /// Returns the tag body; the index is padded to its reserved size with `padding` properties.
  /// - Throws: if a string is too long, or the index has more entries than reserved.
  public func scriptData(keyframes: OnMetaData.Keyframes? = nil) throws(SyntaxError) -> ScriptData {
    var list: [AMF0Property] = []
    func add(_ name: AMF0String, _ value: AMF0Value?) { if let value { list.append(AMF0Property(name, value)) } }
    func number(_ name: AMF0String, _ value: Double?, _ kind: Measured = []) {
      add(name, (value ?? (!kind.isEmpty && measured.contains(kind) ? 0 : nil)).map { .number($0) })
    }
    number("duration", duration, .duration)
    number("width", width)
    number("height", height)
    number("videodatarate", videodatarate, .videodatarate)
    number("framerate", framerate, .framerate)
    add("videocodecid", videocodecid.map(Self.value))
    number("audiodatarate", audiodatarate, .audiodatarate)
    number("audiosamplerate", audiosamplerate)
    number("audiosamplesize", audiosamplesize)
    add("stereo", stereo.map { .boolean($0) })
    add("audiocodecid", audiocodecid.map(Self.value))
    add("canSeekToEnd", (canSeekToEnd ?? (measured.contains(.canSeekToEnd) ? false : nil)).map { .boolean($0) })
    number("filesize", filesize, .filesize)
    list += further
    if keyframeCapacity > 0 { list += try index(keyframes ?? .init(times: [], filepositions: [])) }
    return try ScriptData(name: "onMetaData", .ecmaArray(AMF0ECMAArray(list)))
  }

  /// The size of an entry in bytes: a time and a file position, each a number with its type marker.
  private static let entrySize = 18

  /// The longest string that fills reserved space: FFmpeg reads no more than 1023 bytes, and gives up the metadata at a longer one.
  private static let longestPadding = 1000

  /// Returns the index and the strings that fill the rest of the reserved space.
  private func index(_ keyframes: OnMetaData.Keyframes) throws(SyntaxError) -> [AMF0Property] {
    let count = keyframes.times.count
    guard count <= keyframeCapacity, count == keyframes.filepositions.count else {
      throw SyntaxError(.inconsistent("\(count) entries, the maximum is \(keyframeCapacity)"), element: "keyframes")
    }
    // DataSize has 24 bits.
    guard keyframeCapacity <= 0xFF_FFFF / Self.entrySize else {
      throw SyntaxError(.overLimit("a tag has no room for \(keyframeCapacity) entries"), element: "keyframes")
    }
    let object = AMF0Object([
      AMF0Property("times", .strictArray(keyframes.times.map { .number($0) })),
      AMF0Property("filepositions", .strictArray(keyframes.filepositions.map { .number($0) })),
    ])
    var list = [AMF0Property("keyframes", .object(object))]
    var spare = (keyframeCapacity - count) * Self.entrySize
    for number in 0..<(keyframeCapacity * Self.entrySize + Self.longestPadding - 1) / Self.longestPadding {
      let length = min(spare, Self.longestPadding)
      // Names are unique: of two properties of one name, readers take either.
      list.append(
        AMF0Property(
          number == 0 ? "padding" : AMF0String("padding\(number + 1)"), .string(AMF0String(bytes: [UInt8](repeating: 0x20, count: length))))
      )
      spare -= length
    }
    return list
  }

  private static func value(_ codec: OnMetaData.Codec) -> AMF0Value {
    switch codec {
    case .id(let id): .number(Double(id))
    case .fourCC(let code): .number(Double(code.rawValue))
    case .name(let name): .string(name)
    case .number(let number): .number(number)
    }
  }
}
