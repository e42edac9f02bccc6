import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit
import ProbeKit
import RemuxKit
import NALKit

/// A byte of a movie's media data: its sample, the NAL unit in it, and the element in that.
struct MediaDataExplainer {
  /// Bytes of a parameter set, and units of a key sample, that are read.
  private static let maxSetSize = 1 << 16
  private static let maxUnits = 64

  private let input: ProbeInput
  private let source: AnyByteSource
  private let search: ElementSearch?

  init(_ input: ProbeInput, search: ElementSearch? = nil) {
    self.search = search
    self.input = input
    source = AnyByteSource(input)
  }

  func explain(_ target: UInt64, _ depth: Int, _ result: inout Explanation) throws(ExplainError) {
    var finder: SampleFinder
    do { finder = try SampleFinder(input, .mp4) } catch {
      // A file without tracks has no samples either.
      if case .media(.bytes) = error { throw error }
      return try explainItem(target, depth, &result)
    }
    guard let found = try finder.find(.byte(target)) else {
      return try explainItem(target, depth, &result)
    }
    result.layers += found.layers(depth: depth)
    if found.track.isProtected, let range = try encryptedRange(around: target, of: found, finder.reader) {
      result.layers.append(
        ExplainLayer(.data, "encrypted bytes", depth: depth + 2, offset: range.lowerBound, size: range.upperBound - range.lowerBound))
      return
    }
    guard let movie = finder.reader.movie, movie.tracks.indices.contains(found.track.index) else { return }
    let descriptions = movie.tracks[found.track.index].descriptions
    guard let place = Int(exactly: Int64(found.sample.descriptionIndex) - 1), descriptions.indices.contains(place) else {
      // Without a description, lengths have four bytes in all likelihood.
      guard let codec = found.track.codec.unitCodec else { return }
      return try explainUnits(codec, 4, [], found.sample, key: found.key, target, depth + 2, &result)
    }
    let description = descriptions[place]
    if let avc = description.avc {
      let units = avc.sequenceParameterSets + avc.pictureParameterSets + (avc.highProfileExtension?.sequenceParameterSetExts ?? [])
      try explainUnits(.h264, avc.lengthSize.rawValue, units, found.sample, key: found.key, target, depth + 2, &result)
    } else if let hevc = description.hevc {
      let units = hevc.arrays.ordered { $0.nalUnitType < $1.nalUnitType }.flatMap { $0.nalUnits }
      try explainUnits(.hevc, hevc.lengthSize.rawValue, units, found.sample, key: found.key, target, depth + 2, &result)
    } else {
      let isAAC = found.track.codec == .aac
      result.layers.append(
        ExplainLayer(
          .data, isAAC ? "raw_data_block" : "coded data", depth: depth + 2, offset: found.sample.offset, size: found.sample.size,
          page: isAAC ? Catalogue.page(.aac, structure: "raw_data_block") : nil))
    }
  }

  /// The encrypted bytes of a sample around one of them; nil if that byte is clear.
  private func encryptedRange(
    around target: UInt64, of found: FoundSample, _ reader: MediaReader
  ) throws(ExplainError) -> Range<UInt64>? {
    do {
      var reader = try reader.reopened(track: found.track.index)
      for _ in 0...found.index where try reader.next() == nil { return nil }
      let (start, end) = (found.sample.offset, found.sample.offset &+ found.sample.size)
      return start < end ? try reader.encryptedBytes().range(around: target, of: start..<end) : nil
    } catch { throw .media(error) }
  }

  /// The item of a HEIF file whose data the byte is in, and the element where it is a grid or an overlay.
  private func explainItem(_ target: UInt64, _ depth: Int, _ result: inout Explanation) throws(ExplainError) {
    let images: ImageCollection?
    do { images = try ImageCollection(source) } catch { throw .media(.bytes(error)) }
    for item in images?.items ?? [] {
      guard let place = item.extents.firstIndex(where: { $0.contains(target) }) else { continue }
      let (offset, size) = (item.extents[place].lowerBound, item.extents[place].upperBound - item.extents[place].lowerBound)
      var layer = ExplainLayer(
        .item, "item \(item.id)", depth: depth, offset: offset, size: size, page: Catalogue.page(.file, structure: "item"))
      layer.add("type", item.type.description)
      layer.add("role", item.role.name.description)
      if item.extents.count > 1 {
        let before = item.extents[..<place].reduce(0) { $0 &+ ($1.upperBound - $1.lowerBound) }
        layer.add("extent", "\(place + 1) of \(item.extents.count), from byte \(before) of the item on")
      }
      result.layers.append(layer)
      switch item.type {
      case "grid" where item.extents.count > 1, "iovl" where item.extents.count > 1: break
      case "grid": try explainFields(ImageGrid.self, offset, size, target, depth + 1, &result)
      case "iovl": try explainFields(ImageOverlay.self, offset, size, target, depth + 1, &result)
      default: try explainUnits(of: item, target, depth + 1, &result)
      }
      return
    }
    result.layers.append(nothing(target, depth))
  }

  /// The NAL unit of an item of H.264 or H.265.
  private func explainUnits(
    of item: ImageItem, _ target: UInt64, _ depth: Int, _ result: inout Explanation
  ) throws(ExplainError) {
    guard item.videoCodec != nil, var reader = try? MediaReader(item), let sample = try? reader.next() else { return }
    switch item.configuration {
    case .avc(let record):
      let units = record.sequenceParameterSets + record.pictureParameterSets
      try explainUnits(.h264, record.lengthSize.rawValue, units, sample, key: nil, owner: "item", target, depth, &result)
    case .hevc(let record):
      let units = record.arrays.ordered { $0.nalUnitType < $1.nalUnitType }.flatMap { $0.nalUnits }
      try explainUnits(.hevc, record.lengthSize.rawValue, units, sample, key: nil, owner: "item", target, depth, &result)
    default: break
    }
  }

  /// The elements of the data of an item.
  private func explainFields<S: Syntax>(
    _ type: S.Type, _ start: UInt64, _ size: UInt64, _ target: UInt64, _ depth: Int, _ result: inout Explanation
  ) throws(ExplainError) {
    let bytes = try source.bytes(start..<start + min(size, UInt64(Self.maxSetSize)), limit: Self.maxSetSize)
    guard let index = Int(exactly: target - start) else { return }
    let tracer = ByteTracer(
      index, held: bytes.count, total: size, source: nil, start: start, family: .mp4, depth: depth, unnamed: 0, kind: .field, search: search
    )
    var coder = SyntaxCoder(tracing: BitReader(bytes, policy: .lenient, fileOffset: start), to: tracer)
    var value = S()
    do { try coder.nested(&value) } catch { result.problems.append(error.description) }
    result.layers += tracer.layers
  }

  private func nothing(_ target: UInt64, _ depth: Int) -> ExplainLayer {
    let isSegment = (try? Movie(expanding: source))?.isSegment == true
    let (name, page) = isSegment ? ("media of a segment", "no-movie") : ("no sample of a track", "no-sample")
    return ExplainLayer(.data, name, depth: depth, offset: target, size: 1, page: Catalogue.page(.file, structure: page))
  }

  // MARK: Units

  private func explainUnits(
    _ codec: VideoCodec, _ lengthSize: Int, _ record: [[UInt8]], _ sample: MediaSample, key: MediaSample?, owner: String = "sample",
    _ target: UInt64, _ depth: Int, _ result: inout Explanation
  ) throws(ExplainError) {
    var sets = UnitSets(codec)
    for unit in record { sets.take(unit) }
    if let key, key.offset != sample.offset {
      var walk = PrefixedUnitWalk(source, key, lengthSize)
      var count = 0
      while count < Self.maxUnits, let unit = try walk.next() {
        try take(unit, &sets)
        count += 1
      }
    }
    var walk = PrefixedUnitWalk(source, sample, lengthSize)
    var number = 0
    while let unit = try walk.next() {
      guard target < unit.end else {
        try take(unit, &sets)
        number += 1
        continue
      }
      result.layers += try UnitExplainer.layers(
        of: unit, lengthSize, sets, number: number, owner: owner, in: source, target, depth: depth, problems: &result.problems,
        search: search)
      if unit.length > unit.end - unit.start {
        result.problems.append(
          "the NAL unit at \(unit.start) has length \(unit.length), but its \(owner) has \(counted(unit.end - unit.start, "byte")) left")
      }
      return
    }
    result.layers.append(
      ExplainLayer(.data, "bytes after the last NAL unit", depth: depth, offset: target, size: 1))
  }

  private func take(_ unit: PrefixedUnitWalk.Unit, _ sets: inout UnitSets) throws(ExplainError) {
    guard let first = unit.first, sets.isSet(first) else { return }
    sets.take(try source.bytes(unit.start..<unit.end, limit: Self.maxSetSize))
  }
}
