import BitstreamKit
import FLVKit
import RTMPKit

/// Writes the parts of a stream as they are into an FLV file. At the end, where the file can go back, its metadata say how long it is.
final class FLVRecorder {
  private let output: MediaOutput
  private var writer = FLVWriter(video: nil, audio: nil)
  private var buffer: [UInt8] = []
  private var hasBegun = false
  private var metaData = FLVMetaData()
  private var metaDataPosition: UInt64 = 0
  private var span = StreamSpan()
  private var hasVideo = false
  private var hasAudio = false

  init(_ output: MediaOutput) { self.output = output }

  /// What the writer says by itself, or what would be wrong in another file.
  private static let ownNames: [AMF0String] = [
    "duration", "filesize", "keyframes", "hasKeyframes", "lasttimestamp", "lastkeyframetimestamp", "lastkeyframelocation", "datasize",
    "videosize", "audiosize", "canSeekToEnd",
  ]

  func append(_ tag: RTMPTag) throws(MediaError) {
    buffer.removeAll(keepingCapacity: true)
    let isFirst = !hasBegun
    do throws(SyntaxError) {
      if isFirst { try begin(with: tag) }
      if !(isFirst && tag.kind == .metaData) { try writeTag(tag) }
    } catch { throw .unsupported(error.description) }
    span.take(tag)
    if tag.type == .video { hasVideo = true }
    if tag.type == .audio { hasAudio = true }
    try put()
  }

  private func writeTag(_ tag: RTMPTag) throws(SyntaxError) {
    try writer.appendTag(TagType(rawValue: tag.type.rawValue), at: max(0, tag.time), tag.body, to: &buffer)
  }

  private func begin(with tag: RTMPTag) throws(SyntaxError) {
    hasBegun = true
    writer.appendFileHeader(hasAudio: true, hasVideo: true, to: &buffer)
    metaData.measured = [.duration, .filesize]
    metaDataPosition = writer.position
    if tag.kind == .metaData, let script = try? ScriptData(parsing: tag.body), let said = OnMetaData(script) {
      metaData.further = said.object.properties.filter { !Self.ownNames.contains($0.propertyName) }
    }
    if (try? metaData.scriptData().encoded()) == nil { metaData.further = [] }
    try writer.append(metaData, to: &buffer)
  }

  private func put() throws(MediaError) {
    do { try output.append(buffer, 0..<buffer.count) } catch { throw .bytes(error) }
  }

  func finish() throws(MediaError) {
    guard hasBegun, let replace = output.replace else { return }
    metaData.duration = Double(span.duration) / 1000
    metaData.filesize = Double(writer.position)
    let body: [UInt8]
    do { body = try metaData.scriptData().encoded() } catch { throw .unsupported(error.description) }
    do {
      try replace(metaDataPosition + UInt64(TagHeader.byteCount), body)
      try replace(4, [(hasAudio ? 4 : 0) | (hasVideo ? 1 : 0)])
    } catch { throw .bytes(error) }
  }
}

/// From when to when a stream lasts: a frame that none follows as long as the one before.
struct StreamSpan {
  private struct Track {
    var last: Int64
    var step: Int64 = 0
  }

  private var video: Track?
  private var audio: Track?
  private var first: Int64?

  /// Takes a part of the stream; its time counts where it is a picture or sound.
  mutating func take(_ tag: RTMPTag) {
    switch tag.kind {
    case .picture: Self.take(tag.time, &video)
    case .sound: Self.take(tag.time, &audio)
    default: return
    }
    first = min(first ?? tag.time, tag.time)
  }

  private static func take(_ time: Int64, _ track: inout Track?) {
    guard let before = track else { return track = Track(last: time) }
    track = Track(last: max(before.last, time), step: time > before.last ? time - before.last : before.step)
  }

  /// Where the last frame ends, milliseconds; nil where there was none.
  var end: Int64? {
    let ends = [video, audio].compactMap { $0.map { $0.last + $0.step } }
    return ends.max()
  }

  /// Milliseconds.
  var duration: Int64 { end.flatMap { end in first.map { end - $0 } } ?? 0 }
}
