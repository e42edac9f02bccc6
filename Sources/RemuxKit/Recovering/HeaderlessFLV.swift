import BitstreamKit
import FLVKit

/// An FLV file that lost its sequence headers, as a recording does that lost its start, or in which they are damaged.
enum HeaderlessFLV {
  /// The file with the sequence headers of a good file or of the caller in place of those it lost.
  /// - Returns: nil for other files, and if `knowledge` has no configuration of the codecs.
  /// - Throws: `MediaError` if the file or the good file cannot be read.
  static func input(
    _ input: MediaInput, knowing knowledge: RecoveryKnowledge
  ) throws(MediaError) -> (input: MediaInput, note: String)? {
    guard input.reader.container == .flv else { return nil }
    let lacking = input.reader.tracks.filter { [.h264, .hevc, .aac].contains($0.codec) && isMissing($0.configuration) }
    if lacking.isEmpty { return nil }
    let model = try RecoveryModel(knowledge, for: .flv)
    let known = [model.pictures?.track, model.sound?.track].compactMap { $0 }
    let mended = lacking.compactMap { track in known.first { $0.codec == track.codec && !isMissing($0.configuration) } }
    if mended.isEmpty { return nil }
    var walk = try Headers(input.source, mended)
    guard let first = walk.first else { return nil }
    let made = try walk.made(mended)
    if made.isEmpty { return nil }
    var parts: [PartsSource.Part] = [.range(0..<first), .bytes(made)]
    var start = first
    for range in walk.damaged {
      if range.lowerBound > start { parts.append(.range(start..<range.lowerBound)) }
      start = range.upperBound
    }
    if start < input.source.byteCount { parts.append(.range(start..<input.source.byteCount)) }
    let names = mended.map { $0.codec.name }.joined(separator: " and ")
    return (
      try MediaInput(PartsSource(input.source, parts), name: input.name, as: .flv),
      "there is no valid sequence header of \(names): the good file or the parameter sets give one"
    )
  }

  private static func isMissing(_ configuration: MediaConfiguration) -> Bool { configuration == .none || configuration.isDamaged }

  /// What the tags of a file say about its sequence headers.
  private struct Headers {
    /// The offset of the first tag.
    private(set) var first: UInt64?
    /// The tags of sequence headers that cannot be read, with their PreviousTagSize.
    private(set) var damaged: [Range<UInt64>] = []
    /// The times of the first tags of pictures and of sound.
    private var times: (video: Int64?, audio: Int64?)
    private var maker = FLVTagMaker(video: nil, audio: nil)

    /// The most sequence headers to leave out.
    private static let maxDamaged = 1 << 12

    init(_ source: AnyByteSource, _ tracks: [MediaTrack]) throws(MediaError) {
      let codecs = tracks.map { $0.codec }
      var walk = FLVTagWalk(source)
      while damaged.count < Self.maxDamaged, let tag = try walk.next() {
        first = first ?? tag.tag.position
        let time = Int64(tag.tag.header.milliseconds)
        if tag.tag.header.type == .video { times.video = times.video ?? time }
        if tag.tag.header.type == .audio { times.audio = times.audio ?? time }
        let (isHeader, length): (Bool, Int)
        let codec: MediaCodec
        if tag.tag.header.type == .video, let header = walk.videoHeader(tag) {
          (codec, isHeader, length) = (MediaCodec(header), header.isSequenceHeader, header.byteCount)
          let code = header.exVideoTagHeader?.videoFourCc.map { VideoCoding.fourCC($0) }
          maker.video = maker.video ?? code ?? header.codecID.map { .id(VideoCodecID(rawValue: $0)) }
        } else if tag.tag.header.type == .audio, let header = walk.audioHeader(tag) {
          (codec, isHeader, length) = (MediaCodec(header), header.isSequenceHeader, header.byteCount)
          maker.audio = maker.audio ?? header.exAudioTagHeader?.audioFourCc.map { .fourCC($0) } ?? .aac
        } else {
          continue
        }
        guard isHeader, codecs.contains(codec) else { continue }
        let found = MediaConfiguration(flvPayload: try walk.body(tag, after: length, limit: 1 << 16), codec)
        if found.map(HeaderlessFLV.isMissing) ?? true {
          damaged.append(tag.tag.position..<min(source.byteCount, tag.tag.bodyPosition + UInt64(tag.tag.header.dataSize) + 4))
        }
      }
    }

    /// The tags of the sequence headers of these tracks.
    mutating func made(_ tracks: [MediaTrack]) throws(MediaError) -> [UInt8] {
      var (bytes, writer) = ([UInt8](), FLVWriter(video: nil, audio: nil))
      do {
        for track in tracks {
          let tag: FLVStreamTag
          switch track.configuration {
          case .avc(let record): tag = try maker.configuration(record, at: times.video ?? 0)
          case .hevc(let record): tag = try maker.configuration(record, at: times.video ?? 0)
          case .aac(let config): tag = try maker.configuration(config, at: times.audio ?? 0)
          case .none, .box: continue
          }
          try writer.append(tag, to: &bytes)
        }
      } catch { throw .unsupported(error.description) }
      return bytes
    }
  }
}
