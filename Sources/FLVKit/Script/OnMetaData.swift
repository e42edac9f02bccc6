import BitstreamKit

/// What a file says of itself in its `onMetaData` tag: a view on the object, which keeps what it does not know.
///
/// Adobe FLV 10.1, E.5; Enhanced RTMP v2, "Enhancing onMetaData".
public struct OnMetaData: Sendable, Equatable {
  /// A codec as `videocodecid` and `audiocodecid` name it.
  public enum Codec: Sendable, Equatable {
    /// CodecID or SoundFormat.
    case id(UInt8)
    /// A code of four characters, as a number or as a string of four bytes.
    case fourCC(FourCC)
    /// Any other string: a name.
    case name(AMF0String)
    /// Any other number.
    case number(Double)
  }

  /// Times and places of the key frames.
  public struct Keyframes: Sendable, Equatable {
    /// Seconds.
    public var times: [Double]
    /// The file's bytes at which the tags begin.
    public var filepositions: [Double]

    /// An index of as many times as places.
    public init(times: [Double], filepositions: [Double]) {
      self.times = times
      self.filepositions = filepositions
    }
  }

  /// All properties.
  public let object: AMF0Object

  /// The view on an object.
  public init(_ object: AMF0Object) { self.object = object }

  /// The view on a script data tag: nil where it is named otherwise, or holds no object. A name before `onMetaData`, which servers
  /// put there (`@setDataFrame`), is passed over.
  public init?(_ script: ScriptData) {
    var found = script.name.string == "onMetaData" ? script.value : nil
    if script.value?.string == "onMetaData" { found = script.furtherValues.first }
    guard let object = found?.object else { return nil }
    self.object = object
  }

  /// Any property.
  public subscript(name: AMF0String) -> AMF0Value? { object[name] }

  /// Seconds.
  public var duration: Double? { object["duration"]?.doubleValue }
  /// Pixels.
  public var width: Double? { object["width"]?.doubleValue }
  /// Pixels.
  public var height: Double? { object["height"]?.doubleValue }
  /// Frames a second.
  public var framerate: Double? { object["framerate"]?.doubleValue }
  /// The video codec.
  public var videocodecid: Codec? { object["videocodecid"].flatMap(Self.codec) }
  /// Kilobits a second.
  public var videodatarate: Double? { object["videodatarate"]?.doubleValue }
  /// The audio codec.
  public var audiocodecid: Codec? { object["audiocodecid"].flatMap(Self.codec) }
  /// Kilobits a second.
  public var audiodatarate: Double? { object["audiodatarate"]?.doubleValue }
  /// Delay of the audio codec in seconds.
  public var audiodelay: Double? { object["audiodelay"]?.doubleValue }
  /// Hertz.
  public var audiosamplerate: Double? { object["audiosamplerate"]?.doubleValue }
  /// Bits a sample.
  public var audiosamplesize: Double? { object["audiosamplesize"]?.doubleValue }
  /// Whether there are two channels.
  public var stereo: Bool? { object["stereo"]?.boolValue }
  /// Bytes of the file.
  public var filesize: Double? { object["filesize"]?.doubleValue }
  /// Whether the last video frame is a key frame.
  public var canSeekToEnd: Bool? { object["canSeekToEnd"]?.boolValue }
  /// When the file was made, as text.
  public var creationdate: String? { object["creationdate"]?.string?.text }
  /// What made the file; not in the specification, and nearly everywhere.
  public var encoder: String? { object["encoder"]?.string?.text }

  /// The index of key frames that tools add; not in the specification. What is no number is left out.
  public var keyframes: Keyframes? {
    guard let index = object["keyframes"]?.object else { return nil }
    func numbers(_ name: AMF0String) -> [Double] { (index[name]?.values ?? []).compactMap { $0.doubleValue } }
    return Keyframes(times: numbers("times"), filepositions: numbers("filepositions"))
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
    // A code of four characters is a number of at least 0x20202020.
    return whole >= 0x2020_2020 ? .fourCC(FourCC(rawValue: whole)) : .number(number)
  }
}
