import BitstreamKit
import MP4Kit

/// Brings back what is whole of a broken file.
public enum Recovery {
  /// What is known of the pictures of a movie that lost its `moov`.
  public enum Knowledge {
    /// A good file from the same recorder.
    case like(MediaInput)
    /// Parameter sets as whole NAL units.
    case parameterSets([[UInt8]], VideoCodec)
  }

  /// A unit is at most so much larger than the largest sample of the good file.
  private static var margin: UInt64 { 8 }
  /// No unit is larger where there is no good file.
  private static var most: UInt64 { 1 << 24 }

  /// Whether a file of the MP4 family has no `moov`, or only the beginning of one, and no fragments.
  public static func isWithoutIndex<Source: ByteSource>(_ file: Source) throws(MediaError) -> Bool {
    var walker = BoxWalker(AnyByteSource(file))
    do {
      while let place = try walker.next() {
        guard place.depth == 0 else { continue }
        let type = place.header.type
        if place.isBox, type == "moof" { return false }
        if place.isBox, type == "moov" { return place.header.form == .toEnd || place.header.size > place.size }
        walker.leave(place)
      }
    } catch { throw .bytes(error) }
    return true
  }

  /// The pictures of a movie without a `moov`, found in its media data.
  /// - Throws: where there are none, or what is known does not help.
  public static func pictures<Source: ByteSource>(
    in file: Source, name: String, knowing knowledge: Knowledge, frameRate: ExactRatio? = nil, for target: Remuxer.Target
  ) throws(MediaError) -> MediaComposition {
    let source = AnyByteSource(file)
    let regions = try mediaData(source)
    if regions.isEmpty { throw .malformed("there is no media data") }
    let model = try Model(knowledge)
    var scan = MediaDataScan(
      source, model.codec, parameterSets: model.configuration.parameterSetUnits, lengthSize: model.lengthSize, most: model.most,
      end: source.byteCount)
    for region in regions { try scan.scan(region) }
    var track = model.track
    if let rate = frameRate ?? (model.duration == nil ? scan.frameRate : nil) {
      let reduced = rate.reduced
      guard let scale = UInt32(exactly: reduced.numerator), scale > 0 else {
        throw .unsupported("a rate of \(rate) pictures in a second")
      }
      track.timescale = scale
      track.reorderDelay = Int64(UInt32(clamping: reduced.denominator))
    } else if let duration = model.duration {
      track.reorderDelay = Int64(duration)
    } else {
      throw .unsupported("nobody says how many pictures there are in a second: --fps says it")
    }
    let duration = UInt32(clamping: track.reorderDelay)
    track.reorderDelay = scan.reorderDepth * Int64(duration)
    let (entries, undecodable) = scan.entries(duration: duration)
    if entries.isEmpty { throw .malformed("no picture was found that goes by these parameter sets") }
    let list = ListedInput([track], [model.blueprint], [entries], findings: [])
    let input = MediaInput(source, name: name, reader: MediaReader(list))
    var composition = try MediaComposition.merging([input], tracks: [[0]], for: target)
    composition.notes = notes(entries, undecodable, scan.unknown, model)
    return composition
  }

  private static func notes(_ entries: [ListedInput.Entry], _ undecodable: Int, _ unknown: UInt64, _ model: Model) -> [String] {
    var notes = ["\(entries.count) pictures found, \(entries.count { $0.isKey }) of them key pictures"]
    if undecodable > 0 { notes.append("\(undecodable) pictures before the first key picture are left out") }
    if unknown > 0 {
      notes.append(
        model.hasOthers
          ? "\(unknown) bytes between them are lost: sound and other tracks cannot be told apart without the index"
          : "\(unknown) bytes between them are lost: they are no pictures, or sound that cannot be told apart without the index")
    }
    notes.append("pictures follow each other at even distances: their own times are lost with the index")
    return notes
  }

  /// Where media data lies: what `mdat` boxes hold. One whose size was never filled in reaches to the end.
  private static func mediaData(_ source: AnyByteSource) throws(MediaError) -> [Range<UInt64>] {
    var regions: [Range<UInt64>] = []
    var walker = BoxWalker(source)
    do {
      while let place = try walker.next() {
        guard place.depth == 0 else { continue }
        walker.leave(place)
        guard place.isBox, place.header.type == "mdat" else { continue }
        let isOpen = place.payloadSize == 0 || place.header.form == .toEnd || place.header.size > place.size
        let end = isOpen ? source.byteCount : place.end
        if place.payloadOffset < end { regions.append(place.payloadOffset..<end) }
        if isOpen { break }
      }
    } catch { throw .bytes(error) }
    return regions
  }

  /// What the pictures are taken to be.
  private struct Model {
    var track: MediaTrack
    var codec: VideoCodec
    var configuration: MediaConfiguration
    var lengthSize: NALLengthSize
    var blueprint: TrackBlueprint?
    var most: UInt64
    /// How long a picture lasts; nil where the parameter sets have to say it.
    var duration: UInt32?
    /// Whether there are other tracks.
    var hasOthers = false

    init(_ knowledge: Knowledge) throws(MediaError) {
      switch knowledge {
      case .parameterSets(let units, let codec):
        configuration = MediaConfiguration(parameterSets: units, of: codec)
        if configuration == .none { throw .unsupported("these parameter sets cannot be read, or some are missing") }
        self.codec = codec
        track = MediaTrack(index: 0, id: 1, kind: .video, codec: codec == .h264 ? .h264 : .hevc, timescale: nil)
        track.configuration = configuration
        (lengthSize, most) = (.four, Recovery.most)
        if let size = configuration.pictureSize {
          (track.width, track.height) = (UInt32(clamping: size.width), UInt32(clamping: size.height))
          // Coded pictures are hardly larger than what they show.
          most = min(most, max(1 << 16, UInt64(track.width) * UInt64(track.height) * 3))
        }
        track.framing = .lengthPrefixed(.four)
      case .like(let input):
        guard let model = input.reader.tracks.first(where: { $0.codec == .h264 || $0.codec == .hevc }) else {
          throw .unsupported("\(input.name) has no track of H.264 or H.265")
        }
        track = model
        codec = model.codec == .h264 ? .h264 : .hevc
        configuration = model.configuration
        if case .lengthPrefixed(let size) = model.framing { lengthSize = size } else { lengthSize = .four }
        if configuration == .none { throw .unsupported("\(input.name) says nothing of its parameter sets") }
        hasOthers = input.reader.tracks.count > 1
        let facts = try Self.facts(input, model.index)
        (duration, most) = (facts.duration, min(Recovery.most, max(1 << 16, facts.largest * Recovery.margin)))
        if let movie = input.reader.movie {
          blueprint = try .copy(movie.tracks[model.index], of: movie, isWhole: false)
          blueprint?.editList = nil
        }
        track.framing = .lengthPrefixed(lengthSize)
      }
      track.index = 0
      track.id = 1
      track.sampleCount = nil
    }

    /// The most common duration of a sample, and the size of the largest.
    private static func facts(_ input: MediaInput, _ track: Int) throws(MediaError) -> (duration: UInt32?, largest: UInt64) {
      var counts: [UInt32: Int] = [:]
      var largest: UInt64 = 0
      var walk = try TrackWalk(input, track)
      while let item = try walk.next() {
        largest = max(largest, item.sample.size)
        if counts.count < 256 || counts[item.sample.duration] != nil { counts[item.sample.duration, default: 0] += 1 }
      }
      let common = counts.max { $0.value != $1.value ? $0.value < $1.value : $0.key < $1.key }
      return (common.flatMap { $0.key > 0 ? $0.key : nil }, largest)
    }
  }
}
