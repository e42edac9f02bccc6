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
    guard let codec = input.reader.container.videoCodec, let start = try start(input.source, codec),
      let model = try RecoveryModel(knowledge, for: .byteStream).pictures, model.codec == codec
    else { return nil }
    var rate = frameRate ?? model.configuration.frameRate
    if rate == nil, let duration = model.duration, let scale = model.track.timescale { rate = ExactRatio(UInt64(scale), UInt64(duration)) }
    let sets = model.configuration.parameterSetUnits.reduce(into: [UInt8]()) { $0 += [0, 0, 0, 1] + $1 }
    let source = PartsSource(input.source, [.bytes(sets), .range(start..<input.source.byteCount)])
    return try MediaInput(source, name: input.name, as: codec == .h264 ? .h264 : .hevc, frameRate: rate)
  }

  /// The stream from its first parameter sets on; nil for other files, and for streams that begin with sets.
  /// - Throws: `MediaError` if the file cannot be read, or has no parameter sets.
  static func withoutStart(_ input: MediaInput, frameRate: ExactRatio?) throws(MediaError) -> (input: MediaInput, note: String)? {
    guard let codec = input.reader.container.videoCodec, try start(input.source, codec) != nil else { return nil }
    guard let sets = try firstSets(input.source, codec) else {
      throw .malformed("the stream has no parameter sets; 'recover --like' takes those of a good file from the same encoder")
    }
    let source = PartsSource(input.source, [.range(sets..<input.source.byteCount)])
    return (
      try MediaInput(source, name: input.name, as: codec == .h264 ? .h264 : .hevc, frameRate: frameRate),
      "the stream has no parameter sets in front of byte \(sets): the pictures before are left out"
    )
  }

  /// The start code of the access unit that begins with the first sequence parameter set; nil if there is none.
  private static func firstSets(_ source: AnyByteSource, _ codec: VideoCodec) throws(MediaError) -> UInt64? {
    // The first unit after the last slice.
    var (start, found): (UInt64?, UInt64?) = (nil, nil)
    try eachUnit(source, codec) { unit, first, isSlice in
      start = isSlice ? nil : start ?? unit.startCodeOffset
      if codec.unitType(first) == (codec == .h264 ? 7 : 33) { found = start }
      return found == nil
    }
    return found
  }

  /// The first start code of a stream in which a slice precedes the sets that it needs; nil for other streams.
  private static func start(_ source: AnyByteSource, _ codec: VideoCodec) throws(MediaError) -> UInt64? {
    var (start, found): (UInt64?, UInt64?) = (nil, nil)
    var kinds: Set<UInt8> = []
    // Sequence and picture parameter sets.
    let needed: Set<UInt8> = codec == .h264 ? [7, 8] : [33, 34]
    try eachUnit(source, codec) { unit, first, isSlice in
      start = start ?? unit.startCodeOffset
      if codec.isParameterSet(first) { kinds.insert(codec.unitType(first)) }
      if isSlice, !needed.isSubset(of: kinds) { found = start }
      return !isSlice
    }
    return found
  }

  /// Passes the units with their first byte, and whether they are slices, until `body` returns false.
  private static func eachUnit(
    _ source: AnyByteSource, _ codec: VideoCodec, _ body: (_ unit: AnnexBUnit, _ first: UInt8, _ isSlice: Bool) -> Bool
  ) throws(MediaError) {
    var (parser, place, chunk) = (AnnexBParser(), UInt64(0), [UInt8]())
    while place < source.byteCount {
      do { try source.read(at: place, count: chunkSize, into: &chunk) } catch { throw .bytes(error) }
      if chunk.isEmpty { return }
      var cursor = 0
      while let unit = parser.next(in: chunk, from: &cursor, to: chunk.count) {
        guard let one = unit.headByte(0), let two = unit.headByte(1) else { continue }
        if !body(unit, one, UnitRecognizer.isSlice(codec, one, two, unit.length) == true) { return }
      }
      place += UInt64(chunk.count)
    }
  }
}
