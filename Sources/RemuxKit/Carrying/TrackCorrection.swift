import BitstreamKit
import MP4Kit
import NALKit

/// What a copy of a track states otherwise than its source. The decoded pictures and frames are unchanged.
public struct TrackCorrection: Sendable, Equatable {
  /// The complete `stsd` box of a movie track; nil for that of the source.
  public var sampleDescriptions: [UInt8]?
  /// The complete media header box of a movie track, such as `vmhd`; nil for that of the source.
  public var mediaHeader: [UInt8]?
  /// The ID of a movie track; nil for that of the source.
  public var trackID: UInt32?
  /// Parameter sets that are removed from the samples because the sample entry holds them; nil to keep the samples as they are.
  public var removedSets: [[UInt8]]?
  /// Edits of the parameter sets in the samples of an H.264 or H.265 movie track, and of what depends on the sets: pass the sample
  /// entries edited likewise as `sampleDescriptions`.
  public var edits: [StreamEdit] = []
  /// The display size of a movie track in pixels, 16.16 fixed-point numbers; nil for that of the source.
  public var width: UInt32?
  public var height: UInt32?
  /// The indices of the samples at which decoding can begin, from 0 and in increasing order; nil for those of the source.
  public var keys: [UInt32]?
  /// Composition minus decoding time of each sample in units of the track's time scale; nil for those of the source.
  public var compositionOffsets: [Int32]?
  /// The time in the media at which the first edit of media begins, in units of the track's time scale; nil for that of the source. The
  /// edit ends where it did.
  public var editStart: Int64?
  /// The time in the media at which the last edit of media ends, in units of the track's time scale; nil for that of the source.
  public var editEnd: Int64?

  /// Creates a correction that changes nothing.
  public init() {}
}

/// Applies the corrections of keys and composition offsets to the samples of a reader.
struct SampleCorrector {
  /// The corrections by track index.
  let corrections: [Int: TrackCorrection]
  /// For each track, the index of its next sample and the next of its keys.
  private var next: [Int: (sample: Int, key: Int)] = [:]

  /// Nil without corrections.
  init?(_ corrections: [Int: TrackCorrection]) {
    if corrections.isEmpty { return nil }
    self.corrections = corrections
  }

  mutating func correct(_ sample: inout MediaSample) {
    guard let correction = corrections[sample.track] else { return }
    var place = next[sample.track] ?? (0, 0)
    if let keys = correction.keys {
      sample.isKey = place.key < keys.count && Int(keys[place.key]) == place.sample
      if sample.isKey { place.key += 1 }
    }
    if let offsets = correction.compositionOffsets, place.sample < offsets.count {
      sample.presentationTime = sample.decodeTime &+ Int64(offsets[place.sample])
    }
    place.sample += 1
    next[sample.track] = place
  }
}

extension TrackBlueprint {
  /// Applies a correction.
  /// - Parameter movieTimescale: the units of edit durations per second.
  mutating func apply(_ correction: TrackCorrection, movieTimescale: UInt32) {
    if let bytes = correction.sampleDescriptions { sampleDescriptions = bytes }
    if let bytes = correction.mediaHeader { mediaHeader = bytes }
    if let id = correction.trackID { trackID = id }
    if correction.width != nil || correction.height != nil {
      (width, height) = (correction.width ?? width, correction.height ?? height)
      // The dimensions of the source do not fit the new size.
      apertureDimensions = []
    }
    if let start = correction.editStart { moveFirstEdit(to: start, movieTimescale: movieTimescale) }
    if let end = correction.editEnd { endLastEdit(at: end, movieTimescale: movieTimescale) }
  }

  /// Moves the end of the last edit of media. One that lasts to the end of fragments does already.
  private mutating func endLastEdit(at end: Int64, movieTimescale: UInt32) {
    guard let row = editList?.entries.lastIndex(where: { $0.mediaTime >= 0 && $0.mediaRateInteger == 1 }) else { return }
    let scale = timescale
    changeEdit(row) { entry in
      if entry.editDuration == 0 { return }
      let length = MediaTime(value: end &- entry.mediaTime, timescale: scale)?.value(in: movieTimescale, rounding: .up) ?? 0
      entry.editDuration = UInt64(max(1, length))
    }
  }

  /// Moves the beginning of the first edit of media, and keeps its end.
  private mutating func moveFirstEdit(to start: Int64, movieTimescale: UInt32) {
    guard let row = editList?.entries.firstIndex(where: { $0.mediaTime >= 0 && $0.mediaRateInteger == 1 }) else { return }
    let scale = timescale
    changeEdit(row) { entry in
      let longer = MediaTime(value: entry.mediaTime &- start, timescale: scale)?.value(in: movieTimescale) ?? 0
      let (length, overflow) = Int64(clamping: entry.editDuration).addingReportingOverflow(longer)
      entry.mediaTime = start
      // 0 is the rest of a track of fragments.
      if entry.editDuration > 0, !overflow { entry.editDuration = UInt64(max(1, length)) }
    }
  }

  private mutating func changeEdit(_ row: Int, _ change: (inout EditListBox.Entry) -> Void) {
    guard var list = editList else { return }
    var entries = PackedTable<EditListBox.Entry>(layout: list.entries.layout)
    for (index, old) in list.entries.enumerated() {
      var entry = old
      if index == row { change(&entry) }
      entries.append(entry)
    }
    list.entries = entries
    editList = list
  }

  /// Ends each edit where the media ends, and drops edits of media that is not there.
  /// - Parameters:
  ///   - end: the end of the media in units of the track's time scale.
  ///   - movieTimescale: the units of edit durations per second.
  mutating func clipEdits(at end: Int64, movieTimescale: UInt32) {
    guard var list = editList else { return }
    var entries = PackedTable<EditListBox.Entry>(layout: list.entries.layout)
    for old in list.entries {
      var entry = old
      if entry.mediaTime >= 0, entry.mediaRateInteger == 1 {
        if entry.mediaTime >= end { continue }
        let length = MediaTime(value: end - entry.mediaTime, timescale: timescale)?.value(in: movieTimescale, rounding: .up) ?? 0
        entry.editDuration = min(entry.editDuration, UInt64(max(0, length)))
      }
      entries.append(entry)
    }
    list.entries = entries
    editList = entries.isEmpty ? nil : list
  }
}
