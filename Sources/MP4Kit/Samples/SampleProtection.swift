import BitstreamKit

/// The bytes of one sample that are encrypted.
package enum EncryptedBytes: Equatable {
  case none
  case all
  /// Ranges of clear bytes and protected ones in turn. What follows the last range is protected.
  case subsamples([SampleEncryption.Subsample])

  /// The encrypted range around a byte of a sample; nil if the byte is clear.
  package func range(around byte: UInt64, of sample: Range<UInt64>) -> Range<UInt64>? {
    var place = sample.lowerBound
    switch self {
    case .none: return nil
    case .all: break
    case .subsamples(let parts):
      for part in parts {
        let start = place &+ UInt64(part.bytesOfClearData)
        let end = start &+ UInt64(part.bytesOfProtectedData)
        if byte < start || end < place { return nil }
        if byte < end { return start..<min(end, max(start, sample.upperBound)) }
        place = end
      }
    }
    return sample.contains(byte) && byte >= place ? place..<sample.upperBound : nil
  }
}

/// Reads which bytes of the samples of one `stbl` or `traf` are encrypted: the entries of `senc`, or those that `saio` and `saiz` locate
/// (ISO/IEC 23001-7:2023, 7.1 to 7.3).
///
/// Entries are read through a window, one after the other.
struct SampleProtection {
  private let count: UInt32
  private let perSampleIVSize: Int
  /// Whether every entry has subsamples; nil if its size tells.
  private let hasSubsamples: Bool?
  private let sizes: SampleAuxiliaryInformationSizesBox?
  private let start: UInt64
  private var window: ByteWindow<AnyByteSource>
  /// The next entry, and where it begins.
  private var next: (index: Int, offset: UInt64)

  /// - Parameters:
  ///   - parent: the `stbl` or `traf` in `tree`.
  ///   - base: what offsets in `saio` count from.
  /// - Returns: nil if the boxes are missing, or state several places.
  init?(_ tree: inout BoxTree<AnyByteSource>, in parent: Int, base: UInt64, _ defaults: TrackEncryptionBox) throws(ByteError) {
    var (encryption, offsets): (BoxPlace?, SampleAuxiliaryInformationOffsetsBox?)
    var sizes: SampleAuxiliaryInformationSizesBox?
    window = ByteWindow(tree.source, minBytes: 512)
    for child in tree.children(of: parent) {
      switch tree.nodes[child].place.header.type {
      case "senc": encryption = encryption ?? tree.nodes[child].place
      case "saiz": sizes = sizes ?? (try? tree.read(SampleAuxiliaryInformationSizesBox.self, at: child))
      case "saio": offsets = offsets ?? (try? tree.read(SampleAuxiliaryInformationOffsetsBox.self, at: child))
      default: break
      }
    }
    perSampleIVSize = Int(defaults.defaultPerSampleIVSize)
    if let encryption {
      let (first, found) = try window.load(encryption.payloadOffset, 8)
      if found < 8 { return nil }
      hasSubsamples = window.bytes[first + 3] & 2 != 0
      count = UInt32(truncatingIfNeeded: window.bytes.bigEndian(at: first + 4, size: 4))
      start = encryption.payloadOffset + 8
    } else if let sizes, let offsets, offsets.offsets.count == 1 {
      (hasSubsamples, count) = (nil, sizes.sampleCount)
      start = base &+ offsets.offsets[0].offset
    } else {
      return nil
    }
    self.sizes = sizes
    next = (0, start)
  }

  /// What is encrypted of a sample, numbered from 0; nil if there is no entry for it.
  mutating func bytes(ofSample index: Int) throws(ByteError) -> EncryptedBytes? {
    if index < next.index { next = (0, start) }
    if index < 0 || index >= Int(clamping: count) { return nil }
    while next.index < index { if try read() == nil { return nil } }
    return try read()
  }

  /// Reads the next entry; nil if the file does not have all of it.
  private mutating func read() throws(ByteError) -> EncryptedBytes? {
    let size = sizes.flatMap { statedSize(of: next.index, $0) }
    next.index += 1
    // Clear samples of a sample group have no entry in a track whose encrypted samples have one.
    if size == 0, perSampleIVSize > 0 || hasSubsamples == true { return EncryptedBytes.none }
    guard hasSubsamples ?? size.map({ $0 > perSampleIVSize }) ?? false else {
      next.offset &+= UInt64(size ?? perSampleIVSize)
      return .all
    }
    // A sample group may state another size of the vectors.
    var vector = perSampleIVSize
    var number = try subsampleCount(after: vector)
    for other in [0, 8, 16] {
      guard let size, let count = number, vector + 2 + 6 * count != size else { break }
      (vector, number) = (other, try subsampleCount(after: other))
    }
    guard let number else { return nil }
    if let size, size != vector + 2 + 6 * number {
      next.offset &+= UInt64(size)
      return .all
    }
    let (first, found) = try window.load(next.offset &+ UInt64(vector + 2), 6 * number)
    if found < 6 * number { return nil }
    next.offset &+= UInt64(vector + 2 + 6 * number)
    if number == 0 { return .all }
    return .subsamples(
      (0..<number).map { index in
        var subsample = SampleEncryption.Subsample()
        subsample.bytesOfClearData = UInt16(truncatingIfNeeded: window.bytes.bigEndian(at: first + 6 * index, size: 2))
        subsample.bytesOfProtectedData = UInt32(truncatingIfNeeded: window.bytes.bigEndian(at: first + 6 * index + 2, size: 4))
        return subsample
      })
  }

  /// subsample_count of the next entry; nil if the file ends before it.
  private mutating func subsampleCount(after vector: Int) throws(ByteError) -> Int? {
    let (first, found) = try window.load(next.offset &+ UInt64(vector), 2)
    return found < 2 ? nil : Int(window.bytes.bigEndian(at: first, size: 2))
  }

  private func statedSize(of index: Int, _ box: SampleAuxiliaryInformationSizesBox) -> Int? {
    if box.defaultSampleInfoSize > 0 { return Int(box.defaultSampleInfoSize) }
    return index < box.sampleInfoSizes.count ? Int(box.sampleInfoSizes[index]) : nil
  }
}

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
