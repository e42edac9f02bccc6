import BitstreamKit
import MP4Kit

/// Sample groups that can be moved to another track because their descriptions are self-contained: pre-roll distances (`roll`, `prol`) and
/// random access points (`rap `). ISO/IEC 14496-12:2022, 8.9 and 10.1 to 10.5.
struct SampleGrouping: Equatable {
  /// The supported grouping types.
  static let types: [FourCC] = ["roll", "prol", "rap "]

  /// Consecutive samples with the same description.
  struct Run: Equatable {
    var count: UInt64
    /// Group description index, counted from 1; 0 for none.
    var description: UInt32
  }

  let type: FourCC
  private(set) var descriptions: [[UInt8]] = []
  private(set) var runs: [Run] = []
  /// The number of each description, counted from 1; of equal ones the first.
  private var numbers: [[UInt8]: UInt32] = [:]

  init(_ type: FourCC) { self.type = type }

  /// The roll distance if it is the same for all samples; nil otherwise.
  var commonRoll: Int16? {
    guard type == "roll", descriptions.count == 1, descriptions[0].count == 2, !runs.isEmpty, runs.allSatisfy({ $0.description == 1 })
    else { return nil }
    return Int16(bitPattern: UInt16(descriptions[0][0]) << 8 | UInt16(descriptions[0][1]))
  }

  // MARK: - In

  /// Parses the sample groups of a track; skips groupings with a parameter and duplicates. Of fragments, only a roll distance of sound is known.
  static func all(_ track: MovieTrack, of movie: Movie<AnyByteSource>) throws(MediaError) -> [SampleGrouping] {
    var tree = movie.tree
    guard let count = track.table?.sampleCount, let stbl = tree.find("mdia/minf/stbl", in: track.node).first else { return [] }
    let own = try boxes(in: stbl, of: &tree)
    if movie.isFragmented { return try fragmentRoll(track, of: movie, own.described).map { [$0] } ?? [] }
    var found: [SampleGrouping] = []
    for type in types {
      guard let (box, map) = only(type, own.described, own.mapped) else { continue }
      var grouping = SampleGrouping(type)
      grouping.read(box, map, count: UInt64(count))
      found.append(grouping)
    }
    return found
  }

  /// The most tracks of a fragmented movie whose first fragment is read, since it is read for each.
  private static let maxTracksInFragments = 16

  /// The roll distance of sound that the first fragment gives all its samples: that of the codec, for which all fragments have the same. Nil if
  /// the fragment gives none, or there are many tracks.
  private static func fragmentRoll(
    _ track: MovieTrack, of movie: Movie<AnyByteSource>, _ described: [SampleGroupDescriptionBox]
  ) throws(MediaError) -> SampleGrouping? {
    guard track.handlerType == "soun", movie.tracks.count <= maxTracksInFragments, let offset = movie.firstFragmentOffset else {
      return nil
    }
    let fragment: MovieFragment
    var tree = movie.tree
    do {
      var walker = BoxWalker(tree.source, from: offset)
      guard let moof = try walker.next(), moof.isBox else { return nil }
      fragment = try MovieFragment(tree.source, moof)
      tree = try BoxTree(tree.source, from: moof.offset, to: moof.end)
    } catch { throw .bytes(error) }
    guard let part = fragment.tracks.first(where: { $0.header.trackID == track.trackID }) else { return nil }
    let (own, count) = (try boxes(in: part.node, of: &tree), part.totals(nil).sampleCount)
    guard let (box, map) = only("roll", own.described + described, own.mapped), count > 0, map.entries.count == 1,
      UInt64(map.entries[0].sampleCount) >= count
    else { return nil }
    // Indices above 0x10000 count the descriptions of the fragment.
    let index = map.entries[0].groupDescriptionIndex
    var grouping = SampleGrouping("roll")
    for index in 0..<min(box.entryCount, 0xFFFF) { if let entry = box.entry(at: index) { grouping.describe(entry) } }
    grouping.append(UInt64(UInt32.max), index > 0x10000 ? index - 0x10000 : index)
    return grouping.commonRoll == nil ? nil : grouping
  }

  /// The boxes of a grouping without a parameter; nil unless there is one of each.
  private static func only(
    _ type: FourCC, _ described: [SampleGroupDescriptionBox], _ mapped: [SampleToGroupBox]
  ) -> (SampleGroupDescriptionBox, SampleToGroupBox)? {
    let (boxes, maps) = (described.filter { $0.groupingType == type }, mapped.filter { $0.groupingType == type })
    return boxes.count == 1 && maps.count == 1 && maps[0].groupingTypeParameter == nil ? (boxes[0], maps[0]) : nil
  }

  /// The boxes of the supported groupings in a `stbl` or `traf`.
  private static func boxes(
    in parent: Int, of tree: inout BoxTree<AnyByteSource>
  ) throws(MediaError) -> (described: [SampleGroupDescriptionBox], mapped: [SampleToGroupBox]) {
    var described: [SampleGroupDescriptionBox] = []
    var mapped: [SampleToGroupBox] = []
    for node in tree.children(of: parent) {
      do {
        switch tree.nodes[node].place.header.type {
        case "sgpd":
          let box = try tree.read(SampleGroupDescriptionBox.self, at: node)
          if isWanted(box.groupingType, described.lazy.map { $0.groupingType }) { described.append(box) }
        case "sbgp":
          let box = try tree.read(SampleToGroupBox.self, at: node)
          if isWanted(box.groupingType, mapped.lazy.map { $0.groupingType }) { mapped.append(box) }
        default: break
        }
      } catch {
        // Skip boxes that cannot be parsed.
        if case .bytes(let failure) = error { throw .bytes(failure) }
      }
    }
    return (described, mapped)
  }

  /// Whether another box of a grouping is kept: two show that it is not the only one, and a malformed file can have many.
  private static func isWanted(_ type: FourCC, _ kept: some Sequence<FourCC>) -> Bool {
    types.contains(type) && kept.reduce(0) { $1 == type ? $0 + 1 : $0 } < 2
  }

  private mutating func read(_ box: SampleGroupDescriptionBox, _ map: SampleToGroupBox, count: UInt64) {
    for index in 0..<min(box.entryCount, 0xFFFF) { if let entry = box.entry(at: index) { describe(entry) } }
    var left = count
    for entry in map.entries {
      let length = min(left, UInt64(entry.sampleCount))
      append(length, entry.groupDescriptionIndex)
      left -= length
      if left == 0 { break }
    }
    append(left, box.defaultGroupDescriptionIndex ?? 0)
  }

  private mutating func describe(_ bytes: [UInt8]) {
    descriptions.append(bytes)
    if numbers[bytes] == nil { numbers[bytes] = UInt32(descriptions.count) }
  }

  private mutating func append(_ count: UInt64, _ description: UInt32) {
    if count == 0 { return }
    let known = description <= descriptions.count ? description : 0
    if let last = runs.indices.last, runs[last].description == known {
      runs[last].count += count
    } else {
      runs.append(Run(count: count, description: known))
    }
  }

  // MARK: - Parts

  /// Appends the groups of samples of another track.
  /// - Parameters:
  ///   - other: the groups of that track; nil if it has none of this type.
  ///   - range: the samples, counted from 0.
  ///   - leftOut: samples in the range to leave out, in ascending order.
  mutating func append(_ other: SampleGrouping?, _ range: Range<UInt64>, leftOut: [UInt64]) {
    guard let other else {
      let count = range.upperBound - range.lowerBound
      return append(count - min(count, UInt64(leftOut.count)), 0)
    }
    var start: UInt64 = 0
    var next = 0
    for run in other.runs {
      let (from, to) = (max(start, range.lowerBound), min(start + run.count, range.upperBound))
      start += run.count
      if from >= to { continue }
      var count = to - from
      while next < leftOut.count, leftOut[next] < to {
        if leftOut[next] >= from { count -= 1 }
        next += 1
      }
      append(count, number(of: other, run.description))
    }
    // Samples beyond the last run belong to no group.
    if range.upperBound > max(start, range.lowerBound) { append(range.upperBound - max(start, range.lowerBound), 0) }
  }

  /// The number of another grouping's description here; adds it if necessary.
  private mutating func number(of other: SampleGrouping, _ description: UInt32) -> UInt32 {
    guard description > 0, description <= other.descriptions.count else { return 0 }
    let bytes = other.descriptions[Int(description) - 1]
    if let number = numbers[bytes] { return number }
    describe(bytes)
    return UInt32(descriptions.count)
  }

  // MARK: - Out

  /// Encodes `sgpd` and `sbgp` with their headers; empty if no sample belongs to a group.
  func boxes() throws(SyntaxError) -> [UInt8] {
    if !runs.contains(where: { $0.description > 0 }) { return [] }
    var box = SampleGroupDescriptionBox()
    box.groupingType = type
    let length = descriptions.first?.count ?? 0
    if length > 0, descriptions.allSatisfy({ $0.count == length }) {
      box.defaultLength = UInt32(length)
      box.entries = PackedTable(packed: descriptions.flatMap { $0 }, count: descriptions.count, layout: UInt32(length))
    } else {
      box.entriesOfOwnLength = descriptions
    }
    var map = SampleToGroupBox()
    map.groupingType = type
    for run in runs {
      var entry = SampleToGroupBox.Entry()
      (entry.sampleCount, entry.groupDescriptionIndex) = (UInt32(clamping: run.count), run.description)
      map.entries.append(entry)
    }
    var builder = BoxBuilder()
    try builder.box(box)
    try builder.box(map)
    return builder.bytes
  }
}
