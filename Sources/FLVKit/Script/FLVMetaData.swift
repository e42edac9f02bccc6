import BitstreamKit

/// What the `onMetaData` tag of a new file says. Its size follows from what it has, not from the values, so that those which are known
/// only at the end can be put over those which stand there.
///
/// Adobe FLV 10.1, E.5; Enhanced RTMP v2, "Enhancing onMetaData". What is nil and not in `measured` is left out.
public struct FLVMetaData: Sendable, Equatable {
  /// Values that the writer finds by itself and that are right only once the file has been patched.
  public struct Measured: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// From the first tag's time to where the last frame ends, which is taken to be as long as the one before.
    public static let duration = Measured(rawValue: 1)
    public static let filesize = Measured(rawValue: 2)
    /// Of the bodies of video tags.
    public static let videodatarate = Measured(rawValue: 4)
    /// Of the bodies of audio tags.
    public static let audiodatarate = Measured(rawValue: 8)
    /// The average.
    public static let framerate = Measured(rawValue: 16)
    public static let canSeekToEnd = Measured(rawValue: 32)
    /// All of them.
    public static let all = Measured(rawValue: 63)
  }

  /// Seconds.
  public var duration: Double?
  /// Pixels.
  public var width: Double?
  /// Pixels.
  public var height: Double?
  /// Kilobits a second.
  public var videodatarate: Double?
  /// Frames a second.
  public var framerate: Double?
  /// The video codec.
  public var videocodecid: OnMetaData.Codec?
  /// Kilobits a second.
  public var audiodatarate: Double?
  /// Hertz.
  public var audiosamplerate: Double?
  /// Bits a sample.
  public var audiosamplesize: Double?
  /// Whether there are two channels.
  public var stereo: Bool?
  /// The audio codec.
  public var audiocodecid: OnMetaData.Codec?
  /// Whether the last video frame is a key frame.
  public var canSeekToEnd: Bool?
  /// Bytes of the file.
  public var filesize: Double?
  /// More properties, behind those above.
  public var further: [AMF0Property] = []
  /// How many entries of a key-frame index there is room for; 18 bytes each, 0 for no index. Where there are more key frames, every
  /// second one stands in the index, or every fourth, and so on.
  public var keyframeCapacity = 0
  /// What the writer finds by itself.
  public var measured: Measured = []

  /// Says nothing.
  public init() {}

  /// The tag's body; the index is filled up to its size by a property `padding`.
  /// - Throws: where a string is too long, or the index has more entries than there is room for.
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

  /// Bytes of an entry: a time and a place, each a number behind its type.
  private static let entrySize = 18

  /// The index and strings that fill the room that it leaves. A string holds less than 64 KiB, and longer ones, which have another type,
  /// stop some readers.
  private func index(_ keyframes: OnMetaData.Keyframes) throws(SyntaxError) -> [AMF0Property] {
    let count = keyframes.times.count
    guard count <= keyframeCapacity, count == keyframes.filepositions.count else {
      throw SyntaxError(.inconsistent("\(count) entries where there is room for \(keyframeCapacity)"), element: "keyframes")
    }
    // Three bytes of 24 bits count a tag's size.
    guard keyframeCapacity <= 0xFF_FFFF / Self.entrySize else {
      throw SyntaxError(.overLimit("a tag has no room for \(keyframeCapacity) entries"), element: "keyframes")
    }
    let object = AMF0Object([
      AMF0Property("times", .strictArray(keyframes.times.map { .number($0) })),
      AMF0Property("filepositions", .strictArray(keyframes.filepositions.map { .number($0) })),
    ])
    var list = [AMF0Property("keyframes", .object(object))]
    var spare = (keyframeCapacity - count) * Self.entrySize
    for _ in 0..<(keyframeCapacity * Self.entrySize + 0xFFFE) / 0xFFFF {
      let length = min(spare, 0xFFFF)
      list.append(AMF0Property("padding", .string(AMF0String(bytes: [UInt8](repeating: 0x20, count: length)))))
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
