import BitstreamKit
import MP4Kit
import RemuxKit

/// The samples of a protected track in `moov` or in one fragment, with the boxes that say how they are encrypted.
struct ProtectedSamples {
  /// The path of the `stbl` or `traf`.
  var path: String
  /// The places of the samples, at most `most`.
  var samples: [(offset: UInt64, size: UInt64)]
  /// The number of samples.
  var count: UInt64
  /// What offsets in `saio` count from.
  var base: UInt64
  /// The boxes; nil where they are missing or malformed.
  var sizes: SampleAuxiliaryInformationSizesBox?
  var offsets: SampleAuxiliaryInformationOffsetsBox?
  var encryption: SampleEncryptionBox?
  /// The place of `senc`, else of `saiz`.
  var place: BoxPlace?
  /// The defaults of the track.
  var defaults: TrackEncryptionBox
  /// Whether a sample group, or a box of PIFF, may state other keys or vectors.
  var hasGroups: Bool

  static let limit = 1 << 16

  /// The entries of `senc`; nil without it, and where they cannot be read.
  var entries: [SampleEncryption]? { encryption?.entries(perSampleIVSize: Int(defaults.defaultPerSampleIVSize)) }

  /// - Parameter parent: the `stbl` or `traf` in `tree`.
  init<S: ByteSource>(
    _ tree: inout BoxTree<S>, in parent: Int, path: String, base: UInt64, _ defaults: TrackEncryptionBox,
    _ samples: [(offset: UInt64, size: UInt64)], count: UInt64
  ) {
    (self.path, self.base, self.defaults, self.samples, self.count) = (path, base, defaults, samples, count)
    hasGroups = false
    for child in tree.children(of: parent) {
      let found = tree.nodes[child].place
      switch found.header.type {
      case "senc":
        encryption = try? tree.read(SampleEncryptionBox.self, at: child)
        if encryption != nil { place = found }
      case "saiz":
        sizes = sizes ?? (try? tree.read(SampleAuxiliaryInformationSizesBox.self, at: child))
        place = place ?? found
      case "saio": offsets = offsets ?? (try? tree.read(SampleAuxiliaryInformationOffsetsBox.self, at: child))
      case "sbgp", "csgp", "uuid": hasGroups = true
      default: break
      }
    }
  }
}

/// A rule about the samples of protected tracks.
class ProtectionRule: MovieRule {
  /// Called for the samples of a protected track in `moov`, and for those of each fragment.
  func samples(_ samples: ProtectedSamples, _ track: MovieTrack, _ file: MovieFacts, _ run: CheckRun) {}

  private var places: [(offset: UInt64, size: UInt64)] = []

  /// The defaults of a track's sample entry, numbered from 1; nil if it is not protected by Common Encryption.
  static func defaults(_ track: MovieTrack?, entry: UInt32 = 1, _ file: MovieFacts) -> TrackEncryptionBox? {
    guard let track, entry > 0, entry <= track.descriptions.count else { return nil }
    let description = track.descriptions[Int(entry) - 1]
    if description.originalFormat == nil { return nil }
    return file.read(TrackEncryptionBox.self, at: "sinf/schi/tenc", in: description.node)
  }

  override final func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) { places.removeAll() }

  override final func sample(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard track.media.isProtected, places.count < ProtectedSamples.limit, !file.movie.isFragmented else { return }
    places.append((track.sample.offset, track.sample.size))
  }

  override final func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack, !places.isEmpty, let defaults = Self.defaults(parsed, file) else { return }
    var tree = file.movie.tree
    guard let table = tree.find("mdia/minf/stbl", in: parsed.node).first else { return }
    let all = ProtectedSamples(&tree, in: table, path: track.tablePath, base: 0, defaults, places, count: track.sampleCount)
    samples(all, parsed, file, run)
  }

  override final func fragment(_ fragment: FragmentFacts, _ file: MovieFacts, _ run: CheckRun) {
    for part in fragment.fragment.tracks {
      guard let parsed = file.movieTrack(id: part.header.trackID) else { continue }
      let entry = part.header.sampleDescriptionIndex ?? parsed.extends?.defaultSampleDescriptionIndex ?? 1
      guard let defaults = Self.defaults(parsed, entry: entry, file),
        var tree = try? BoxTree(file.source, from: fragment.place.offset, to: fragment.place.end)
      else { continue }
      var cursor = TrackFragmentCursor(
        part, of: fragment.fragment, extends: parsed.extends, previousEnd: fragment.fragment.offset, decodeTime: 0, index: 0,
        fileSize: file.byteCount)
      var places: [(offset: UInt64, size: UInt64)] = []
      while places.count < ProtectedSamples.limit, let sample = cursor.next() { places.append((sample.offset, UInt64(sample.size))) }
      let count = part.runs.reduce(UInt64(0)) { $0 &+ UInt64($1.sampleCount) }
      let all = ProtectedSamples(
        &tree, in: part.node, path: "moof[\(fragment.index)]/traf", base: part.header.baseDataOffset ?? fragment.place.offset, defaults,
        places,
        count: count)
      samples(all, parsed, file, run)
    }
  }
}
