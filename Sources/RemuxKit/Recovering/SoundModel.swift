import AACKit
import BitstreamKit
import MP4Kit

/// Assumptions about the audio to recover.
struct SoundModel {
  /// How frames are recognized.
  enum Form {
    /// By parsing raw data blocks.
    case aac(RawDataBlockWalker)
    case ac3
    case eac3
    case mp3
    /// Samples of this constant size in bytes, which cannot be recognized: all bytes between pictures are taken.
    case constant(Int)
  }

  var track: MediaTrack
  var form: Form
  var blueprint: TrackBlueprint?
  /// Duration of a frame, in units of the track's time scale.
  var duration: UInt32
  /// The largest frame size, in bytes.
  var maxLength: Int
  /// The longest run of constant-size samples, in bytes.
  var longestRun = UInt64.max
  /// The first media time heard, relative to the first frame and in units of the track's time scale; and when it is heard, relative to the
  /// first picture.
  var priming: Int64 = 0
  var delay = MediaTime.zero
  /// The leading bytes that all frames of the good file have in common; the mask is zero without a good file.
  var head: [UInt8] = []
  var mask: [UInt8] = []
  /// Kinds and tags of the AAC channel elements, if they are the same in all frames of the good file; otherwise empty.
  var channels: [RawDataElement] = []

  /// Whether frames may have a program_config_element: where the configuration states no channels, or frames of the good file have one.
  var hasLayouts = false

  /// Whether frames must match the common bytes of a good file.
  var isLearned: Bool { mask.contains { $0 != 0 } }

  /// The number of frames of the good file to examine.
  private static var maxLooked: Int { 400 }

  /// Audio known only by its configuration.
  init(_ config: AudioSpecificConfig) throws(MediaError) {
    track = MediaTrack(index: 1, id: 2, kind: .audio, codec: .aac, timescale: config.sampleRate)
    track.configuration = .aac(config)
    (track.sampleRate, track.channels) = (config.sampleRate ?? 0, UInt32(config.channelCount ?? 0))
    form = .aac(try Self.walker(config))
    hasLayouts = config.channelConfiguration == 0
    duration = UInt32(config.samplesPerFrame ?? 1024)
    maxLength = Self.maxBytes(config)
  }

  private static func walker(_ config: AudioSpecificConfig) throws(MediaError) -> RawDataBlockWalker {
    do { return try RawDataBlockWalker(config) } catch { throw .unsupported(error.description) }
  }

  /// 6144 bits per channel (ISO/IEC 14496-3, 4.5.3.1), plus room for fill elements.
  private static func maxBytes(_ config: AudioSpecificConfig) -> Int { min(8191, 768 * max(1, config.coreChannelCount ?? 2) + 64) }

  /// Audio like that of a good file's track.
  /// - Throws: `MediaError.unsupported` if its frames cannot be recognized.
  init(_ input: MediaInput, _ track: Int) throws(MediaError) {
    let found = input.reader.tracks[track]
    if found.isProtected { throw .unsupported("it is encrypted") }
    let facts = try SampleStatistics(input, track)
    if facts.count == 0 { throw .unsupported("the good file has no audio frame") }
    guard let duration = facts.duration else { throw .unsupported("the frame duration is unknown") }
    self.track = found
    self.duration = duration
    maxLength = Int(clamping: facts.largest * 4)
    switch (found.codec, found.configuration) {
    case (.aac, .aac(let config)):
      form = .aac(try Self.walker(config))
      hasLayouts = config.channelConfiguration == 0
      maxLength = Self.maxBytes(config)
      // FLV timestamps are in milliseconds, too coarse for frame durations.
      if input.reader.movie == nil, let rate = config.sampleRate, let samples = config.samplesPerFrame {
        (self.track.timescale, self.duration) = (rate, UInt32(samples))
      }
    case (.ac3, _): form = .ac3
    case (.eac3, _): form = .eac3
    case (.mp3, _): form = .mp3
    default:
      guard found.codec.isUncompressedSound, facts.largest == facts.smallest, facts.largest > 0, facts.largest < 4096 else {
        throw .unsupported("\(found.codec.name) frames do not contain their length")
      }
      form = .constant(Int(facts.largest))
      longestRun = facts.longestRun + facts.longestRun / 2
    }
    if let movie = input.reader.movie {
      blueprint = try .like(movie.tracks[track], of: movie)
    }
    if case .constant = form { return }
    try learn(input, track)
  }

  /// Takes the frames of another track for frames of this one too.
  /// - Returns: false if they do not look like them.
  mutating func merge(_ other: SoundModel) -> Bool {
    guard track.codec == other.track.codec, track.timescale == other.track.timescale, duration == other.duration else { return false }
    switch (form, other.form) {
    case (.aac, .aac(let walker)):
      guard case .aac(let one) = track.configuration, case .aac(let two) = other.track.configuration,
        one.samplingFrequencyIndex == two.samplingFrequencyIndex, one.samplingFrequency == two.samplingFrequency,
        one.channelConfiguration == two.channelConfiguration, !hasLayouts, !other.hasLayouts
      else { return false }
      if walker.isLenient { form = other.form }
    case (.ac3, .ac3), (.eac3, .eac3), (.mp3, .mp3): break
    default: return false
    }
    for index in mask.indices { mask[index] &= other.mask[index] & ~(head[index] ^ other.head[index]) }
    if channels != other.channels { channels = [] }
    maxLength = max(maxLength, other.maxLength)
    return true
  }

  /// Determines what frames have in common, and checks that they can be recognized.
  private mutating func learn(_ input: MediaInput, _ track: Int) throws(MediaError) {
    var walk = try TrackWalk(input, track)
    let source = input.source
    var (bytes, count): ([UInt8], Int) = ([], 0)
    switch form {
    // Fields that identify the coding, not the length: element ID and tag for AAC. Sync words are checked separately.
    case .aac: mask = [0xFE]
    case .ac3: mask = [0, 0, 0, 0, 0xFF, 0xFF, 0xE0]
    case .eac3: mask = [0, 0, 0xF8, 0, 0xFF, 0xFF]
    case .mp3: mask = [0xFF, 0xFF, 0x0C, 0xC0]
    case .constant: return
    }
    while count < Self.maxLooked, let item = try walk.next() {
      let size = Int(clamping: min(item.sample.size, 65536))
      do { try source.read(at: item.sample.offset, count: size, into: &bytes) } catch { throw .bytes(error) }
      if bytes.count < mask.count || bytes.count < SoundFrameHeader.length { continue }
      if head.isEmpty { head = Array(bytes.prefix(mask.count)) }
      for index in mask.indices { mask[index] &= ~(bytes[index] ^ head[index]) }
      if case .aac(var walker) = form {
        var block = try? walker.walk(bytes, 0..<bytes.count)
        if block?.byteCount != bytes.count, !walker.isLenient {
          walker.isLenient = true
          block = try? walker.walk(bytes, 0..<bytes.count)
          form = .aac(walker)
        }
        if block?.byteCount != bytes.count { throw .unsupported("frames of the good file are not valid AAC LC") }
        let elements = walker.elements.compactMap { $0.kind.isChannel ? RawDataElement($0.kind, tag: $0.tag, at: 0) : nil }
        if walker.elements.contains(where: { $0.kind == .programConfig }) { hasLayouts = true }
        if count == 0 { channels = elements }
        if channels != elements { channels = [] }
      }
      count += 1
    }
    // A few frames may be alike by chance.
    if count < 16 { mask = Array(repeating: 0, count: mask.count) }
  }
}
