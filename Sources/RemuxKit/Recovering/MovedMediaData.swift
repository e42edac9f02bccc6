import BitstreamKit
import MP4Kit
import NALKit

/// The distance by which the media data of a movie was moved without its chunk offsets, as by a program that adds boxes before `mdat`.
package struct MovedMediaData {
  /// The number of bytes to add to each chunk offset.
  package let distance: Int64
  /// The tables of chunk offsets with the distance added, in the places of the old ones.
  package let patches: [BytePatch]

  /// The distance in words.
  package var text: String { counted(distance.magnitude, "byte") + (distance < 0 ? " towards the start" : " towards the end") }

  /// The most samples of a track, and tracks, whose NAL units are looked at.
  private static let (maxProbes, maxProbedTracks) = (16, 64)
  /// The most bytes of chunk offsets to change.
  private static let maxTable = 16 << 20

  /// Nil if all samples are in media data, or if it is not certain which distance puts them there: one at which the NAL units of the first
  /// samples fill these, or without such a track the one at which the samples fill the media data.
  /// - Throws: `MediaError` if the movie cannot be read.
  package init?(_ reader: MediaReader, _ source: AnyByteSource) throws(MediaError) {
    guard let movie = reader.movie, !movie.isFragmented, !movie.isCompressed else { return nil }
    let data = try DamagedFile.mediaData(source)
    guard data.count == 1, let survey = try Survey(reader, movie), let range = survey.range else { return nil }
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
    (distance, self.patches) = (found, patches)
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
        let track = reader.tracks[sample.track]
        if counts[sample.track] < MovedMediaData.maxProbes, !track.isProtected, case .lengthPrefixed(let size) = track.framing {
          counts[sample.track] += 1
          probes.append((sample, size.rawValue))
        }
      }
    }

    /// Whether the NAL units of the probes fill these if they are moved by a distance.
    func agrees(_ distance: Int64, _ source: AnyByteSource) throws(MediaError) -> Bool {
      var chain = NALChain(source)
      for (sample, lengthSize) in probes {
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
