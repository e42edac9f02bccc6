import BitstreamKit
import NALKit

/// A byte stream that lost its start, and with it its parameter sets.
enum StartlessStream {
  private static let chunkSize = 1 << 16

  /// The stream with the parameter sets of a good file or of the caller in front of it; nil for other files, and for streams that have sets.
  /// - Parameter frameRate: pictures per second; nil for the rate in the parameter sets, or that of the good file.
  /// - Throws: `MediaError` if the file or the good file cannot be read.
  static func input(
    _ input: MediaInput, knowing knowledge: RecoveryKnowledge, frameRate: ExactRatio?
  ) throws(MediaError) -> MediaInput? {
    guard let codec = input.reader.container.videoCodec, try beginsWithSlice(input.source, codec),
      let model = try RecoveryModel(knowledge, for: .byteStream).pictures, model.codec == codec
    else { return nil }
    var rate = frameRate ?? model.configuration.frameRate
    if rate == nil, let duration = model.duration, let scale = model.track.timescale { rate = ExactRatio(UInt64(scale), UInt64(duration)) }
    let sets = model.configuration.parameterSetUnits.reduce(into: [UInt8]()) { $0 += [0, 0, 0, 1] + $1 }
    let source = PartsSource(input.source, [.bytes(sets), .range(0..<input.source.byteCount)])
    return try MediaInput(source, name: input.name, as: codec == .h264 ? .h264 : .hevc, frameRate: rate)
  }

  /// Whether a slice precedes the first parameter set.
  private static func beginsWithSlice(_ source: AnyByteSource, _ codec: VideoCodec) throws(MediaError) -> Bool {
    var (parser, place, chunk) = (AnnexBParser(), UInt64(0), [UInt8]())
    while place < source.byteCount {
      do { try source.read(at: place, count: chunkSize, into: &chunk) } catch { throw .bytes(error) }
      if chunk.isEmpty { return false }
      var cursor = 0
      while let unit = parser.next(in: chunk, from: &cursor, to: chunk.count) {
        guard let first = unit.headByte(0), let second = unit.headByte(1) else { continue }
        if codec.isParameterSet(first) { return false }
        if UnitRecognizer.isSlice(codec, first, second, unit.length) == true { return true }
      }
      place += UInt64(chunk.count)
    }
    return false
  }
}
