import BitstreamKit

/// A `moof` box: the samples of each track, in file order.
public struct MovieFragment: Sendable {
  /// A `traf` box.
  public struct Track: Sendable {
    /// The track ID, sample defaults and base data offset.
    public var header: TrackFragmentHeaderBox
    /// The decoding time of the first sample; nil if the samples continue after the preceding ones.
    public var decodeTime: TrackFragmentBaseMediaDecodeTimeBox?
    /// The sample runs.
    public var runs: [TrackRunBox]
    /// The index of the `traf` in the fragment's tree.
    public var node: Int
    /// The offset of the `traf` in the file.
    var offset: UInt64
    /// The end offset of the `traf`.
    var end: UInt64

    /// The number of its samples, and the sums of their durations and sizes, modulo 2^64.
    /// - Parameter extends: the defaults of the track; nil without `trex`.
    package func totals(_ extends: TrackExtendsBox?) -> (sampleCount: UInt64, duration: UInt64, byteCount: UInt64) {
      let duration = header.defaultSampleDuration ?? extends?.defaultSampleDuration ?? 0
      let size = header.defaultSampleSize ?? extends?.defaultSampleSize ?? 0
      var (count, length, bytes): (UInt64, UInt64, UInt64) = (0, 0, 0)
      for run in runs where run.sampleCount > 0 {
        count &+= UInt64(run.sampleCount)
        if run.samples.rowSize == 0 {
          length &+= UInt64(run.sampleCount) * UInt64(duration)
          bytes &+= UInt64(run.sampleCount) * UInt64(size)
          continue
        }
        for row in 0..<run.samples.count {
          let sample = run.samples[row]
          length &+= UInt64(sample.sampleDuration ?? duration)
          bytes &+= UInt64(sample.sampleSize ?? size)
        }
      }
      return (count, length, bytes)
    }

    /// Whether its data offsets are relative to the end of the preceding `traf`'s data (ISO/IEC 14496-12, 8.8.7.1).
    var countsOn: Bool { header.baseDataOffset == nil && header.flags & TrackFragmentHeaderBox.defaultBaseIsMoof == 0 }
  }

  /// The largest `moof`, in bytes, that is read in one piece; a larger one is read box by box.
  static var maxInWindow: UInt64 { 1 << 18 }

  /// The offset of the `moof` in the file.
  public let offset: UInt64
  /// The end offset of the `moof`.
  public let end: UInt64
  /// The sequence number; nil if there is no `mfhd`.
  public let sequenceNumber: UInt32?
  /// The track fragments in file order.
  public let tracks: [Track]
  /// The errors in its boxes.
  public let findings: [BoxFinding]

  /// Reads a `moof` box.
  /// - Throws: `ByteError` if the source cannot be read.
  public init<S: ByteSource>(_ source: S, _ moof: BoxPlace) throws(ByteError) {
    var tree = try BoxTree(source, from: moof.offset, to: moof.end)
    var found = tree.findings
    var (number, tracks) = (nil as UInt32?, [] as [Track])
    let parts = tree.find("moof/traf")
    tracks.reserveCapacity(parts.count)
    for node in tree.find("moof/mfhd") + parts {
      do {
        if tree.nodes[node].place.header.type == "mfhd" {
          number = try tree.read(MovieFragmentHeaderBox.self, at: node).sequenceNumber
        } else if let track = try Self.track(&tree, node) {
          tracks.append(track)
        } else {
          found.append(BoxFinding(path: ["moof", "traf"], offset: tree.nodes[node].place.offset, message: "missing tfhd box"))
        }
      } catch {
        switch error {
        case .bytes(let error): throw error
        case .syntax(let error):
          found.append(BoxFinding(path: ["moof", "traf"], offset: tree.nodes[node].place.offset, message: error.description))
        }
      }
    }
    offset = moof.offset
    end = moof.end
    sequenceNumber = number
    self.tracks = tracks
    findings = found
  }

  /// Reads a `moof` through a window: most fragments fit into one read.
  /// - Throws: `ByteError` if the source cannot be read.
  init<S: ByteSource>(_ source: S, moof: BoxPlace, window: inout ByteWindow<S>) throws(ByteError) {
    guard moof.size <= Self.maxInWindow else {
      try self.init(source, moof)
      return
    }
    let part = try window.load(moof.offset, Int(moof.size))
    try self.init(MemorySource(Array(window.bytes[part.first..<part.first + part.count]), at: moof.offset), moof)
  }

  static func track<S: ByteSource>(_ tree: inout BoxTree<S>, _ node: Int) throws(BoxReadError) -> Track? {
    guard let header = tree.child("tfhd", of: node) else { return nil }
    let place = tree.nodes[node].place
    var track = Track(
      header: try tree.read(TrackFragmentHeaderBox.self, at: header), decodeTime: nil, runs: [], node: node, offset: place.offset,
      end: place.end)
    let children = tree.children(of: node)
    track.runs.reserveCapacity(children.count { tree.nodes[$0].isBox("trun") })
    for child in children {
      switch tree.nodes[child].place.header.type {
      case "tfdt": track.decodeTime = try tree.read(TrackFragmentBaseMediaDecodeTimeBox.self, at: child)
      case "trun": track.runs.append(try tree.read(TrackRunBox.self, at: child))
      default: break
      }
    }
    return track
  }
}

/// Iterates over the samples of one `traf`.
public struct TrackFragmentCursor: Sendable {
  private let runs: [TrackRunBox]
  private let defaults: (duration: UInt32, size: UInt32, flags: SampleFlags, description: UInt32)
  private let base: UInt64
  private let fileSize: UInt64
  /// The current run, its index and sample count. The run is copied so that `next` does not access the other runs.
  private var current = TrackRunBox()
  private var run = -1
  private var countInRun = 0
  private var inRun = 0
  /// The offset of the next sample in the file.
  public private(set) var position: UInt64
  /// The decoding time of the next sample, in units of the track's time scale.
  public private(set) var decodeTime: Int64
  private var index: Int
  /// The error that ended the iteration; the samples after it are not returned.
  public private(set) var finding: String?

  /// Creates a cursor at the first sample of a track fragment.
  /// - Parameters:
  ///   - fragment: the enclosing `moof`.
  ///   - extends: the track's defaults from `mvex`.
  ///   - previousEnd: the end of the preceding `traf`'s data in the same `moof`; for the first, the offset of the `moof`.
  ///   - decodeTime: the start time used if there is no `tfdt`, in units of the track's time scale.
  ///   - index: the index of the first sample in the track, counted from 0.
  ///   - fileSize: the file size in bytes; it limits the number of samples in a run without per-sample fields.
  public init(
    _ track: MovieFragment.Track, of fragment: MovieFragment, extends: TrackExtendsBox?, previousEnd: UInt64, decodeTime: Int64, index: Int,
    fileSize: UInt64
  ) {
    let header = track.header
    runs = track.runs
    defaults = (
      header.defaultSampleDuration ?? extends?.defaultSampleDuration ?? 0, header.defaultSampleSize ?? extends?.defaultSampleSize ?? 0,
      header.defaultSampleFlags ?? extends?.defaultSampleFlags ?? SampleFlags(),
      header.sampleDescriptionIndex ?? extends?.defaultSampleDescriptionIndex ?? 1
    )
    // ISO/IEC 14496-12, 8.8.7.1: base_data_offset, else the moof if default-base-is-moof is set, else the end of the preceding data.
    base =
      header.baseDataOffset ?? (header.flags & TrackFragmentHeaderBox.defaultBaseIsMoof != 0 ? fragment.offset : previousEnd)
    position = base
    self.decodeTime = track.decodeTime.map { Int64(clamping: $0.baseMediaDecodeTime) } ?? decodeTime
    self.index = index
    self.fileSize = fileSize
  }

  /// Returns the next sample; nil after the last, or if the runs are inconsistent (`finding`).
  public mutating func next() -> Sample? {
    if inRun >= countInRun, !nextRun() { return nil }
    if finding != nil { return nil }
    let row = current.samples[inRun]
    let size = row.sampleSize ?? defaults.size
    let sample = Sample(
      index: index, decodeTime: decodeTime, compositionOffset: offset(row), duration: row.sampleDuration ?? defaults.duration,
      offset: position, size: size, isSync: true, descriptionIndex: defaults.description, dependency: 0)
    let (time, late) = decodeTime.addingReportingOverflow(Int64(sample.duration))
    let (end, far) = position.addingReportingOverflow(UInt64(size))
    if late || far || decodeTime.addingReportingOverflow(sample.compositionOffset).overflow {
      finding = "sample \(inRun + 1) of the run: time or file offset overflows 64 bits"
      return nil
    }
    let flags = flags(row)
    decodeTime = time
    position = end
    inRun += 1
    index += 1
    return Self.flagged(sample, flags)
  }

  /// Advances to the next run with samples. Returns false if there is none or its data offset or count is invalid.
  private mutating func nextRun() -> Bool {
    (inRun, countInRun) = (0, 0)
    repeat {
      if run + 1 >= runs.count { return false }
      run += 1
    } while runs[run].sampleCount == 0
    current = runs[run]
    if finding != nil || !enter(current) { return false }
    countInRun = Int(clamping: current.sampleCount)
    return true
  }

  private static func flagged(_ sample: Sample, _ flags: SampleFlags) -> Sample {
    var sample = sample
    sample.isSync = !flags.sampleIsNonSyncSample
    sample.dependency =
      flags.isLeading << 6 | flags.sampleDependsOn << 4 | flags.sampleIsDependedOn << 2 | flags.sampleHasRedundancy
    return sample
  }

  private func flags(_ row: TrackRunBox.Sample) -> SampleFlags {
    if inRun == 0, let first = current.firstSampleFlags { return first }
    return row.sampleFlags.map { SampleFlags(rawValue: $0) } ?? defaults.flags
  }

  private func offset(_ row: TrackRunBox.Sample) -> Int64 {
    guard let coded = row.sampleCompositionTimeOffset else { return 0 }
    // Offsets are unsigned in version 0, but writers that store negative values there are more common than writers that need the highest
    // bit.
    return Int64(Int32(bitPattern: coded))
  }

  /// Starts a run: sets the data position and checks the sample count against the file size.
  private mutating func enter(_ run: TrackRunBox) -> Bool {
    if let dataOffset = run.dataOffset {
      let (place, overflow) = Int64(clamping: base).addingReportingOverflow(Int64(dataOffset))
      if overflow || place < 0 {
        finding = "data offset \(dataOffset) relative to \(base) is out of range"
        return false
      }
      position = UInt64(place)
    }
    if run.samples.rowSize == 0 {
      // The box has no bytes per sample to bound the count, so the file size bounds it: for the run, and for all runs of the track, since
      // runs may refer to the same bytes.
      let room = fileSize > position ? fileSize - position : 0
      let limit = defaults.size > 0 ? room / UInt64(defaults.size) + 1 : fileSize
      let (count, before) = (UInt64(run.sampleCount), UInt64(max(0, index)))
      if count > max(1, limit) || before + count > fileSize + 1 {
        finding = "\(run.sampleCount) samples of \(defaults.size) bytes exceed the file size"
        return false
      }
    }
    return true
  }
}
