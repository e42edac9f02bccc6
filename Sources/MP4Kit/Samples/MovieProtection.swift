import BitstreamKit

/// Reads which bytes of the samples of a movie are encrypted, in the order of the samples.
package struct MovieProtection {
  /// The largest number of sample descriptions, and of `traf` boxes of a track in a fragment. Samples of others count as encrypted.
  private static let limit = 64

  private let movie: Movie<AnyByteSource>
  /// The `tenc` of sample descriptions, by their number.
  private var defaults: [UInt32: TrackEncryptionBox?] = [:]
  /// The samples of the table or of each `traf` of the fragment under way, by its offset; nil where nothing states what is encrypted.
  private var samples: [UInt64: SampleProtection?] = [:]
  private var fragment: UInt64 = 0

  package init(_ movie: Movie<AnyByteSource>) { self.movie = movie }

  /// What is encrypted of the sample that `samples`, of a single track, has just returned.
  package mutating func bytes(of item: MovieSamples.Item, in samples: MovieSamples) throws(ByteError) -> EncryptedBytes {
    let track = movie.tracks[item.track]
    guard let number = Int(exactly: item.sample.descriptionIndex), track.descriptions.indices.contains(number - 1),
      case let description = track.descriptions[number - 1], description.originalFormat != nil
    else { return .none }
    guard let box = defaults(item.sample.descriptionIndex, description) else { return .all }
    let part = samples.part
    if let part, part.fragment != fragment {
      fragment = part.fragment
      self.samples.removeAll(keepingCapacity: true)
    }
    let place = part?.offset ?? 0
    if self.samples[place] == nil {
      if self.samples.count == Self.limit { return .all }
      self.samples[place] = .some(try protection(part, track, box))
    }
    let index = item.sample.index - (part?.first ?? 0)
    let unknown: EncryptedBytes = box.defaultIsProtected == 0 ? .none : .all
    // Moved out and unwrapped: see `MovieSamples.nextPlace`.
    guard var own = self.samples[place] ?? nil else { return unknown }
    self.samples[place] = .some(nil)
    defer { self.samples[place] = own }
    return try own.bytes(ofSample: index) ?? unknown
  }

  /// The `tenc` of a sample description; nil if it has none.
  private mutating func defaults(_ number: UInt32, _ description: SampleDescription) -> TrackEncryptionBox? {
    if let known = defaults[number] { return known }
    if defaults.count == Self.limit { return nil }
    var tree = movie.tree
    let found = tree.find("sinf/schi/tenc", in: description.node).first.flatMap { try? tree.read(TrackEncryptionBox.self, at: $0) }
    defaults[number] = .some(found)
    return found
  }

  private func protection(
    _ part: MovieSamples.PartPlace?, _ track: MovieTrack, _ box: TrackEncryptionBox
  ) throws(ByteError) -> SampleProtection? {
    if let part {
      var tree = try BoxTree(movie.tree.source, from: part.offset, to: part.end)
      return tree.nodes.isEmpty ? nil : try SampleProtection(&tree, in: 0, base: part.base, box)
    }
    var tree = movie.tree
    guard let table = tree.find("mdia/minf/stbl", in: track.node).first else { return nil }
    return try SampleProtection(&tree, in: table, base: 0, box)
  }
}
