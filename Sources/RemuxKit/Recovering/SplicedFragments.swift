import BitstreamKit
import MP4Kit

/// Fragments in whose media data bytes were inserted or lost, so that `tfhd` and `trun` locate other bytes after them.
struct SplicedFragments {
  /// The file with the media data of each fragment where its boxes expect it, and zeros for the samples that are lost.
  let source: AnyByteSource
  /// The places in the file before which bytes were inserted or lost.
  let splices: [SpliceWalk.Splice]

  /// The media data of an `mdat` that does not end where its size says.
  private struct Data {
    /// The bytes in the file.
    let range: Range<UInt64>
    /// The number of bytes that are too many according to the size; negative for those that are missing.
    let change: Int64
    /// The number of zeros that follow in place of those that are missing.
    var zeros: UInt64 = 0

    init(_ box: FragmentSearch.Correction) {
      range = box.place + UInt64(box.header.byteCount)..<box.place + box.size
      let change = Int64(clamping: box.size) - Int64(clamping: box.header.size)
      // Distances can be added to it.
      self.change = min(max(change, -1 << 60), 1 << 60)
    }
  }

  /// The most zeros to add to an `mdat`: a larger size is damaged itself.
  private static let maxZeros: Int64 = 1 << 30
  /// The most samples of a fragment to keep.
  private static let maxSamples = 1 << 16

  /// - Parameter search: what is known of the boxes of the file.
  /// - Throws: `MediaError` if the file cannot be read.
  init(_ file: AnyByteSource, _ search: FragmentSearch) throws(MediaError) {
    let boxes = search.corrections.filter { $0.header.type == "mdat" } + (search.lastData.map { [$0] } ?? [])
    var data = boxes.map(Data.init)
    let layout: AnyByteSource
    do throws(ByteError) {
      try Self.addZeros(&data, file)
      // With the zeros, the size in the file is right.
      let filled = Set(zip(boxes, data).compactMap { (box, data) in data.zeros > 0 ? box.place : nil })
      let patched = AnyByteSource(PatchedSource(file, search.patches.filter { !filled.contains($0.offset) }))
      var parts: [PartsSource.Part] = []
      var end: UInt64 = 0
      for item in data where item.zeros > 0 {
        parts += [.range(end..<item.range.upperBound), .zeros(item.zeros)]
        end = item.range.upperBound
      }
      let whole = AnyByteSource(PartsSource(patched, parts + [.range(end..<file.byteCount)]))
      layout = AnyByteSource(PatchedSource(whole, try Self.ownOffsets(whole)))
    } catch { throw .bytes(error) }
    let (parts, splices) = data.isEmpty ? ([], []) : try Self.walk(layout, data)
    self.splices = splices
    source = parts.isEmpty ? layout : AnyByteSource(PartsSource(layout, parts))
  }

  // MARK: Layout

  /// Decides how many bytes are missing. An offset in the next fragment tells whether the size of an `mdat` is damaged itself.
  private static func addZeros(_ data: inout [Data], _ file: AnyByteSource) throws(ByteError) {
    // The distance of a box to its place when the file was written.
    var moved: Int64 = 0
    for index in data.indices {
      let (next, change) = (data[index].range.upperBound, data[index].change)
      if next == file.byteCount || change < -maxZeros { continue }
      if let base = try offsets(in: next, of: file).first, base.value == UInt64(clamping: Int64(clamping: next) &- moved) { continue }
      if change < 0 { data[index].zeros = change.magnitude }
      moved = moved.addingReportingOverflow(change).partialValue
    }
  }

  /// Patches for the fragments whose `base_data_offset` is not their own offset, if that of the first fragment is.
  private static func ownOffsets(_ file: AnyByteSource) throws(ByteError) -> [BytePatch] {
    var (walker, patches, isFirst) = (BoxWalker(file), [BytePatch](), true)
    while let place = try walker.next() {
      guard place.depth == 0 else { continue }
      walker.leave(place)
      guard place.isBox, place.header.type == "moof" else { continue }
      let offsets = try offsets(in: place.offset, of: file)
      guard let first = offsets.first else { continue }
      if isFirst, first.value != place.offset { break }
      isFirst = false
      if first.value == place.offset { continue }
      for offset in offsets {
        let value = offset.value &+ (place.offset &- first.value)
        let (old, new) = (Array(bigEndian: offset.value, size: 8), Array(bigEndian: value, size: 8))
        patches.append(BytePatch(offset: offset.place, old: old, new: new))
      }
    }
    return patches
  }

  /// Each `base_data_offset` of a fragment, and its place.
  private static func offsets(in fragment: UInt64, of file: AnyByteSource) throws(ByteError) -> [(place: UInt64, value: UInt64)] {
    var (walker, found, bytes) = (BoxWalker(file, from: fragment), [(place: UInt64, value: UInt64)](), [UInt8]())
    guard let moof = try walker.next(), moof.isBox, moof.header.type == "moof" else { return [] }
    while let place = try walker.next(), place.depth > 0 {
      guard place.isBox, place.header.type == "tfhd", place.payloadSize >= 16 else { continue }
      try file.read(at: place.payloadOffset, count: 16, into: &bytes)
      if bytes.count == 16, bytes[3] & 1 != 0 { found.append((place.payloadOffset + 8, bytes.bigEndian64(at: 8))) }
    }
    return found
  }

  // MARK: Samples

  /// Searches the samples of the fragments whose media data changed.
  /// - Returns: the parts of the file as the boxes describe it, none if all samples are where they are expected, and what was found.
  private static func walk(
    _ file: AnyByteSource, _ data: [Data]
  ) throws(MediaError) -> (parts: [PartsSource.Part], splices: [SpliceWalk.Splice]) {
    let reader = try MediaReader(file, as: .mp4)
    guard let movie = reader.movie else { return ([], []) }
    let isExternal = try DamagedFile.externalTracks(movie)
    var (parts, splices) = ([PartsSource.Part](), [SpliceWalk.Splice]())
    var (samples, done, zeros) = (try reader.reopened(track: nil), 0 as UInt64, 0 as UInt64)
    var ahead = try samples.next()
    for item in data {
      let isLast = item.range.upperBound + zeros == file.byteCount
      let range = item.range.lowerBound + zeros..<item.range.upperBound + zeros
      let end = isLast ? UInt64.max : range.upperBound + item.zeros
      var (own, isOrdered) = ([MediaSample](), true)
      while let sample = ahead, sample.offset < end {
        if sample.offset >= range.lowerBound, sample.size > 0, !isExternal[sample.track] {
          isOrdered = isOrdered && sample.offset >= own.last?.offset ?? 0 && own.count < Self.maxSamples
          isOrdered = isOrdered && sample.offset < UInt64(Int64.max) / 4 && sample.size <= UInt64(UInt32.max)
          if isOrdered { own.append(sample) }
        }
        ahead = try samples.next()
      }
      defer { zeros += item.zeros }
      guard isOrdered, !own.isEmpty else { continue }
      var walk = try SpliceWalk(file, reader, range, change: item.change)
      try walk.run(own)
      if !isLast { walk.lose(own) }
      if walk.isConfused || walk.stretches.isEmpty { continue }
      splices += walk.splices.map { SpliceWalk.Splice(place: $0.place - zeros, change: $0.change) }
      parts.append(.range(done..<range.lowerBound))
      // After the last fragment nothing has a place.
      done = isLast ? max(range.upperBound, min(walk.end, range.upperBound + UInt64(Self.maxZeros))) : end
      parts += walk.parts(range.lowerBound..<done, in: range.upperBound)
      if isLast, case .zeros = parts.last { parts.removeLast() }
    }
    if !parts.isEmpty, done < file.byteCount { parts.append(.range(done..<file.byteCount)) }
    return (parts, splices)
  }
}
