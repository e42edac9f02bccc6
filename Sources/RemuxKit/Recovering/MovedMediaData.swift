import BitstreamKit
import MP4Kit
import NALKit

/// The distance by which the media data of a movie was moved without its chunk offsets, as by a program that adds boxes before `mdat`; or by
/// which the chunk offsets of one track are wrong.
package struct MovedMediaData {
  /// The number of bytes to add to each chunk offset.
  package let distance: Int64
  /// The tables of chunk offsets with the distance added, in the places of the old ones.
  package let patches: [BytePatch]

  /// The only track that was moved; nil if all were.
  package let track: Int?

  /// The distance in words.
  package var text: String { counted(distance.magnitude, "byte") + (distance < 0 ? " towards the start" : " towards the end") }

  /// What was found, for people.
  var note: String {
    let data = track.map { "the media data of track \($0)" } ?? "the media data"
    return "\(data) was moved by \(text) without its chunk offsets"
  }

  /// The most samples of a track, and tracks, whose NAL units are looked at.
  private static let (maxProbes, maxProbedTracks) = (16, 64)
  /// The most bytes of chunk offsets to change.
  private static let maxTable = 16 << 20

  /// Nil if all samples are where the tables locate them, or if it is not certain which distance puts them there: one at which the NAL units of
  /// the first samples fill these, or without such a track the one at which the samples fill the media data.
  /// - Throws: `MediaError` if the movie cannot be read.
  package init?(_ reader: MediaReader, _ source: AnyByteSource) throws(MediaError) {
    guard let movie = reader.movie, !movie.isFragmented, !movie.isCompressed else { return nil }
    let data = try DamagedFile.mediaData(source)
    guard data.count == 1, let survey = try Survey(reader, movie), let range = survey.range else { return nil }
    if let (track, distance) = try survey.movedTrack(reader, source, data[0]) {
      guard let patches = try Self.patches(movie, reader.tracks.indices.map { $0 != track }, distance) else { return nil }
      (self.distance, self.patches, self.track) = (distance, patches, track)
      return
    }
    if range.lowerBound >= data[0].lowerBound, range.upperBound <= data[0].upperBound { return nil }
    let first = Int64(clamping: data[0].lowerBound) - Int64(clamping: range.lowerBound)
    let last = Int64(clamping: data[0].upperBound) - Int64(clamping: range.upperBound)
    if first > last || survey.probes.isEmpty && first != last { return nil }
    var candidates = [first, last]
    for size in try Self.boxSizes(source) where size > first && size < last { candidates.append(size) }
    var found: Int64?
    for candidate in candidates where found == nil {
      if try survey.agrees(candidate, source) { found = candidate }
    }
    guard let found, let patches = try Self.patches(movie, survey.isExternal, found) else { return nil }
    (distance, self.patches, track) = (found, patches, nil)
  }

  /// The sizes of the first boxes at the top level without the media data: any of these may have been added.
  private static func boxSizes(_ source: AnyByteSource) throws(MediaError) -> [Int64] {
    var (walker, sizes) = (BoxWalker(source), [Int64]())
    do {
      while sizes.count < 16, let place = try walker.next() {
        guard place.depth == 0 else { continue }
        walker.leave(place)
        if place.isBox, place.header.type != "mdat" { sizes.append(Int64(clamping: place.size)) }
      }
    } catch { throw .bytes(error) }
    return sizes
  }

  /// What the sample tables locate.
  private struct Survey {
    /// The bytes from the first sample to the end of the last one; nil without samples.
    var range: Range<UInt64>?
    /// The same of each track.
    var ranges: [Int: Range<UInt64>] = [:]
    /// The first samples with NAL units.
    var probes: [(sample: MediaSample, lengthSize: Int)] = []
    let isExternal: [Bool]

    /// Nil if an offset is not one of a file.
    init?(_ reader: MediaReader, _ movie: Movie<AnyByteSource>) throws(MediaError) {
      isExternal = try DamagedFile.externalTracks(movie)
      var counts = isExternal.indices.map { $0 < MovedMediaData.maxProbedTracks ? 0 : MovedMediaData.maxProbes }
      var own = try reader.reopened(track: nil)
      while let sample = try own.next() {
        if isExternal[sample.track] || sample.size == 0 { continue }
        if sample.offset > UInt64(Int64.max) / 2 || sample.size > UInt64(UInt32.max) { return nil }
        let end = sample.offset + sample.size
        range = min(range?.lowerBound ?? sample.offset, sample.offset)..<max(range?.upperBound ?? end, end)
        let own = ranges[sample.track]
        ranges[sample.track] = min(own?.lowerBound ?? sample.offset, sample.offset)..<max(own?.upperBound ?? end, end)
        let track = reader.tracks[sample.track]
        if counts[sample.track] < MovedMediaData.maxProbes, !track.isProtected, case .lengthPrefixed(let size) = track.framing {
          counts[sample.track] += 1
          probes.append((sample, size.rawValue))
        }
      }
    }

    /// The only track of several whose first samples are not where its tables locate them, and the distance at which they are and all its samples
    /// are bytes of the media data that no other track has; nil if there is none.
    func movedTrack(
      _ reader: MediaReader, _ source: AnyByteSource, _ data: Range<UInt64>
    ) throws(MediaError) -> (track: Int, distance: Int64)? {
      if reader.tracks.count < 2 { return nil }
      var moved: Int?
      for track in Set(probes.map { $0.sample.track }).ordered() where try !agrees(0, source, track) {
        if moved != nil { return nil }
        moved = track
      }
      guard let track = moved, let range = ranges[track] else { return nil }
      // Tables that locate other boxes were right before all media data moved.
      for (other, range) in ranges where other != track && range.clamped(to: data) != range { return nil }
      let free = try DamagedFile.unlocated(reader, source, reader.tracks.indices.map { $0 != track })
      guard let first = free.first, let last = free.last else { return nil }
      let distances = [
        Int64(clamping: first.lowerBound) - Int64(clamping: range.lowerBound),
        Int64(clamping: last.upperBound) - Int64(clamping: range.upperBound),
      ]
      for distance in distances {
        if try agrees(distance, source, track), try Self.areFree(reader, track, distance, free) { return (track, distance) }
      }
      return nil
    }

    /// Whether each sample of a track is in one of the regions if it is moved by a distance.
    private static func areFree(
      _ reader: MediaReader, _ track: Int, _ distance: Int64, _ regions: [Range<UInt64>]
    ) throws(MediaError) -> Bool {
      var own = try reader.reopened(track: track)
      while let sample = try own.next() {
        let place = UInt64(clamping: Int64(sample.offset) + distance)
        let before = regions.partitionPoint { $0.lowerBound <= place }
        if before == 0 || place + sample.size > regions[before - 1].upperBound { return false }
      }
      return true
    }

    /// Whether the NAL units of the probes, of all tracks or of one, fill these if they are moved by a distance.
    func agrees(_ distance: Int64, _ source: AnyByteSource, _ track: Int? = nil) throws(MediaError) -> Bool {
      var chain = NALChain(source)
      for (sample, lengthSize) in probes where track == nil || sample.track == track {
        guard let place = UInt64(exactly: Int64(sample.offset) + distance) else { return false }
        do { if try !chain.fits(place, sample.size, lengthSize: lengthSize) { return false } } catch { throw .bytes(error) }
      }
      return true
    }
  }

  /// The tables with a distance added; nil if a table cannot hold that.
  private static func patches(
    _ movie: Movie<AnyByteSource>, _ isExternal: [Bool], _ distance: Int64
  ) throws(MediaError) -> [BytePatch]? {
    var (tree, patches, left) = (movie.tree, [BytePatch](), maxTable)
    for (index, track) in movie.tracks.enumerated() where !isExternal[index] {
      for (type, width) in [("stco", 4), ("co64", 8)] {
        guard let node = tree.find("mdia/minf/stbl/" + type, in: track.node).first else { continue }
        let place = tree.nodes[node].place
        guard place.payloadSize >= 8, place.payloadSize - 8 <= UInt64(left) else { return nil }
        let old: [UInt8]
        do { old = try tree.payload(of: node, limit: maxTable + 8) } catch { throw .bytes(error) }
        left -= old.count - 8
        let count = min(UInt64(UInt32(unpacking: old, at: 4)), UInt64((old.count - 8) / width))
        var new: [UInt8] = []
        for row in 0..<Int(count) {
          let at = 8 + row * width
          let offset = old[at..<at + width].reduce(0) { $0 << 8 | UInt64($1) }
          guard let moved = Int64(exactly: offset)?.addingReportingOverflow(distance), !moved.overflow, moved.partialValue >= 0,
            width == 8 || moved.partialValue <= Int64(UInt32.max)
          else { return nil }
          for byte in 0..<width { new.append(UInt8(truncatingIfNeeded: moved.partialValue >> Int64(8 * (width - 1 - byte)))) }
        }
        if new.isEmpty { continue }
        patches.append(BytePatch(offset: place.payloadOffset + 8, old: Array(old[8..<8 + new.count]), new: new))
      }
    }
    return patches
  }
}
