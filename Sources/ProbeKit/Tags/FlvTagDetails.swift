import AACKit
import BitstreamKit
import FLVKit
import H264Kit
import HEVCKit
import NALKit

/// The parsed contents of a tag.
package struct FlvTagDetails {
  /// A NAL unit of a video packet.
  package struct Unit {
    /// Track ID; nil in a packet without tracks.
    package var track: UInt8?
    /// Size in bytes according to the length field.
    package var length: UInt32
    /// The first two bytes; fewer if the unit is shorter.
    package var head: [UInt8]
  }

  /// A decoder configuration.
  package enum Configuration {
    case avc(AVCDecoderConfigurationRecord)
    case hevc(HEVCDecoderConfigurationRecord)
    case aac(AudioSpecificConfig)
  }

  package var tag: FLVTag
  package var audio: AudioTagHeader?
  package var video: VideoTagHeader?
  package var script: ScriptData?
  /// Configurations by track ID; nil in a packet without tracks.
  package var configurations: [(track: UInt8?, configuration: Configuration)] = []
  package var multichannel: MultichannelConfig?
  /// Tracks of a multitrack packet, with their sizes in bytes.
  package var tracks: [(id: UInt8, codec: FourCC?, size: Int)] = []
  /// NAL units of a video packet, at most `FlvTagCollector.maxUnits`.
  package var units: [Unit] = []
  /// Total number of units.
  package var unitCount = 0
  /// Codec that determines the unit headers.
  package var unitCodec: FourCC?
  /// Parse errors.
  package var errors: [String] = []
}

/// Parses a tag while its body is read in pieces. The body is kept only if it must be parsed as a whole, and then only up to a limit.
package struct FlvTagCollector {
  /// Enough for every header, the length size in a configuration, and a track header after several modifiers.
  package static let headLength = 64
  /// Maximum size of script data, configurations and multitrack packets that are parsed.
  static let maxHeld = 1 << 20
  /// Maximum number of units listed per packet; further units are only counted.
  static let maxUnits = 1000

  /// The video header of the open tag; nil for other tags and truncated headers.
  package private(set) var video: VideoTagHeader?
  /// The first track of a multitrack packet.
  private(set) var firstTrack: VideoTrackHeader?
  /// Whether a tag has begun and not yet finished.
  package private(set) var isOpen = false

  private var details = FlvTagDetails(tag: FLVTag(header: TagHeader(), position: 0, headCount: 0))
  private var lengthSizes = NALLengthSizes()
  private var held: [UInt8] = []
  private var wantsWhole = false
  private var units: LengthPrefixedParser?

  /// Creates a collector at the start of a file.
  package init() {}

  /// Begins a tag with its header and the first bytes of its body.
  package mutating func begin(_ tag: FLVTag, _ head: [UInt8]) {
    isOpen = true
    video = nil
    firstTrack = nil
    details.tag = tag
    // An encrypted body begins with encryption headers.
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

  /// Size of the NAL unit length field in packets without tracks.
  var lengthSize: Int { lengthSizes.size().rawValue }

  /// Length of the first NAL unit of a packet, read from the head alone; nil if the packet has none.
  @inline(__always) func firstUnitLength(_ head: [UInt8]) -> UInt32? {
    guard let video, video.hasPicture else { return nil }
    let codec = video.nalCodec ?? firstTrack?.videoFourCc
    guard let codec, VideoFourCc.isNAL(codec) else { return nil }
    var start = video.byteCount
    if let track = firstTrack { start += 4 + (track.videoFourCc == nil ? 0 : 4) + (track.compositionTimeOffset == nil ? 0 : 3) }
    let size = lengthSizes.size(ofTrack: video.exVideoTagHeader?.videoTrackId ?? firstTrack?.videoTrackId ?? 0).rawValue
    guard start + size <= head.count else { return nil }
    return UInt32(truncatingIfNeeded: head.bigEndian(at: start, size: size))
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

  /// Adds a piece of the body.
  package mutating func body(_ chunk: [UInt8], _ range: Range<Int>) {
    if wantsWhole {
      let room = min(range.count, Self.maxHeld - held.count)
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
    if details.units.count >= Self.maxUnits { return }
    let head = (0..<min(2, unit.headCount)).map { UInt8(truncatingIfNeeded: unit.head >> UInt64(56 - 8 * $0)) }
    details.units.append(.init(track: track, length: unit.length, head: head))
  }
}

// MARK: - Whole bodies

extension FlvTagCollector {
  /// Starts a body that will be read, with its first bytes.
  package mutating func beginBody(_ head: [UInt8]) {
    openBody()
    if wantsWhole { held = head } else if units != nil, let video { listUnits(head, min(video.byteCount, head.count), head.count) }
  }

  /// Finishes the tag at the end of its body or of the file and returns its details.
  package mutating func finish() -> FlvTagDetails {
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

  /// Returns false and adds an error if the body exceeds the size that is kept.
  private mutating func isWhole(_ what: String) -> Bool {
    if held.count < details.tag.header.dataSize, held.count >= Self.maxHeld {
      details.errors.append(
        "\(what) of \(details.tag.header.dataSize) bytes at \(details.tag.position) exceeds the limit of \(Self.maxHeld) bytes")
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
    } else if header.isSequenceHeader, header.isAAC {
      try configure(aac: min(start, held.count)..<held.count, place, header.exAudioTagHeader?.audioTrackId)
    }
  }

  private mutating func configure(aac range: Range<Int>, _ place: UInt64, _ track: UInt8?) throws(SyntaxError) {
    let config = try AudioSpecificConfig(parsing: Array(held[range]), at: place + UInt64(range.lowerBound))
    details.configurations.append((track, .aac(config)))
  }

  private mutating func finishVideo(_ place: UInt64) throws(SyntaxError) {
    guard let header = video else {
      // The header is truncated: parses it again for the position of the error.
      _ = try VideoTagHeader(parsing: held, at: place)
      return
    }
    let track = header.exVideoTagHeader?.videoTrackId
    if let ex = header.exVideoTagHeader, ex.hasTracks {
      if isWhole("multitrack packet") { try finishTracks(ex, header, place) }
    } else if header.isSequenceHeader {
      if isWhole("configuration") { try configure(header.nalCodec, min(header.byteCount, held.count)..<held.count, place, track) }
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

  /// Lengths of three bytes are reserved (ISO/IEC 14496-15 5.3.3.1): accepted, with an error in the details.
  private mutating func check(_ size: NALLengthSize) {
    if size.isReserved { details.errors.append("lengthSizeMinusOne is 2, which is reserved, at \(details.tag.position)") }
  }
}
