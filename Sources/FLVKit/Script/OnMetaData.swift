import BitstreamKit

/// A view of the object in an `onMetaData` tag, which keeps unknown properties.
///
/// Adobe FLV 10.1, E.5; Enhanced RTMP v2, "Enhancing onMetaData".
public struct OnMetaData: Sendable, Equatable {
  /// A codec in `videocodecid` and `audiocodecid`.
  public enum Codec: Sendable, Equatable, CustomStringConvertible {
    /// A CodecID or SoundFormat.
    case id(UInt8)
    /// A FourCC, as a number or as a string of four bytes.
    case fourCC(FourCC)
    /// Any other string.
    case name(AMF0String)
    /// Any other number.
    case number(Double)

    /// The value, such as `7` or `hvc1`.
    public var description: String {
      switch self {
      case .id(let id): String(id)
      case .fourCC(let code): code.description
      case .name(let name): name.text
      case .number(let number): "\(number)"
      }
    }
  }

  /// The times and file positions of the keyframes.
  public struct Keyframes: Sendable, Equatable {
    /// In seconds.
    public var times: [Double]
    /// File offsets of the tags.
    public var filepositions: [Double]

    /// Creates an index with as many times as positions.
    public init(times: [Double], filepositions: [Double]) {
      self.times = times
      self.filepositions = filepositions
    }
  }

  /// The object with all properties.
  public let object: AMF0Object

  /// Creates a view of an object.
  public init(_ object: AMF0Object) { self.object = object }

  /// Creates a view of a script data tag; nil if it has another name, or contains no object. A name before `onMetaData`, inserted by
  /// servers (`@setDataFrame`), is skipped.
  public init?(_ script: ScriptData) {
    var found = script.name.string == "onMetaData" ? script.value : nil
    if script.value?.string == "onMetaData" { found = script.furtherValues.first }
    guard let object = found?.object else { return nil }
    self.object = object
  }

  /// The value of any property.
  public subscript(name: AMF0String) -> AMF0Value? { object[name] }

  /// In seconds.
  public var duration: Double? { object["duration"]?.doubleValue }
  /// In pixels.
  public var width: Double? { object["width"]?.doubleValue }
  /// In pixels.
  public var height: Double? { object["height"]?.doubleValue }
  /// In frames per second.
  public var framerate: Double? { object["framerate"]?.doubleValue }
  /// The video codec.
  public var videocodecid: Codec? { object["videocodecid"].flatMap(Self.codec) }
  /// In kilobits per second.
  public var videodatarate: Double? { object["videodatarate"]?.doubleValue }
  /// The audio codec.
  public var audiocodecid: Codec? { object["audiocodecid"].flatMap(Self.codec) }
  /// In kilobits per second.
  public var audiodatarate: Double? { object["audiodatarate"]?.doubleValue }
  /// The delay of the audio codec in seconds.
  public var audiodelay: Double? { object["audiodelay"]?.doubleValue }
  /// In hertz.
  public var audiosamplerate: Double? { object["audiosamplerate"]?.doubleValue }
  /// In bits per sample.
  public var audiosamplesize: Double? { object["audiosamplesize"]?.doubleValue }
  /// Whether the audio is stereo.
  public var stereo: Bool? { object["stereo"]?.boolValue }
  /// The file size in bytes.
  public var filesize: Double? { object["filesize"]?.doubleValue }
  /// Whether the last video frame is a keyframe.
  public var canSeekToEnd: Bool? { object["canSeekToEnd"]?.boolValue }
  /// The creation date as text.
  public var creationdate: String? { object["creationdate"]?.string?.text }
  /// The program that wrote the file; not in the specification, but common.
  public var encoder: String? { object["encoder"]?.string?.text }

  /// The keyframe index added by tools; not in the specification. An entry needs a time and a position that are numbers; others are
  /// omitted.
  public var keyframes: Keyframes? {
    guard let index = object["keyframes"]?.object else { return nil }
    var found = Keyframes(times: [], filepositions: [])
    for (time, position) in zip(index["times"]?.values ?? [], index["filepositions"]?.values ?? []) {
      guard let time = time.doubleValue, let position = position.doubleValue else { continue }
      found.times.append(time)
      found.filepositions.append(position)
    }
    return found
  }

  private static func codec(_ value: AMF0Value) -> Codec? {
    if let text = value.string {
      guard text.bytes.count == 4 else { return .name(text) }
      return .fourCC(FourCC(rawValue: UInt32(unpacking: text.bytes, at: 0)))
    }
    guard let number = value.doubleValue else { return nil }
    // Not `exactly:`, which needs the C library's `trunc`.
    guard let whole = UInt32(checked: number), Double(whole) == number else { return .number(number) }
    if let id = UInt8(exactly: whole) { return .id(id) }
    // A FourCC of printable characters is at least 0x20202020.
    return whole >= 0x2020_2020 ? .fourCC(FourCC(rawValue: whole)) : .number(number)
  }
}
