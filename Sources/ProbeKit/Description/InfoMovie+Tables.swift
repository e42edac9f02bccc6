import BitstreamKit
import MP4Kit
import RemuxKit

/// What the sample tables and the headers of fragments state: numbers of samples, durations and rates.
extension InfoMovie {
  /// Sample count, total duration and common duration of the samples; nil if the table is too large.
  private mutating func durations(_ source: MovieTrack) -> (count: UInt64, sum: UInt64, step: UInt32?)? {
    guard let node = tree.find("mdia/minf/stbl/stts", in: source.node).first,
      tree.nodes[node].place.payloadSize <= UInt64(Self.maxTableBytes), let box = try? tree.read(TimeToSampleBox.self, at: node)
    else { return nil }
    var (count, sum, step): (UInt64, UInt64, UInt32?) = (0, 0, nil)
    for row in 0..<box.entries.count {
      let entry = box.entries[row]
      if entry.sampleCount == 0 { continue }
      // The last sample may have another duration.
      let isLast = row == box.entries.count - 1 && entry.sampleCount == 1 && count > 0
      step = count == 0 ? entry.sampleDelta : step == entry.sampleDelta || isLast ? step : nil
      count &+= UInt64(entry.sampleCount)
      sum &+= UInt64(entry.sampleCount) &* UInt64(entry.sampleDelta)
    }
    return count > 0 ? (count, sum, step) : nil
  }

  /// The frame rate by the sample table or, of samples in fragments, by their number and duration.
  /// - Parameter stated: the frame rate of the sequence parameter set.
  mutating func frameRate(_ source: MovieTrack, _ index: Int, stated: ExactRatio?) -> (ratio: ExactRatio, isConstant: Bool)? {
    if let times = fragments?.tracks, times.indices.contains(index), times[index].sampleCount > 0 {
      let table = durations(source) ?? (0, 0, nil)
      let (count, duration) = (table.count &+ times[index].sampleCount, table.sum &+ times[index].duration)
      if duration == 0 { return nil }
      let (above, overflow) = UInt64(source.timescale).multipliedReportingOverflow(by: count)
      guard !overflow, let average = ExactRatio(above, duration) else { return nil }
      // Durations in the time scale are rounded.
      if let stated, abs(stated.value * Double(duration) - Double(above)) <= Double(above) / 1000 { return (stated, true) }
      return (average, false)
    }
    if let sums = durations(source) {
      if let step = sums.step, step > 0 { return ExactRatio(UInt64(source.timescale), UInt64(step)).map { ($0, true) } }
      let (above, overflow) = UInt64(source.timescale).multipliedReportingOverflow(by: sums.count)
      return overflow ? nil : ExactRatio(above, sums.sum).map { ($0, false) }
    }
    guard let count = source.table?.sampleCount, count > 0, let duration = source.mediaHeader?.duration, duration > 0 else { return nil }
    let (above, overflow) = UInt64(source.timescale).multipliedReportingOverflow(by: UInt64(count))
    return overflow ? nil : ExactRatio(above, duration).map { ($0, false) }
  }

  /// Number of samples in the sample table and in fragments.
  func sampleCount(_ source: MovieTrack, _ index: Int) -> Int64? {
    guard let count = source.table?.sampleCount else { return nil }
    let more = fragments.flatMap { $0.tracks.indices.contains(index) ? $0.tracks[index].sampleCount : nil } ?? 0
    return Int64(clamping: UInt64(count) &+ more)
  }

  mutating func times(_ source: MovieTrack, _ index: Int, _ section: inout InfoSection) {
    var media = source.mediaHeader.flatMap { $0.duration > 0 && !Self.isUnknown($0.duration) ? Int64($0.duration) : nil }
    var declared: Int64?
    if let times = fragments?.tracks, times.indices.contains(index), let (start, end) = span(source, times[index]) {
      let (length, overflow) = end.subtractingReportingOverflow(start)
      if !overflow {
        // A segment has less than the header of its presentation declares.
        if let stated = media, Self.isMore(stated, than: length, source.timescale) { declared = stated }
        media = declared == nil ? max(length, media ?? 0) : length
      }
    }
    let listed = durations(source).flatMap { Int64(exactly: $0.sum) }
    let edited = source.editList == nil ? nil : source.timeline(movieTimescale: movie.timescale).duration.flatMap { Int64(exactly: $0) }
    if let media { section.add(InfoWords.duration("media_duration", media, source.timescale, "Duration")) }
    if let declared { section.add(InfoWords.duration("declared_duration", declared, source.timescale, "  as declared")) }
    // The last edit of a fragmented movie lasts to the end of the media.
    if edited == nil, let media, let lead = MediaTime(value: emptyLead(source), timescale: movie.timescale)?.value(in: source.timescale),
      lead > 0, !media.addingReportingOverflow(lead).overflow
    {
      section.add(InfoWords.duration("edited_duration", media + lead, source.timescale, "  as edited"))
    }
    if let edited, edited > 0 {
      let item = InfoWords.duration("edited_duration", edited, movie.timescale, "  as edited")
      let isSame =
        media.flatMap { MediaTime(value: $0, timescale: source.timescale) } == MediaTime(value: edited, timescale: movie.timescale)
      section.add(isSame ? item.map { InfoItem($0.key, $0.value) } : item)
    }
    if let listed {
      let item = InfoWords.duration("samples_duration", listed, source.timescale, "  of samples")
      section.add(listed == media ? item.map { InfoItem($0.key, $0.value) } : item)
    }
  }

  /// Whether a declared duration exceeds that of the samples by more than a last sample or an edit list explains.
  static func isMore(_ declared: Int64, than found: Int64, _ timescale: UInt32) -> Bool {
    declared.subtractingReportingOverflow(found).partialValue > max(Int64(timescale), found / 20)
  }

  mutating func bitRate(_ source: MovieTrack, _ index: Int) -> Int64? {
    let own = tableBytes(source)
    if let times = fragments?.tracks, times.indices.contains(index), let (start, end) = span(source, times[index]),
      times[index].byteCount > 0
    {
      let length = Double(end) - Double(start)
      let rate = (Double(times[index].byteCount) + Double(own ?? 0)) * 8 * Double(source.timescale) / length
      return length > 0 && rate < 9e18 ? Int64(saturating: rate) : nil
    }
    if let own, let sums = durations(source), sums.sum > 0 {
      return Int64(checked: Double(own) * 8 * Double(source.timescale) / Double(sums.sum))
    }
    let description = source.descriptions.first
    if let average = description?.bitRate?.avgBitrate, average > 0 { return Int64(average) }
    return description?.stream?.decoderConfig.flatMap { $0.avgBitrate > 0 ? Int64($0.avgBitrate) : nil }
  }

  /// The bytes of the samples in the sample table; nil without samples, or if the table is too large.
  private mutating func tableBytes(_ source: MovieTrack) -> UInt64? {
    if let node = tree.find("mdia/minf/stbl/stz2", in: source.node).first, tree.nodes[node].place.payloadSize <= UInt64(Self.maxTableBytes),
      let box = try? tree.read(CompactSampleSizeBox.self, at: node), box.sampleCount > 0
    {
      return (0..<Int(clamping: box.sampleCount)).reduce(UInt64(0)) { $0 &+ UInt64(box.size(of: $1) ?? 0) }
    }
    guard let node = tree.find("mdia/minf/stbl/stsz", in: source.node).first,
      tree.nodes[node].place.payloadSize <= UInt64(Self.maxTableBytes), let box = try? tree.read(SampleSizeBox.self, at: node),
      box.sampleCount > 0
    else { return nil }
    var bytes: UInt64 = 0
    if box.sampleSize > 0 {
      // QuickTime sound has a size of 1 here.
      guard let table = source.table, let size = table.constantSize else { return nil }
      bytes = UInt64(size) * UInt64(clamping: table.sampleCount)
    }
    for row in 0..<box.sizes.count { bytes &+= UInt64(box.sizes[row]) }
    return bytes
  }
}
