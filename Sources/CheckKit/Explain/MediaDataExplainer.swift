import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit
import ProbeKit
import RemuxKit

/// A byte of a movie's media data: its sample, the NAL unit in it, and the element in that.
struct MediaDataExplainer {
  /// Bytes of a parameter set, and units of a key sample, that are read.
  private static let mostOfSet = 1 << 16
  private static let mostUnits = 64

  private let input: ProbeInput
  private let source: AnyByteSource

  init(_ input: ProbeInput) {
    self.input = input
    source = AnyByteSource(input)
  }

  func explain(_ target: UInt64, _ depth: Int, _ result: inout Explanation) throws(ExplainError) {
    var finder: SampleFinder
    do { finder = try SampleFinder(input, .mp4) } catch {
      // A file without tracks has no samples either.
      if case .media(.bytes) = error { throw error }
      return result.layers.append(try item(target, depth) ?? nothing(target, depth))
    }
    guard let found = try finder.find(.byte(target)) else {
      return result.layers.append(try item(target, depth) ?? nothing(target, depth))
    }
    result.layers += found.layers(depth: depth)
    guard let movie = finder.reader.movie, movie.tracks.indices.contains(found.track.index) else { return }
    let descriptions = movie.tracks[found.track.index].descriptions
    guard let place = Int(exactly: Int64(found.sample.descriptionIndex) - 1), descriptions.indices.contains(place) else { return }
    let description = descriptions[place]
    if let avc = description.avc {
      let units = avc.sequenceParameterSets + avc.pictureParameterSets + (avc.highProfileExtension?.sequenceParameterSetExts ?? [])
      try explainUnits(.h264, avc.lengthSize.rawValue, units, found, target, depth + 2, &result)
    } else if let hevc = description.hevc {
      let units = hevc.arrays.sorted { $0.nalUnitType < $1.nalUnitType }.flatMap { $0.nalUnits }
      try explainUnits(.hevc, hevc.lengthSize.rawValue, units, found, target, depth + 2, &result)
    } else {
      let isAAC = found.track.codec == .aac
      result.layers.append(
        ExplainLayer(
          .data, isAAC ? "raw_data_block" : "coded data", depth: depth + 2, offset: found.sample.offset, size: found.sample.size,
          page: isAAC ? Catalogue.page(.aac, structure: "raw_data_block") : nil))
    }
  }

  /// The item of a HEIF file whose data the byte is in; nil if there is none.
  private func item(_ target: UInt64, _ depth: Int) throws(ExplainError) -> ExplainLayer? {
    let images: ImageCollection?
    do { images = try ImageCollection(source) } catch { throw .media(.bytes(error)) }
    for item in images?.items ?? [] {
      guard let offset = item.offset, let size = item.byteCount, target >= offset, target - offset < size else { continue }
      var layer = ExplainLayer(
        .item, "item \(item.id)", depth: depth, offset: offset, size: size, page: Catalogue.page(.file, structure: "item"))
      layer.add("type", item.type.description)
      layer.add("role", item.role.name.description)
      return layer
    }
    return nil
  }

  private func nothing(_ target: UInt64, _ depth: Int) -> ExplainLayer {
    ExplainLayer(
      .data, "no sample of a track", depth: depth, offset: target, size: 1, page: Catalogue.page(.file, structure: "no-sample"))
  }

  // MARK: Units

  private func explainUnits(
    _ codec: VideoCodec, _ lengthSize: Int, _ record: [[UInt8]], _ found: FoundSample, _ target: UInt64, _ depth: Int,
    _ result: inout Explanation
  ) throws(ExplainError) {
    var sets = UnitSets(codec)
    for unit in record { sets.take(unit) }
    if let key = found.key, key.offset != found.sample.offset {
      var walk = PrefixedUnitWalk(source, key, lengthSize)
      var count = 0
      while count < Self.mostUnits, let unit = try walk.next() {
        try take(unit, &sets)
        count += 1
      }
    }
    var walk = PrefixedUnitWalk(source, found.sample, lengthSize)
    var number = 0
    while let unit = try walk.next() {
      guard target < unit.end else {
        try take(unit, &sets)
        number += 1
        continue
      }
      if target < unit.start {
        let page = Catalogue.page(.mp4, ["sample"], "NALUnitLength")
        var layer = ExplainLayer(
          .field, "NALUnitLength", depth: depth, offset: unit.start - UInt64(lengthSize), size: UInt64(lengthSize), page: page)
        layer.value = "\(unit.length)"
        layer.number = .unsigned(unit.length)
        layer.add("unit", "before unit \(number) of the sample")
        result.layers.append(layer)
      } else {
        let bytes = try source.bytes(unit.start..<unit.end, limit: UnitSearch.limit)
        let explainer = UnitExplainer(sets: sets, bytes: bytes, length: unit.end - unit.start, offset: unit.start)
        result.layers += explainer.layers(target, name: "unit \(number) of the sample", depth: depth, problems: &result.problems)
      }
      if unit.length > unit.end - unit.start {
        result.problems.append(
          "the NAL unit at \(unit.start) has length \(unit.length), but its sample has \(unit.end - unit.start) bytes left")
      }
      return
    }
    result.layers.append(
      ExplainLayer(.data, "bytes after the last NAL unit", depth: depth, offset: target, size: 1))
  }

  private func take(_ unit: PrefixedUnitWalk.Unit, _ sets: inout UnitSets) throws(ExplainError) {
    guard let first = unit.first, sets.isSet(first) else { return }
    sets.take(try source.bytes(unit.start..<unit.end, limit: Self.mostOfSet))
  }
}

/// The length-prefixed NAL units of a range of a file.
struct PrefixedUnitWalk {
  struct Unit {
    /// The offset of the first byte after the length.
    var start: UInt64
    /// The end, within the sample.
    var end: UInt64
    /// The coded length.
    var length: UInt64
    /// The first byte; nil if the unit is empty.
    var first: UInt8?
  }

  private var window: ByteWindow<AnyByteSource>
  private var position: UInt64
  private let end: UInt64
  private let lengthSize: Int

  init(_ source: AnyByteSource, _ sample: MediaSample, _ lengthSize: Int) {
    self.init(source, sample.offset, size: sample.size, lengthSize)
  }

  init(_ source: AnyByteSource, _ offset: UInt64, size: UInt64, _ lengthSize: Int) {
    window = ByteWindow(source)
    position = min(offset, source.byteCount)
    end = position + min(size, source.byteCount - position)
    self.lengthSize = lengthSize
  }

  mutating func next() throws(ExplainError) -> Unit? {
    guard end - position >= UInt64(lengthSize) else { return nil }
    let loaded: (first: Int, count: Int)
    do { loaded = try window.load(position, lengthSize + 1) } catch { throw .media(.bytes(error)) }
    if loaded.count < lengthSize { return nil }
    var length: UInt64 = 0
    for index in 0..<lengthSize { length = length << 8 | UInt64(window.bytes[loaded.first + index]) }
    let start = position + UInt64(lengthSize)
    let there = min(length, end - start)
    position = start + there
    let first = there > 0 && loaded.count > lengthSize ? window.bytes[loaded.first + lengthSize] : nil
    return Unit(start: start, end: position, length: length, first: first)
  }
}
