import AACKit
import BitstreamKit
import MP4Kit

/// What the sound between the pictures is taken to be.
struct SoundModel {
  /// How its frames are told from other bytes.
  enum Form {
    /// By walking them.
    case aac(RawDataBlockWalker)
    case ac3
    case eac3
    case mp3
    /// Samples of so many bytes each, which nothing tells from other bytes: they are what lies between pictures.
    case constant(Int)
  }

  var track: MediaTrack
  var form: Form
  var blueprint: TrackBlueprint?
  /// How long a frame lasts, in units of the track's time scale.
  var duration: UInt32
  /// No frame is longer, in bytes.
  var most: Int
  /// No run of samples of constant size is longer, in bytes.
  var longestRun = UInt64.max
  /// What is heard first, in units of the track's time scale from the first frame's, and when, counted from the first picture.
  var priming: Int64 = 0
  var delay = MediaTime.zero
  /// What the first bytes of all frames of the good file have in common; no bits where there is no good file.
  var head: [UInt8] = []
  var mask: [UInt8] = []
  /// Kinds and tags of the channel elements of AAC, as all frames of the good file have them; empty where nobody knows.
  var channels: [RawDataElement] = []

  /// Whether frames were seen that these must be like.
  var isLearned: Bool { mask.contains { $0 != 0 } }

  /// So many frames of a good file are looked at closely.
  private static var mostLooked: Int { 400 }

  /// Sound of which only the configuration is known.
  init(_ config: AudioSpecificConfig) throws(MediaError) {
    track = MediaTrack(index: 1, id: 2, kind: .audio, codec: .aac, timescale: config.sampleRate)
    track.configuration = .aac(config)
    (track.sampleRate, track.channels) = (config.sampleRate ?? 0, UInt32(config.channelCount ?? 0))
    form = .aac(try Self.walker(config))
    duration = UInt32(config.samplesPerFrame ?? 1024)
    most = Self.mostBytes(config)
  }

  private static func walker(_ config: AudioSpecificConfig) throws(MediaError) -> RawDataBlockWalker {
    do { return try RawDataBlockWalker(config) } catch { throw .unsupported(error.description) }
  }

  /// 6144 bits for each channel (ISO/IEC 14496-3, 4.5.3.1), and what fill elements may add.
  private static func mostBytes(_ config: AudioSpecificConfig) -> Int { min(8191, 768 * max(1, config.coreChannelCount ?? 2) + 64) }

  /// The sound of a good file's track.
  /// - Throws: where it cannot be told from other bytes, with the reason.
  init(_ input: MediaInput, _ track: Int) throws(MediaError) {
    let found = input.reader.tracks[track]
    if found.isProtected { throw .unsupported("it is encrypted") }
    let facts = try TrackFacts(input, track)
    if facts.count == 0 { throw .unsupported("the good file has no frame of it") }
    guard let duration = facts.duration else { throw .unsupported("nobody knows how long a frame lasts") }
    self.track = found
    self.duration = duration
    most = Int(clamping: facts.largest * 4)
    switch (found.codec, found.configuration) {
    case (.aac, .aac(let config)):
      form = .aac(try Self.walker(config))
      most = Self.mostBytes(config)
      // FLV counts milliseconds, which no frame lasts.
      if input.reader.movie == nil, let rate = config.sampleRate, let samples = config.samplesPerFrame {
        (self.track.timescale, self.duration) = (rate, UInt32(samples))
      }
    case (.ac3, _): form = .ac3
    case (.eac3, _): form = .eac3
    case (.mp3, _): form = .mp3
    default:
      guard Self.isPlain(found.codec), facts.largest == facts.smallest, facts.largest > 0, facts.largest < 4096 else {
        throw .unsupported("\(found.codec.name) has no lengths of its own")
      }
      form = .constant(Int(facts.largest))
      longestRun = facts.longestRun + facts.longestRun / 2
    }
    if let movie = input.reader.movie {
      blueprint = try .copy(movie.tracks[track], of: movie, isWhole: false)
      blueprint?.editList = nil
    }
    if case .constant = form { return }
    try learn(input, track)
  }

  /// Whether a sample entry is one of sound that is not compressed, or sample by sample.
  private static func isPlain(_ codec: MediaCodec) -> Bool {
    guard case .other(let type) = codec else { return false }
    let known: [FourCC] = [
      "sowt", "twos", "raw ", "lpcm", "in24", "in32", "fl32", "fl64", "ipcm", "fpcm", "ulaw", "alaw", "NONE",
    ]
    return known.contains(type)
  }

  /// What frames have in common, and whether they can be told apart at all.
  private mutating func learn(_ input: MediaInput, _ track: Int) throws(MediaError) {
    var walk = try TrackWalk(input, track)
    let source = input.source
    var (bytes, count): ([UInt8], Int) = ([], 0)
    switch form {
    // Element and tag; sync words are looked at anyway: how it is coded, not how long.
    case .aac: mask = [0xFE]
    case .ac3: mask = [0, 0, 0, 0, 0xFF, 0xFF, 0xE0]
    case .eac3: mask = [0, 0, 0xF8, 0, 0xFF, 0xFF]
    case .mp3: mask = [0xFF, 0xFF, 0x0C, 0xC0]
    case .constant: return
    }
    while count < Self.mostLooked, let item = try walk.next() {
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
        if block?.byteCount != bytes.count { throw .unsupported("frames of the good file are none that AAC LC allows") }
        let elements = walker.elements.compactMap { $0.kind.isChannel ? RawDataElement($0.kind, tag: $0.tag, at: 0) : nil }
        if count == 0 { channels = elements }
        if channels != elements { channels = [] }
      }
      count += 1
    }
    // A few frames are alike by chance.
    if count < 16 { mask = Array(repeating: 0, count: mask.count) }
  }
}

/// What the samples of a track have in common.
struct TrackFacts {
  /// The most common duration; nil where none is known.
  private(set) var duration: UInt32?
  private(set) var count = 0
  private(set) var largest: UInt64 = 0
  private(set) var smallest = UInt64.max
  /// Bytes of the longest run of samples that lie behind each other.
  private(set) var longestRun: UInt64 = 0

  init(_ input: MediaInput, _ track: Int) throws(MediaError) {
    var counts: [UInt32: Int] = [:]
    var (end, run): (UInt64, UInt64) = (.max, 0)
    var walk = try TrackWalk(input, track)
    while let item = try walk.next() {
      let sample = item.sample
      count += 1
      largest = max(largest, sample.size)
      smallest = min(smallest, sample.size)
      run = sample.offset == end ? run &+ sample.size : sample.size
      end = sample.offset &+ sample.size
      longestRun = max(longestRun, run)
      if counts.count < 256 || counts[sample.duration] != nil { counts[sample.duration, default: 0] += 1 }
    }
    let common = counts.max { $0.value != $1.value ? $0.value < $1.value : $0.key < $1.key }
    duration = common.flatMap { $0.key > 0 ? $0.key : nil }
  }
}
