import AACKit
import BitstreamKit
import FLVKit
import H264Kit
import HEVCKit

/// All that a tag says.
struct FlvTagDetails {
  /// A NAL unit of a video packet.
  struct Unit {
    /// The track, nil in a packet without tracks.
    var track: UInt8?
    /// Bytes of the unit as its length says.
    var length: UInt32
    /// The first two bytes; fewer where the unit is shorter.
    var head: [UInt8]
  }

  /// A codec's configuration.
  enum Configuration {
    case avc(AVCDecoderConfigurationRecord)
    case hevc(HEVCDecoderConfigurationRecord)
    case aac(AudioSpecificConfig)
  }

  var tag: FLVTag
  var audio: AudioTagHeader?
  var video: VideoTagHeader?
  var script: ScriptData?
  /// By track, nil in a packet without tracks.
  var configurations: [(track: UInt8?, configuration: Configuration)] = []
  var multichannel: MultichannelConfig?
  /// Tracks of a packet with several, and the bytes of each.
  var tracks: [(id: UInt8, codec: FourCC?, size: Int)] = []
  /// The units of a video packet, at most `FlvTagCollector.mostUnits` of them.
  var units: [Unit] = []
  /// How many there are.
  var unitCount = 0
  /// The codec of each unit's header.
  var unitCodec: FourCC?
  /// What could not be read.
  var errors: [String] = []
}

/// Gathers what a tag says while its body passes by. It holds the body only where it has to be read as a whole, and then only so
/// much of it.
struct FlvTagCollector {
  /// Enough for every header, for the length size in a configuration, and for a track's header behind some modifiers.
  static let headLength = 64
  /// Script data, configurations and packets of several tracks are read up to this size.
  static let mostHeld = 1 << 20
  /// So many units of a packet are listed; the others are counted.
  static let mostUnits = 1000

  /// The video header of the open tag, nil for other tags and for headers that are cut off.
  private(set) var video: VideoTagHeader?
  /// The first of several tracks.
  private(set) var firstTrack: VideoTrackHeader?
  /// True from a tag's begin to its finish.
  private(set) var isOpen = false

  private var details = FlvTagDetails(tag: FLVTag(header: TagHeader(), position: 0, headCount: 0))
  private var lengthSizes = NALLengthSizes()
  private var held: [UInt8] = []
  private var wantsWhole = false
  private var units: LengthPrefixedParser?

  /// Looks at a tag's header and its body's first bytes.
  mutating func begin(_ tag: FLVTag, _ head: [UInt8]) {
    isOpen = true
    video = nil
    firstTrack = nil
    details.tag = tag
    // An encrypted body begins with headers of the encryption.
    if tag.header.type == .video, tag.header.filter == 0, tag.headCount > 0 { beginVideo(tag, head) }
  }

  private mutating func beginVideo(_ tag: FLVTag, _ head: [UInt8]) {
    guard let header = try? VideoTagHeader(parsing: head) else { return }
    video = header
    let size = Int(tag.header.dataSize)
    if header.isSequenceHeader { lengthSizes.take(header, body: head, dataSize: size) }
    if let ex = header.exVideoTagHeader, ex.hasTracks {
      var offset = header.byteCount
      firstTrack = (try? ex.nextTrack(in: head, from: &offset, dataSize: size))?.header
    }
  }

  /// Bytes of a length in packets without tracks.
  var lengthSize: Int { lengthSizes.size().rawValue }

  /// The length of the first NAL unit of a packet that holds NAL units, from the head alone.
  @inline(__always) func firstUnitLength(_ head: [UInt8]) -> UInt32? {
    guard let video, video.hasPicture else { return nil }
    let codec = video.nalCodec ?? firstTrack?.videoFourCc
    guard let codec, VideoFourCc.isNAL(codec) else { return nil }
    var start = video.byteCount
    if let track = firstTrack { start += 4 + (track.videoFourCc == nil ? 0 : 4) + (track.compositionTimeOffset == nil ? 0 : 3) }
    let size = lengthSizes.size(ofTrack: video.exVideoTagHeader?.videoTrackId ?? firstTrack?.videoTrackId ?? 0).rawValue
    guard start + size <= head.count else { return nil }
    var length: UInt32 = 0
    for byte in head[start..<start + size] { length = length << 8 | UInt32(byte) }
    return length
  }

  // MARK: Bodies

  private mutating func openBody() {
    let tag = details.tag
    details = FlvTagDetails(tag: tag, video: video)
    held.removeAll(keepingCapacity: true)
    units = nil
    let isStream = video.map { $0.hasPicture && $0.exVideoTagHeader?.hasTracks != true } ?? false
    if isStream, let video, let codec = video.nalCodec {
      details.unitCodec = codec
      units = LengthPrefixedParser(lengthSize: lengthSizes.size(ofTrack: video.exVideoTagHeader?.videoTrackId ?? 0))
    }
    wantsWhole =
      tag.header.type == .script || tag.header.type == .audio
      || video.map { !$0.hasPicture || $0.exVideoTagHeader?.hasTracks == true } ?? false
  }

  /// Takes a piece of the body.
  mutating func body(_ chunk: [UInt8], _ range: Range<Int>) {
    if wantsWhole {
      let room = min(range.count, Self.mostHeld - held.count)
      held.append(contentsOf: chunk[range.lowerBound..<range.lowerBound + room])
    } else if units != nil {
      listUnits(chunk, range.lowerBound, range.upperBound)
    }
  }

  private mutating func listUnits(_ bytes: [UInt8], _ from: Int, _ to: Int) {
    var cursor = from
    while let unit = units?.next(in: bytes, from: &cursor, to: to) { add(unit, track: video?.exVideoTagHeader?.videoTrackId) }
  }

  private mutating func add(_ unit: LengthPrefixedUnit, track: UInt8?) {
    details.unitCount += 1
    if details.units.count >= Self.mostUnits { return }
    let head = (0..<min(2, unit.headCount)).map { UInt8(truncatingIfNeeded: unit.head >> UInt64(56 - 8 * $0)) }
    details.units.append(.init(track: track, length: unit.length, head: head))
  }
}

// MARK: - The whole of a body

extension FlvTagCollector {
  /// The tag's first bytes, for bodies that are read.
  mutating func beginBody(_ head: [UInt8]) {
    openBody()
    if wantsWhole { held = head } else if units != nil, let video { listUnits(head, min(video.byteCount, head.count), head.count) }
  }

  /// What the tag says, now that its body has passed by or the file has ended in it.
  mutating func finish() -> FlvTagDetails {
    isOpen = false
    let tag = details.tag
    let place = tag.bodyPosition
    if tag.header.filter != 0 || tag.header.dataSize == 0 { return details }
    do {
      switch tag.header.type {
      case .script: if isWhole("script data") { details.script = try ScriptData(parsing: held, at: place) }
      case .audio: try finishAudio(place)
      case .video: try finishVideo(place)
      default: break
      }
    } catch {
      details.errors.append(error.description)
    }
    return details
  }

  /// False, and said, where only the beginning of a body that has to be read as a whole was kept.
  private mutating func isWhole(_ what: String) -> Bool {
    if held.count < details.tag.header.dataSize, held.count >= Self.mostHeld {
      details.errors.append(
        "\(what) of \(details.tag.header.dataSize) bytes at \(details.tag.position), more than the \(Self.mostHeld) that are read")
      return false
    }
    return true
  }

  private mutating func finishAudio(_ place: UInt64) throws(SyntaxError) {
    let header = try AudioTagHeader(parsing: held, at: place)
    details.audio = header
    let start = header.byteCount
    if let ex = header.exAudioTagHeader, ex.hasTracks {
      var offset = start
      while let track = try ex.nextTrack(in: held, from: &offset, dataSize: held.count) {
        let codec = ex.audioFourCc ?? track.header.audioFourCc
        details.tracks.append((track.header.audioTrackId, codec, track.payload.count))
        if ex.packetType == .sequenceStart, codec == AudioFourCc.aac { try configure(aac: track.payload, place, track.header.audioTrackId) }
      }
    } else if header.exAudioTagHeader?.packetType == .multichannelConfig {
      details.multichannel = try MultichannelConfig(parsing: Array(held[min(start, held.count)...]), at: place + UInt64(start))
    } else if header.isSequenceHeader, header.format == .aac || header.exAudioTagHeader?.audioFourCc == AudioFourCc.aac {
      try configure(aac: min(start, held.count)..<held.count, place, header.exAudioTagHeader?.audioTrackId)
    }
  }

  private mutating func configure(aac range: Range<Int>, _ place: UInt64, _ track: UInt8?) throws(SyntaxError) {
    let config = try AudioSpecificConfig(parsing: Array(held[range]), at: place + UInt64(range.lowerBound))
    details.configurations.append((track, .aac(config)))
  }

  private mutating func finishVideo(_ place: UInt64) throws(SyntaxError) {
    guard let header = video else {
      // The header alone was too long for the body: say where.
      _ = try VideoTagHeader(parsing: held, at: place)
      return
    }
    let track = header.exVideoTagHeader?.videoTrackId
    if let ex = header.exVideoTagHeader, ex.hasTracks {
      if isWhole("a packet of several tracks") { try finishTracks(ex, header, place) }
    } else if header.isSequenceHeader {
      if isWhole("a configuration") { try configure(header.nalCodec, min(header.byteCount, held.count)..<held.count, place, track) }
    } else if header.exVideoTagHeader?.packetType == .metadata {
      let start = min(header.byteCount, held.count)
      if isWhole("metadata") { details.script = try ScriptData(parsing: Array(held[start...]), at: place + UInt64(start)) }
    } else if let cut = units?.finish() {
      if let unit = cut.unit { add(unit, track: track) }
      throw cut.error.inFile(at: place + UInt64(header.byteCount))
    }
  }

  private mutating func finishTracks(_ ex: ExVideoTagHeader, _ header: VideoTagHeader, _ place: UInt64) throws(SyntaxError) {
    var offset = header.byteCount
    while let track = try ex.nextTrack(in: held, from: &offset, dataSize: held.count) {
      let codec = ex.videoFourCc ?? track.header.videoFourCc
      let id = track.header.videoTrackId
      details.tracks.append((id, codec, track.payload.count))
      if header.isSequenceHeader {
        try configure(codec, track.payload, place, id)
      } else if header.hasPicture, let codec, VideoFourCc.isNAL(codec) {
        details.unitCodec = codec
        var parser = LengthPrefixedParser(lengthSize: lengthSizes.size(ofTrack: id))
        var cursor = track.payload.lowerBound
        while let unit = parser.next(in: held, from: &cursor, to: track.payload.upperBound) { add(unit, track: id) }
        if let cut = parser.finish() { throw cut.error.inFile(at: place + UInt64(track.payload.lowerBound)) }
      }
    }
  }

  private mutating func configure(_ codec: FourCC?, _ range: Range<Int>, _ place: UInt64, _ track: UInt8?) throws(SyntaxError) {
    let bytes = Array(held[range])
    let at = place + UInt64(range.lowerBound)
    switch codec {
    case VideoFourCc.avc:
      let record = try AVCDecoderConfigurationRecord(parsing: bytes, at: at)
      details.configurations.append((track, .avc(record)))
      check(record.lengthSize)
    case VideoFourCc.hevc:
      let record = try HEVCDecoderConfigurationRecord(parsing: bytes, at: at)
      details.configurations.append((track, .hevc(record)))
      check(record.lengthSize)
    default: break
    }
  }

  /// Lengths of three bytes are reserved (ISO/IEC 14496-15 5.3.3.1): they are read, and said.
  private mutating func check(_ size: NALLengthSize) {
    if size.isReserved { details.errors.append("lengthSizeMinusOne is 2, which is reserved, at \(details.tag.position)") }
  }
}
