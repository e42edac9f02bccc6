import BitstreamKit
import MP4Kit
import NALKit
import ProbeKit
import RemuxKit

/// The byte designated by a place, and the requested kind of owner.
struct ExplainTarget {
  var offset: UInt64
  /// nil for a byte: everything that owns it.
  var kind: ExplainLayer.Kind?
  /// The bytes whose owners have the elements of the place.
  var inner: [UInt64] = []
  /// The end of a sample.
  var end: UInt64 = 0

  /// Finds a place other than a path, an element or a unit of a sample.
  init(_ place: ExplainPlace, _ input: ProbeInput, _ container: MediaContainer) throws(ExplainError) {
    switch place {
    case .offset(let offset): (self.offset, kind) = (offset, nil)
    case .path, .element, .sampleUnit: (offset, kind) = (0, nil)
    case .unit(let number):
      kind = .unit
      switch container {
      case .h264, .hevc: offset = try Self.unit(number, input)
      case .mp4, .flv: offset = try Self.trackUnit(number, nil, input, container)
      case .adts: throw .place("An AAC stream has no NAL units.")
      }
    case .trackUnit(let track, let number):
      kind = .unit
      guard container == .mp4 || container == .flv else { throw .place("A stream has no tracks.") }
      offset = try Self.trackUnit(number, track, input, container)
    case .item(let id):
      kind = .item
      guard let place = try Self.item(id, input, container).extents.first else { throw .place("Item \(id) has no data in this file.") }
      offset = place.lowerBound
    case .itemUnit(let id, let number):
      kind = .unit
      offset = try Self.itemUnit(number, Self.item(id, input, container), input)
    case .sample(let track, let index):
      kind = .sample
      var finder = try SampleFinder(input, container)
      try finder.check(track)
      guard let found = try finder.find(.number(track: track, index: index)) else {
        throw .place("No sample \(index) in track \(track): it has \(finder.count(of: track)).")
      }
      (offset, end) = (found.sample.offset, found.sample.offset + found.sample.size)
    case .time(let track, let numerator, let denominator):
      kind = .sample
      var finder = try SampleFinder(input, container)
      let track = try finder.timedTrack(track)
      guard let found = try finder.find(.time(track: track, numerator: numerator, denominator: denominator)) else {
        throw .place("No sample of track \(track) is shown at this time: \(finder.span(of: track)).")
      }
      (offset, end) = (found.sample.offset, found.sample.offset + found.sample.size)
    case .tag(let number):
      kind = .tag
      guard container == .flv else { throw .place("Only FLV files have tags.") }
      var tags = TagExplainer(input)
      offset = try tags.position(of: .number(number))
      // The header, the body, and what follows its header of 1, 2 or 5 bytes.
      inner = [0, 11, 13, 16].map { offset + $0 }
    case .metaData:
      kind = .tag
      guard container == .flv else { throw .place("Only FLV files have onMetaData.") }
      var tags = TagExplainer(input)
      offset = try tags.position(of: .metaData)
      inner = [offset + 11]
    case .frame(let number):
      kind = .frame
      guard container == .adts else { throw .place("Only AAC streams have frames.") }
      offset = try FrameExplainer(input).position(of: number)
    case .audioConfiguration(let track):
      offset = try Self.audioConfiguration(track, input, container)
    }
    if inner.isEmpty { inner = [offset] }
  }

  /// The start of a unit of a byte stream.
  private static func unit(_ number: UInt64, _ input: ProbeInput) throws(ExplainError) -> UInt64 {
    var units = UnitSearch(input)
    while let unit = try units.next() { if unit.index == number { return unit.position.start } }
    throw .place("No NAL unit \(number): the stream has \(units.count).")
  }

  /// The start of a unit of a track, or of the first video track: those of the configuration record come first, as in `nalu`.
  private static func trackUnit(
    _ number: UInt64, _ wanted: Int?, _ input: ProbeInput, _ container: MediaContainer
  ) throws(ExplainError) -> UInt64 {
    var (track, count): (Int?, UInt64) = (nil, 0)
    do {
      let tracks = try MediaReader(input, as: container).tracks
      track = tracks.first { $0.hasUnits && (wanted == nil || $0.index == wanted) }?.index
      if let track {
        var units = try TrackUnits(input, as: container, track: track, limit: 64)
        let found = try start(of: number, in: &units)
        if let start = found.start { return start }
        count = found.count
      }
    } catch { throw .media(error) }
    if track != nil { throw .place("No NAL unit \(number): the track has \(count).") }
    throw .place(wanted.map { "Track \($0) has no NAL units." } ?? "The file has no track of H.264 or H.265.")
  }

  /// The image item with an ID.
  private static func item(_ id: UInt32, _ input: ProbeInput, _ container: MediaContainer) throws(ExplainError) -> ImageItem {
    let images: ImageCollection?
    do { images = container == .mp4 ? try ImageCollection(AnyByteSource(input)) : nil } catch { throw .media(.bytes(error)) }
    guard let images, !images.items.isEmpty else { throw .place("The file has no image items.") }
    if let item = images.items.first(where: { $0.id == id }) { return item }
    throw .place("No item \(id): the file has \(counted(images.items.count, "item")).")
  }

  /// The start of a unit of an image item: those of the configuration record come first, as in `nalu`.
  private static func itemUnit(_ number: UInt64, _ item: ImageItem, _ input: ProbeInput) throws(ExplainError) -> UInt64 {
    let count: UInt64
    do {
      var units = try TrackUnits(AnyByteSource(input), MediaReader(item), track: 0, limit: 64)
      let found = try start(of: number, in: &units)
      if let start = found.start { return start }
      count = found.count
    } catch { throw .media(error) }
    throw .place("No NAL unit \(number): the item has \(count).")
  }

  /// The start of a unit, and the number of units if there is no such one.
  private static func start(of number: UInt64, in units: inout TrackUnits) throws(MediaError) -> (start: UInt64?, count: UInt64) {
    var count: UInt64 = 0
    while let event = try units.next() {
      switch event {
      case .configuration(let unit, _), .unit(let unit):
        if count == number { return (unit.position.start, count) }
        count += 1
      case .sample, .finding, .blank: break
      }
    }
    return (nil, count)
  }

  /// The start of the AudioSpecificConfig of a track, or of the first AAC track.
  private static func audioConfiguration(
    _ wanted: Int?, _ input: ProbeInput, _ container: MediaContainer
  ) throws(ExplainError) -> UInt64 {
    let nothing = ExplainError.place(wanted.map { "Track \($0) has no AudioSpecificConfig." } ?? "The file has no AudioSpecificConfig.")
    let reader: MediaReader
    do { reader = try MediaReader(input, as: container) } catch { throw .media(error) }
    guard let track = reader.tracks.first(where: { $0.codec == .aac && (wanted == nil || $0.index == wanted) }) else { throw nothing }
    if container == .flv {
      var tags = TagExplainer(input)
      return try tags.position(of: .audioConfiguration)
    }
    guard let movie = reader.movie, movie.tracks.indices.contains(track.index) else { throw nothing }
    for description in movie.tracks[track.index].descriptions {
      guard let node = movie.tree.configuration("esds", of: description.node) else { continue }
      let inner = try BoxExplainer(input).searchFields(of: movie.tree.nodes[node].place)
      if let start = inner.first { return start }
    }
    throw nothing
  }
}

extension MediaTrack {
  /// Whether the samples consist of NAL units.
  var hasUnits: Bool { codec.unitCodec != nil }
}

extension MediaCodec {
  /// The codec of the NAL units; nil if samples have none.
  var unitCodec: VideoCodec? { self == .h264 ? .h264 : self == .hevc ? .hevc : nil }
}

extension AnnexBUnit {
  /// The first byte; that of the start code or the length field for an empty unit.
  fileprivate var start: UInt64 { length == 0 ? startCodeOffset : offset }
}
