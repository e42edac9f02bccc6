import AACKit
import BitstreamKit
import MP4Kit

/// Reads an output again and compares it with its source: every byte of every sample, and every time.
public struct CarryVerifier {
  private let source: AnyByteSource
  private let reader: MediaReader
  private let wanted: [Int]
  private let options: CarryOptions
  private var expected: ByteWindow<AnyByteSource>
  private var actual: ByteWindow<AnyByteSource>
  private let output: AnyByteSource
  /// Added to all times of the output; set by the first sample.
  private var offset: MediaTime?

  /// Compares an output with the file it was made from.
  /// - Returns: a description of the first difference; nil if there is none.
  /// - Throws: `MediaError` if one of them cannot be read.
  public static func difference<Source: ByteSource, Output: ByteSource>(
    between file: Source, as container: MediaContainer? = nil, and output: Output, written target: Remuxer.Target,
    _ options: CarryOptions = CarryOptions(), frameRate: ExactRatio? = nil
  ) throws(MediaError) -> String? {
    let input = try MediaInput(file, name: "", as: container, frameRate: frameRate)
    return try difference(between: input, and: output, written: target, options)
  }

  /// Compares an output with the opened file it was made from.
  /// - Returns: a description of the first difference; nil if there is none.
  /// - Throws: `MediaError` if one of them cannot be read.
  public static func difference<Output: ByteSource>(
    between input: MediaInput, and output: Output, written target: Remuxer.Target, _ options: CarryOptions = CarryOptions()
  ) throws(MediaError) -> String? {
    let wanted = options.tracks ?? Array(input.tracks.indices)
    let reader = input.reader.prepared(options).timingSound(target == .mp4)
    var verifier = CarryVerifier(input.source, reader, wanted, AnyByteSource(output), options)
    return try verifier.compare(target)
  }

  /// Compares an output with the composition it was made from.
  /// - Returns: a description of the first difference; nil if there is none.
  public static func difference<Output: ByteSource>(
    between composition: MediaComposition, and output: Output, written target: Remuxer.Target, _ options: CarryOptions = CarryOptions()
  ) throws(MediaError) -> String? {
    let reader = MediaReader(composition)
    var verifier = CarryVerifier(
      AnyByteSource(composition.source), reader, Array(reader.tracks.indices), AnyByteSource(output), options)
    return try verifier.compare(target)
  }

  private init(
    _ source: AnyByteSource, _ reader: MediaReader, _ wanted: [Int], _ output: AnyByteSource, _ options: CarryOptions
  ) {
    self.source = source
    self.reader = reader
    self.wanted = wanted
    self.output = output
    self.options = options
    // Movies keep their timeline; other sources are shifted to start at their first presented sample.
    if reader.traits.placement == .edits { offset = .zero }
    expected = ByteWindow(source)
    actual = ByteWindow(output)
  }

  private mutating func compare(_ target: Remuxer.Target) throws(MediaError) -> String? {
    switch target {
    case .byteStream, .frames: return try compareStream(try Remuxer.theOne(reader, wanted, for: target, options))
    case .adts: return try comparePayloads(try Remuxer.theOne(reader, wanted, for: target, options))
    case .mp4: return try compareTracks(isMovie: true)
    case .flv:
      offset = nil
      return try compareTracks(isMovie: false)
    }
  }

  private func queue(_ track: Int) throws(MediaError) -> SampleQueue {
    try SampleQueue(source, reader, wanted: [track], order: .file)
  }

  // MARK: - Streams

  /// Compares a byte stream, which consists of the samples without gaps.
  private mutating func compareStream(_ track: Int) throws(MediaError) -> String? {
    var samples = try queue(track)
    var transform = SampleTransform(reader.tracks[track], to: .startCodes)
    var (place, number, bytes): (UInt64, Int, AnyByteSource) = (0, 0, source)
    while let sample = try samples.next() {
      if transform?.description != sample.descriptionIndex { transform?.follow(sample, samples) }
      try transform?.convert(sample, &bytes)
      let size = transform?.byteCount ?? sample.size
      if let difference = try differs(sample, transform, at: place, size) { return name(track, number, difference) }
      place += size
      number += 1
    }
    return place == output.byteCount ? nil : "\(output.byteCount) bytes were written, but the samples have \(place)"
  }

  /// Compares the frame payloads of an ADTS stream with the samples.
  private mutating func comparePayloads(_ track: Int) throws(MediaError) -> String? {
    var samples = try queue(track)
    var written = try MediaReader(output, as: .adts)
    var number = 0
    while let sample = try samples.next() {
      guard let found = try written.next() else { return "sample \(number) of track \(track) is missing" }
      // A program_config_element may stand before the block.
      let element = found.size > sample.size && found.size - sample.size == elementSize(samples, sample) ? found.size - sample.size : 0
      if found.size != sample.size + element { return name(track, number, "\(found.size) bytes instead of \(sample.size)") }
      if let difference = try differs(sample, nil, at: found.offset + element, sample.size) { return name(track, number, difference) }
      number += 1
    }
    return try written.next() == nil ? nil : "there are more than \(number) samples"
  }

  /// The size of the program_config_element that is written before blocks.
  private func elementSize(_ samples: SampleQueue, _ sample: MediaSample) -> UInt64 {
    guard case .aac(let config)? = try? samples.configuration(of: sample), let writer = try? ADTSWriter(config) else { return 0 }
    return UInt64(writer.headerSize - 7)
  }

  // MARK: - Containers

  private mutating func compareTracks(isMovie: Bool) throws(MediaError) -> String? {
    let head = try MediaReader(output, as: isMovie ? .mp4 : .flv)
    if isMovie, head.tracks.count != wanted.count { return "\(head.tracks.count) tracks instead of \(wanted.count)" }
    for (place, track) in wanted.enumerated() {
      let found = isMovie ? place : head.tracks.firstIndex { $0.kind == reader.tracks[track].kind }
      guard let found else {
        // An FLV file without samples does not reveal its tracks.
        var samples = try queue(track)
        if try samples.next() == nil { continue }
        return "track \(track) is missing"
      }
      if isMovie, let difference = try compareEdits(track, head, found) { return difference }
      if let difference = try compare(track, with: found, of: head, isMovie: isMovie) { return difference }
    }
    return nil
  }

  /// Compares the edit list with the requested one.
  private func compareEdits(_ track: Int, _ head: MediaReader, _ found: Int) throws(MediaError) -> String? {
    guard reader.traits.placement == .blueprints, var asked = try reader.blueprint(of: track), asked.editList != nil else { return nil }
    if case .fragmented = options.layout {
      var (samples, written) = (try queue(track), try head.reopened(track: found))
      if let sample = try samples.next(), let other = try written.next() {
        let delay = Self.delay(sample, other)
        if delay > 0 { asked.delayMedia(by: delay) }
        let late = asked.removeEmptyStart(
          before: sample.presentationTime &+ delay, reader.tracks[track].kind, head.movie?.timescale ?? 1)
        if other.decodeTime != max(0, sample.decodeTime &+ late) { return "track \(track) starts at \(other.decodeTime)" }
      }
    }
    let there = head.movie?.tracks[found].editList?.entries.map { [$0.mediaTime, Int64(clamping: $0.editDuration)] } ?? []
    let wanted = asked.editList?.entries.map { [$0.mediaTime, Int64(clamping: $0.editDuration)] } ?? []
    return there == wanted ? nil : "the edit list of track \(track) differs"
  }

  /// The time by which fragments present a track later in its media, so that no composition offset is negative.
  private func delay(of track: Int, in head: MediaReader, _ found: Int) throws(MediaError) -> Int64 {
    guard case .fragmented = options.layout else { return 0 }
    var (samples, written) = (try queue(track), try head.reopened(track: found))
    guard let sample = try samples.next(), let other = try written.next() else { return 0 }
    return Self.delay(sample, other)
  }

  private static func delay(_ sample: MediaSample, _ other: MediaSample) -> Int64 {
    max(0, (other.presentationTime &- other.decodeTime) &- (sample.presentationTime &- sample.decodeTime))
  }

  private mutating func compare(_ track: Int, with found: Int, of head: MediaReader, isMovie: Bool) throws(MediaError) -> String? {
    var samples = try queue(track)
    var written = try head.reopened(track: found)
    let flattened = isMovie && head.descriptionCount(ofTrack: found) == 1 ? try setsIntoSamples(track) : nil
    var transform = flattened ?? SampleTransform(reader.tracks[track], to: .lengths, correction: options.corrections[track])
    var (number, bytes): (Int, AnyByteSource) = (0, source)
    var times = try Times(reader, track, head, found, isMovie: isMovie, editStart: options.corrections[track]?.editStart)
    if isMovie { times.delay = try delay(of: track, in: head, found) }
    while let sample = try samples.next() {
      guard let other = try written.next() else { return "sample \(number) of track \(track) is missing" }
      if transform?.description != sample.descriptionIndex { transform?.follow(sample, samples) }
      try transform?.convert(sample, &bytes)
      let size = transform?.byteCount ?? sample.size
      if other.size != size { return name(track, number, "\(other.size) bytes instead of \(size)") }
      if let difference = try differs(sample, transform, at: other.offset, size) { return name(track, number, difference) }
      let index = flattened == nil ? sample.descriptionIndex : 1
      if isMovie, other.descriptionIndex != index {
        return name(track, number, "uses description \(other.descriptionIndex) instead of \(index)")
      }
      if reader.tracks[track].kind == .video, other.isKey != sample.isKey {
        return name(track, number, other.isKey ? "has become a key picture" : "is no longer a key picture")
      }
      if let difference = times.difference(sample, other, &offset) { return name(track, number, difference) }
      number += 1
    }
    return try written.next() == nil ? nil : "track \(track) has more than \(number) samples"
  }

  /// The transform that a track of several descriptions gets if it is to have one.
  private func setsIntoSamples(_ track: Int) throws(MediaError) -> SampleTransform? {
    guard options.hasOneDescription else { return nil }
    var samples = try queue(track)
    if reader.container == .flv { while try samples.next() != nil {} }
    return samples.setsIntoSamples(ofTrack: track)
  }

  private func name(_ track: Int, _ number: Int, _ what: String) -> String { "sample \(number) of track \(track): \(what)" }

  // MARK: - Bytes

  /// Compares bytes of the output with a sample, or with its converted form.
  private mutating func differs(
    _ sample: MediaSample, _ transform: SampleTransform?, at place: UInt64, _ size: UInt64
  ) throws(MediaError) -> String? {
    guard var transform, let large = transform.large else {
      let whole = transform.map { SamplePiece.made($0.output) } ?? .source(offset: sample.offset, size: size)
      do { return try differs(whole, at: place, 0) } catch { throw .bytes(error) }
    }
    var (difference, done, bytes): (String?, UInt64, AnyByteSource) = (nil, 0, source)
    try transform.walk(large, &bytes) { (piece) throws(ByteError) in
      if difference == nil { difference = try differs(piece, at: place &+ done, done) }
      done += piece.size
    }
    return difference
  }

  /// Compares bytes of the output with a piece of a sample that follows `before` other bytes of it.
  private mutating func differs(_ piece: SamplePiece, at place: UInt64, _ before: UInt64) throws(ByteError) -> String? {
    var done: UInt64 = 0
    while done < piece.size {
      let wanted = Int(min(65536, piece.size - done))
      let (there, count) = try actual.load(place &+ done, wanted)
      if count < wanted { return "the output ends inside it" }
      switch piece {
      case .made(let made):
        for index in 0..<wanted where made[Int(done) + index] != actual.bytes[there + index] { return byte(before + done, index) }
      case .source(let offset, _):
        let (first, known) = try expected.load(offset &+ done, wanted)
        if known < wanted { return "the input ends inside it" }
        for index in 0..<wanted where expected.bytes[first + index] != actual.bytes[there + index] { return byte(before + done, index) }
      }
      done += UInt64(wanted)
    }
    return nil
  }

  private func byte(_ done: UInt64, _ index: Int) -> String { "byte \(done + UInt64(index)) differs" }
}

/// Compares the times of a track.
private struct Times {
  private let scale: UInt32
  private let otherScale: UInt32
  private let shift: MediaTime
  private let otherShift: MediaTime
  private let lead: Int64
  private let isMovie: Bool
  private let isCutUp: Bool
  /// The difference of composition offsets.
  var delay: Int64 = 0
  /// Expected decoding time in a movie: the sum of the preceding durations.
  private var decodeTime: Int64 = 0
  private var first: (expected: Int64, found: Int64)?

  /// - Parameter editStart: the time at which the first edit of media begins in the output; nil if it is that of the source.
  init(
    _ reader: MediaReader, _ track: Int, _ head: MediaReader, _ found: Int, isMovie: Bool, editStart: Int64?
  ) throws(MediaError) {
    scale = max(1, reader.tracks[track].timescale ?? 1)
    otherScale = max(1, head.tracks[found].timescale ?? 1)
    var shift = reader.timelineShift(of: track)
    let edit = reader.movie?.tracks[track].editList?.entries.first { $0.mediaTime >= 0 && $0.mediaRateInteger == 1 }
    if let editStart, let edit, let moved = MediaTime(value: edit.mediaTime &- editStart, timescale: scale) {
      shift = shift.nearlyAdding(moved) ?? shift
    }
    self.shift = shift
    otherShift = head.timelineShift(of: found)
    lead = isMovie ? 0 : try reader.presentationDelay(of: track)
    self.isMovie = isMovie
    isCutUp = reader.traits.placement == .blueprints || reader.isCutUp(track)
  }

  mutating func difference(_ sample: MediaSample, _ other: MediaSample, _ offset: inout MediaTime?) -> String? {
    if isMovie {
      if first == nil { first = (0, other.decodeTime) }
      let found = other.decodeTime &- (first?.found ?? 0)
      if found != decodeTime { return "decoding time \(found) instead of \(decodeTime)" }
      decodeTime &+= Int64(sample.duration)
      let (asked, there) = (sample.presentationTime &- sample.decodeTime &+ delay, other.presentationTime &- other.decodeTime)
      if asked != there { return "composition offset \(there) instead of \(asked)" }
      // Edit lists with several parts are compared separately; otherwise the first sample fixes the position of the track.
      if isCutUp || found != 0 { return nil }
    }
    guard let asked = place(sample.presentationTime, scale, shift), let there = place(other.presentationTime, otherScale, otherShift)
    else { return nil }
    guard let known = offset else {
      offset = there.nearlySubtracting(asked)
      return nil
    }
    let lateness = there.nearlySubtracting(asked)?.nearlySubtracting(known)?.value(in: 1_000_000) ?? 0
    if abs(lateness) > 2000 { return "presentation time off by \(lateness) µs" }
    if isMovie { return nil }
    guard let decoded = place(sample.decodeTime &- lead, scale, shift), let then = place(other.decodeTime, otherScale, otherShift) else {
      return nil
    }
    let late = then.nearlySubtracting(decoded)?.nearlySubtracting(known)?.value(in: 1_000_000) ?? 0
    return abs(late) > 2000 ? "decoding time off by \(late) µs" : nil
  }

  private func place(_ time: Int64, _ scale: UInt32, _ shift: MediaTime) -> MediaTime? {
    MediaTime(value: time, timescale: scale)?.nearlyAdding(shift)
  }
}
