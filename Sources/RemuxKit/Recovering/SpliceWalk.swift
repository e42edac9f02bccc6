import AACKit
import BitstreamKit
import MP4Kit
import NALKit

/// Finds where bytes were inserted into the media data of a movie, or lost from it.
struct SpliceWalk {
  /// A stretch of the file as the tables describe it, from an offset to that of the next stretch.
  struct Stretch: Equatable {
    let start: UInt64
    /// Where its bytes are, relative to their offsets; nil if they are lost.
    let shift: Int64?
  }

  /// A place in the file before which bytes were inserted or lost.
  struct Splice: Equatable {
    let place: UInt64
    /// The number of bytes that are too many; negative for those that are missing.
    let change: Int64

    /// What was found, for people.
    var text: String {
      "\(counted(change.magnitude, "byte is", "bytes are")) \(change < 0 ? "missing" : "too many") before byte \(place)"
    }
  }

  /// A sample to search for: its place among the samples that were read ahead, and its sizes in bytes.
  private struct Wanted {
    let index: Int
    let size: UInt64
    let lengthSize: Int
  }

  /// What is not where the tables expect it. The bytes before the first stretch are.
  private(set) var stretches: [Stretch] = []
  private(set) var splices: [Splice] = []
  /// The end of the samples according to the tables.
  private(set) var end: UInt64 = 0
  /// Whether samples are not in the order of their offsets, or too much is damaged.
  private(set) var isConfused = false

  /// The number of samples of NAL units to search for, and of all samples among them.
  private static let (maxSearched, maxAhead) = (8, 1024)
  /// The most bytes to search after the place where a sample is expected.
  private static let farthest: UInt64 = 1 << 20
  private static let maxSplices = 1 << 16

  private let file: AnyByteSource
  private let reader: MediaReader
  /// The media data in the file.
  private let data: Range<UInt64>
  private let isExternal: [Bool]
  private var chain: NALChain
  private var walkers: [Int: RawDataBlockWalker] = [:]
  /// Samples that have been read, and are not examined yet; the last one is the next.
  private var ahead: [MediaSample] = []
  /// Samples after the last sample of NAL units that was found: of other tracks, and those that were searched in vain.
  private var between: [MediaSample] = []
  private var lastOffset: UInt64 = 0
  private var shift: Int64 = 0
  /// The last sample of NAL units that was found, at the current shift.
  private var found: MediaSample?
  /// The number of bytes that are too many in the whole file; negative for those that are missing.
  private let change: Int64
  /// The first NAL unit types of the samples that are where the tables expect them, with their tracks.
  private var heads: Set<Int> = []
  /// Whether the samples to search for include the last one.
  private var isAtEnd = false
  /// The number of bytes that may still be searched.
  private var budget: UInt64

  /// - Parameters:
  ///   - data: the media data in the file.
  ///   - change: the number of bytes that are too many in it, as far as that is known.
  init(_ file: AnyByteSource, _ reader: MediaReader, _ data: Range<UInt64>, change: Int64) throws(MediaError) {
    (self.file, self.reader, self.data, self.change) = (file, reader, data, change)
    chain = NALChain(file)
    let size = min(data.upperBound - data.lowerBound, 1 << 61)
    budget = 2 * size + 4 * min(size, Self.farthest)
    isExternal = try reader.movie.map { (movie) throws(MediaError) in try DamagedFile.externalTracks(movie) } ?? []
    for track in reader.tracks where !track.isProtected {
      if case .aac(let configuration) = track.configuration { walkers[track.index] = try? RawDataBlockWalker(configuration) }
    }
  }

  /// - Parameter fragment: the samples of a fragment in the order of their offsets, none empty or external; nil for all samples of the movie.
  mutating func run(_ fragment: [MediaSample]? = nil) throws(MediaError) {
    var samples: MediaReader?
    if let fragment { ahead = fragment.reversed() } else { samples = try reader.reopened(track: nil) }
    while !isConfused, let sample = try next(&samples) {
      end = max(end, sample.offset + sample.size)
      guard let lengthSize = lengthSize(sample) else {
        if between.count < fragment?.count ?? Self.maxAhead { between.append(sample) }
        continue
      }
      if try fits(sample, shift, lengthSize) {
        heads.insert(head(sample.track, chain.head))
        found = sample
        between.removeAll(keepingCapacity: true)
      } else {
        try search(sample, &samples)
      }
    }
    if fragment != nil, change != shift { settleSound() }
  }

  /// Decides where frames of audio are after the last sample of NAL units: these can be told from other bytes too.
  private mutating func settleSound() {
    let sound = between.filter { walkers[$0.track] != nil }
    guard let last = sound.last, !isAudio(last, shift), isAudio(last, change) else { return }
    if let found, let next = between.first, isCut(found, before: next, at: .max, change) { note(found.offset, nil) }
    settle(between, [shift, change])
    if let start = stretches.last?.start { splices.append(Splice(place: UInt64(clamping: Int64(start) + change), change: change - shift)) }
    shift = change
  }

  /// Gives up the samples of a fragment from the first one that does not end in the media data.
  mutating func lose(_ samples: [MediaSample]) {
    let cut = samples.first { Int64($0.offset + $0.size) + shift > Int64(clamping: data.upperBound) }
    guard let cut, cut.offset >= stretches.last?.start ?? 0 else { return }
    note(cut.offset, nil)
    splices.append(Splice(place: data.upperBound, change: change - shift))
  }

  /// The next sample that has bytes in this file; nil after the last, and where offsets run backwards or are impossible.
  private mutating func next(_ samples: inout MediaReader?) throws(MediaError) -> MediaSample? {
    if let sample = ahead.popLast() { return sample }
    while let sample = try samples?.next() {
      if isExternal[sample.track] || sample.size == 0 { continue }
      isConfused = sample.offset < lastOffset || sample.offset > UInt64(Int64.max) / 4 || sample.size > UInt64(UInt32.max)
      if isConfused { return nil }
      lastOffset = sample.offset
      return sample
    }
    return nil
  }

  /// The size of the length fields of a sample; nil if it has no NAL units, or is encrypted.
  private func lengthSize(_ sample: MediaSample) -> Int? {
    guard case .lengthPrefixed(let size) = reader.tracks[sample.track].framing, !reader.tracks[sample.track].isProtected else { return nil }
    return size.rawValue
  }

  private mutating func fits(_ sample: MediaSample, _ shift: Int64, _ lengthSize: Int) throws(MediaError) -> Bool {
    guard let place = UInt64(exactly: Int64(sample.offset) + shift) else { return false }
    do { return try chain.fits(place, sample.size, lengthSize: lengthSize) } catch { throw .bytes(error) }
  }

  /// The type of a NAL unit, with its track.
  private func head(_ track: Int, _ first: UInt8) -> Int {
    let codec: VideoCodec = reader.tracks[track].codec == .hevc ? .hevc : .h264
    return track << 8 | Int(codec.unitType(first))
  }

  // MARK: Search

  /// Searches for a sample that is not in its place, or for one of those after it.
  private mutating func search(_ sample: MediaSample, _ samples: inout MediaReader?) throws(MediaError) {
    var window = [sample]
    var wanted: [Wanted] = []
    while let last = window.last {
      if let lengthSize = lengthSize(last) { wanted.append(Wanted(index: window.count - 1, size: last.size, lengthSize: lengthSize)) }
      if wanted.count >= Self.maxSearched || window.count >= Self.maxAhead { break }
      guard let next = try next(&samples) else { break }
      window.append(next)
    }
    if isConfused { return }
    isAtEnd = wanted.count < Self.maxSearched && window.count < Self.maxAhead
    let match = splices.count < Self.maxSplices ? try place(of: wanted, in: window) : nil
    let taken = match.map { $0.index } ?? 0
    if let match {
      let now = Int64(match.place) - Int64(window[match.index].offset)
      if now != shift {
        if let found, isCut(found, before: between.first ?? sample, at: Int64(match.place), now) { note(found.offset, nil) }
        settle(between, [shift, now])
        settle(Array(window[..<match.index]), [now, shift])
        splices.append(Splice(place: match.place, change: now - shift))
        shift = now
        note(window[match.index].offset, now)
      }
      found = window[match.index]
      between.removeAll(keepingCapacity: true)
      for passed in window[...match.index] { end = max(end, passed.offset + passed.size) }
    }
    if match == nil, between.count < Self.maxAhead { between.append(sample) }
    ahead += window[(taken + 1)...].reversed()
  }

  /// The first place of one of the samples after the last one that was found.
  private mutating func place(of wanted: [Wanted], in window: [MediaSample]) throws(MediaError) -> (index: Int, place: UInt64)? {
    let expected = UInt64(clamping: Int64(window[0].offset) + shift)
    let start = found.map { UInt64(clamping: Int64($0.offset) + shift) + 1 } ?? data.lowerBound
    let stop = min(data.upperBound, max(expected, start) + Self.farthest)
    if start >= stop { return nil }
    do throws(ByteError) {
      // Bytes are inserted or missing at one place, as a rule.
      for (number, item) in wanted.enumerated() where change != shift {
        guard let place = UInt64(exactly: Int64(window[item.index].offset) + change), place >= start, place < stop else { continue }
        if try isSample(number, at: place, wanted, window) { return (item.index, place) }
      }
      // The last NAL unit of a sample and the first of the next can be as long as a sample, but begin with another type, as a rule.
      if !heads.isEmpty, let match = try scan(start..<stop, wanted, window, isStrict: true) { return match }
      return try scan(start..<stop, wanted, window, isStrict: false)
    } catch { throw .bytes(error) }
  }

  private mutating func scan(
    _ range: Range<UInt64>, _ wanted: [Wanted], _ window: [MediaSample], isStrict: Bool
  ) throws(ByteError) -> (index: Int, place: UInt64)? {
    let longest = wanted.map { $0.size }.max() ?? 0
    var (start, bytes, step): (UInt64, [UInt8], Int) = (range.lowerBound, [], 1 << 12)
    while start + 5 <= range.upperBound, budget > 0 {
      try file.read(at: start, count: min(step, Int(range.upperBound - start)), into: &bytes)
      step = min(1 << 16, step * 2)
      if bytes.count < 5 { break }
      budget -= min(budget, UInt64(bytes.count))
      var examined = chain.examined
      for index in 0...bytes.count - 5 {
        let place = start + UInt64(index)
        // Chains of many small units cost more than the bytes.
        if chain.examined != examined {
          budget -= min(budget, chain.examined - examined)
          examined = chain.examined
          if budget == 0 { return nil }
        }
        for (number, item) in wanted.enumerated() {
          let length = bytes.bigEndian(at: index, size: item.lengthSize)
          if length == 0 || length >= longest || length + UInt64(item.lengthSize) > item.size { continue }
          if isStrict, !heads.contains(head(window[item.index].track, bytes[index + item.lengthSize])) { continue }
          if try isSample(number, at: place, wanted, window) { return (item.index, place) }
        }
      }
      start += UInt64(bytes.count - 4)
    }
    return nil
  }

  /// Whether a sample is at a place, and the one after it too. Other bytes can look like one sample: boxes have sizes before their bytes.
  private mutating func isSample(
    _ number: Int, at place: UInt64, _ wanted: [Wanted], _ window: [MediaSample]
  ) throws(ByteError) -> Bool {
    let item = wanted[number]
    guard try chain.fits(place, item.size, lengthSize: item.lengthSize) else { return false }
    guard number + 1 < wanted.count else { return isAtEnd && item.size >= 64 }
    let next = wanted[number + 1]
    let distance = window[next.index].offset - window[item.index].offset
    return try chain.fits(place + distance, next.size, lengthSize: next.lengthSize)
  }

  /// Whether bytes are missing of a sample whose length is right: it ends after what was found next, or what follows it is not there.
  private mutating func isCut(_ found: MediaSample, before next: MediaSample, at place: Int64, _ now: Int64) -> Bool {
    let end = found.offset + found.size
    return Int64(end) + shift > place || now < shift && next.offset == end && !isAudio(next, shift)
  }

  // MARK: Stretches

  /// Decides where samples are before one that was found elsewhere: audio at the first shift at which it can be read.
  private mutating func settle(_ samples: [MediaSample], _ shifts: [Int64]) {
    for sample in samples { note(sample.offset, shifts.first { isAudio(sample, $0) }) }
  }

  /// Whether AAC of a sample can be read from its first byte to its last.
  private mutating func isAudio(_ sample: MediaSample, _ shift: Int64) -> Bool {
    guard let place = UInt64(exactly: Int64(sample.offset) + shift), place >= data.lowerBound, sample.size < 1 << 14 else { return false }
    var bytes: [UInt8] = []
    guard (try? file.read(at: place, count: Int(sample.size), into: &bytes)) != nil, bytes.count == Int(sample.size) else { return false }
    return (try? walkers[sample.track]?.walk(bytes, 0..<bytes.count).byteCount) == bytes.count
  }

  private mutating func note(_ start: UInt64, _ shift: Int64?) {
    if (stretches.last.map { $0.shift } ?? .some(0)) == shift { return }
    if stretches.last?.start == start { stretches.removeLast() }
    stretches.append(Stretch(start: start, shift: shift))
  }

  /// The bytes of a range as the tables describe it.
  /// - Parameter end: where the bytes of the file that can be used end.
  func parts(_ range: Range<UInt64>, in end: UInt64) -> [PartsSource.Part] {
    var (stretches, parts) = (stretches, [PartsSource.Part]())
    if stretches.first.map({ $0.start > range.lowerBound }) ?? true { stretches.insert(.init(start: range.lowerBound, shift: 0), at: 0) }
    for (index, stretch) in stretches.enumerated() {
      let (from, to) = (stretch.start, index + 1 < stretches.count ? stretches[index + 1].start : range.upperBound)
      if from >= to { continue }
      guard let shift = stretch.shift, let first = UInt64(exactly: Int64(from) + shift), first < end else {
        parts.append(.zeros(to - from))
        continue
      }
      let last = min(first + (to - from), end)
      parts.append(.range(first..<last))
      if last - first < to - from { parts.append(.zeros(to - from - (last - first))) }
    }
    return parts
  }
}
