import BitstreamKit
import FLVKit
import RTMPKit
import RemuxKit

/// Records a stream to an FLV file without changes. At the end the duration and size in the metadata are updated if the output is seekable.
final class FLVRecorder {
  private let output: MediaOutput
  private var writer = FLVWriter(video: nil, audio: nil)
  private var buffer: [UInt8] = []
  private var hasBegun = false
  /// Tags queued before the first picture or audio frame.
  private var waiting: [RTMPTag] = []
  private var waitingBytes = 0
  private static let maxWaiting = 1 << 20
  private var metaData = FLVMetaData()
  private var metaDataPosition: UInt64 = 0
  private var span = StreamSpan()
  private var hasVideo = false
  private var hasAudio = false
  /// The tracks whose sequence header has come.
  private var described: Set<RTMPMessageType> = []
  /// The tracks with frames that are recorded without one.
  private var undescribed: Set<RTMPMessageType> = []
  private var news: [String] = []
  /// Where the file ends if the last tag could not be written; nil if all were.
  private var end: UInt64?

  init(_ output: MediaOutput) { self.output = output }

  /// Metadata that the writer sets itself or that would be wrong in another file.
  private static let ownNames: [AMF0String] = [
    "duration", "filesize", "keyframes", "hasKeyframes", "lasttimestamp", "lastkeyframetimestamp", "lastkeyframelocation", "datasize",
    "videosize", "audiosize", "canSeekToEnd",
  ]

  /// Writes a tag. Tags before the first picture or audio frame are queued, so that the output is not touched before.
  func append(_ tag: RTMPTag) throws(MediaError) {
    let start = writer.position
    do throws(MediaError) { try appendWhole(tag) } catch {
      // The file ends with a whole tag.
      end = start
      try? output.truncate?(start)
      throw error
    }
  }

  private func appendWhole(_ tag: RTMPTag) throws(MediaError) {
    buffer.removeAll(keepingCapacity: true)
    if !hasBegun {
      switch tag.kind {
      case .picture, .sound: break
      default: return try wait(tag)
      }
    }
    do throws(SyntaxError) {
      if !hasBegun { try begin(with: tag) }
      noteHeader(tag)
      if tag.body.count < Self.largeBody { try writeTag(tag) } else { try beginLarge(tag) }
    } catch { throw .unsupported(error.description) }
    span.take(tag)
    if tag.type == .video { hasVideo = true }
    if tag.type == .audio { hasAudio = true }
    try put()
    if tag.body.count >= Self.largeBody { try endLarge(tag) }
  }

  /// Whether a track has frames that no decoder can read, for want of a sequence header.
  var lacksHeader: Bool { !undescribed.isSubset(of: described) }

  /// What was found since the last call.
  func takeNews() -> [String] {
    defer { news = [] }
    return news
  }

  /// Notes frames without a sequence header, which a server does not send again to those who come late.
  private func noteHeader(_ tag: RTMPTag) {
    switch tag.kind {
    case .configuration: described.insert(tag.type)
    case .picture, .sound:
      guard !described.contains(tag.type), !undescribed.contains(tag.type) else { return }
      let codec = tag.type == .video ? tag.videoHeader.map { MediaCodec($0) } : tag.audioHeader.map { MediaCodec($0) }
      guard let codec, codec.hasSequenceHeader else { return }
      undescribed.insert(tag.type)
      let media = tag.type == .video ? "video" : "audio"
      news.append("\(media), \(codec.name): recorded without a sequence header, which the decoder needs")
    default: break
    }
  }

  /// Bodies of at least this size are not copied into the buffer with their header.
  private static let largeBody = 1 << 16

  private func beginLarge(_ tag: RTMPTag) throws(SyntaxError) {
    try writer.beginTag(TagType(rawValue: tag.type.rawValue), at: max(0, tag.time), byteCount: tag.body.count, to: &buffer)
  }

  private func endLarge(_ tag: RTMPTag) throws(MediaError) {
    do { try output.append(tag.body, 0..<tag.body.count) } catch { throw .bytes(error) }
    buffer.removeAll(keepingCapacity: true)
    writer.end(to: &buffer)
    try put()
  }

  /// Queues a tag that precedes the first picture or audio frame.
  private func wait(_ tag: RTMPTag) throws(MediaError) {
    if waitingBytes + Self.size(tag) > Self.maxWaiting {
      // Configurations and metadata take the place of other tags.
      if tag.kind == .other { return }
      waiting.removeAll { $0.kind == .other }
      waitingBytes = waiting.reduce(0) { $0 + Self.size($1) }
      if waitingBytes + Self.size(tag) > Self.maxWaiting {
        throw .unsupported("more than \(Self.maxWaiting) bytes of configurations and metadata before the first picture or audio frame")
      }
    }
    waiting.append(tag)
    waitingBytes += Self.size(tag)
  }

  /// Memory used by a tag, in bytes.
  private static func size(_ tag: RTMPTag) -> Int { tag.body.count + 128 }

  private func writeTag(_ tag: RTMPTag) throws(SyntaxError) {
    // Further metadata says nothing of this file's duration and size: players believe the last.
    if tag.kind == .metaData, let script = try? ScriptData(parsing: tag.body), let said = OnMetaData(script) {
      var further = FLVMetaData()
      further.further = said.object.properties.filter { !Self.ownNames.contains($0.propertyName) }
      if let body = try? further.scriptData().encoded() {
        return try writer.appendTag(TagType(rawValue: tag.type.rawValue), at: max(0, tag.time), body, to: &buffer)
      }
    }
    try writer.appendTag(TagType(rawValue: tag.type.rawValue), at: max(0, tag.time), tag.body, to: &buffer)
  }

  private func begin(with first: RTMPTag) throws(SyntaxError) {
    hasBegun = true
    // A server may send tags of its own before the metadata of the stream.
    let place = waiting.firstIndex { $0.kind == .metaData }
    let tag = place.map { waiting[$0] } ?? first
    writer.appendFileHeader(hasAudio: true, hasVideo: true, to: &buffer)
    metaData.measured = [.duration, .filesize]
    metaDataPosition = writer.position
    if tag.kind == .metaData, let script = try? ScriptData(parsing: tag.body), let said = OnMetaData(script) {
      metaData.further = said.object.properties.filter { !Self.ownNames.contains($0.propertyName) }
    }
    if (try? metaData.scriptData().encoded()) == nil { metaData.further = [] }
    try writer.append(metaData, to: &buffer)
    for (index, tag) in waiting.enumerated() where index != place {
      noteHeader(tag)
      try writeTag(tag)
      span.take(tag)
      if tag.type == .video { hasVideo = true }
      if tag.type == .audio { hasAudio = true }
    }
    waiting = []
  }

  private func put() throws(MediaError) {
    do { try output.append(buffer, 0..<buffer.count) } catch { throw .bytes(error) }
  }

  /// Completes the file.
  /// - Throws: `malformed` if tags were received but no picture or audio; no file is created then.
  func finish() throws(MediaError) {
    if !hasBegun, !waiting.isEmpty { throw .malformed("no picture or audio was received") }
    guard hasBegun, let replace = output.replace else { return }
    metaData.duration = Double(span.duration) / 1000
    metaData.filesize = Double(end ?? writer.position)
    let body: [UInt8]
    do { body = try metaData.scriptData().encoded() } catch { throw .unsupported(error.description) }
    do {
      try replace(metaDataPosition + UInt64(TagHeader.byteCount), body)
      try replace(4, [(hasAudio ? 4 : 0) | (hasVideo ? 1 : 0)])
    } catch { throw .bytes(error) }
  }
}
