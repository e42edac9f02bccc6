import BitstreamKit

/// A `moof` box: what it says about the samples of each track, in the order of the file.
public struct MovieFragment: Sendable {
  /// A `traf` box.
  public struct Track: Sendable {
    /// The track, its defaults, and where its data counts from.
    public var header: TrackFragmentHeaderBox
    /// When its first sample is decoded; nil where the samples go on behind those before.
    public var decodeTime: TrackFragmentBaseMediaDecodeTimeBox?
    /// The runs of samples.
    public var runs: [TrackRunBox]
    /// The index of the `traf` in the fragment's tree.
    public var node: Int
    /// Where the `traf` starts in the file.
    var offset: UInt64
    /// Where the `traf` ends.
    var end: UInt64

    /// Whether its data counts on from where that of the `traf` before it ends (ISO/IEC 14496-12, 8.8.7.1).
    var countsOn: Bool { header.baseDataOffset == nil && header.flags & TrackFragmentHeaderBox.defaultBaseIsMoof == 0 }
  }

  /// A `moof` of more bytes is read box by box.
  static var mostInWindow: UInt64 { 1 << 18 }

  /// Where the `moof` starts in the file.
  public let offset: UInt64
  /// Where it ends.
  public let end: UInt64
  /// Its number; nil where no box says it.
  public let sequenceNumber: UInt32?
  /// The parts of tracks.
  public let tracks: [Track]
  /// What is wrong with its boxes.
  public let findings: [BoxFinding]

  /// Reads a `moof` box.
  /// - Throws: where the source fails. A box that cannot be read is a finding.
  public init<S: ByteSource>(_ source: S, _ moof: BoxPlace) throws(ByteError) {
    var tree = try BoxTree(source, from: moof.offset, to: moof.end)
    var found = tree.findings
    var (number, tracks) = (nil as UInt32?, [] as [Track])
    for node in tree.find("moof/mfhd") + tree.find("moof/traf") {
      do {
        if tree.nodes[node].place.header.type == "mfhd" {
          number = try tree.read(MovieFragmentHeaderBox.self, at: node).sequenceNumber
        } else if let track = try Self.track(&tree, node) {
          tracks.append(track)
        } else {
          found.append(BoxFinding(path: ["moof", "traf"], offset: tree.nodes[node].place.offset, message: "no tfhd: no track"))
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

  /// Reads a `moof` that a window has found: most fragments' boxes fit into one read.
  /// - Throws: where the source fails.
  init<S: ByteSource>(_ source: S, moof: BoxPlace, window: inout ByteWindow<S>) throws(ByteError) {
    guard moof.size <= Self.mostInWindow else {
      try self.init(source, moof)
      return
    }
    let part = try window.load(moof.offset, Int(moof.size))
    try self.init(MemorySource(Array(window.bytes[part.first..<part.first + part.count]), at: moof.offset), moof)
  }

  /// Reads some `traf` boxes of one `moof`, and nothing else of it.
  /// - Throws: where the source fails.
  init<S: ByteSource>(_ source: S, _ places: ArraySlice<FragmentPlaces.Place>) throws(ByteError) {
    offset = places.first?.moof ?? 0
    end = places.first?.moofEnd ?? 0
    sequenceNumber = nil
    var (found, tracks) = ([] as [BoxFinding], [] as [Track])
    for place in places {
      var tree = try BoxTree(source, from: place.offset, to: place.end, in: BoxContext(in: "moof"))
      do { if let track = try Self.track(&tree, 0) { tracks.append(track) } } catch {
        switch error {
        case .bytes(let error): throw error
        case .syntax(let error):
          found.append(BoxFinding(path: ["moof", "traf"], offset: place.offset, message: error.description))
        }
      }
    }
    self.tracks = tracks
    findings = found
  }

  private static func track<S: ByteSource>(_ tree: inout BoxTree<S>, _ node: Int) throws(BoxReadError) -> Track? {
    guard let header = tree.child("tfhd", of: node) else { return nil }
    let place = tree.nodes[node].place
    var track = Track(
      header: try tree.read(TrackFragmentHeaderBox.self, at: header), decodeTime: nil, runs: [], node: node, offset: place.offset,
      end: place.end)
    for child in tree.children(of: node) {
      switch tree.nodes[child].place.header.type {
      case "tfdt": track.decodeTime = try tree.read(TrackFragmentBaseMediaDecodeTimeBox.self, at: child)
      case "trun": track.runs.append(try tree.read(TrackRunBox.self, at: child))
      default: break
      }
    }
    return track
  }
}

/// Goes through the samples of one `traf`.
public struct TrackFragmentCursor: Sendable {
  private let runs: [TrackRunBox]
  private let defaults: (duration: UInt32, size: UInt32, flags: SampleFlags, description: UInt32)
  private let base: UInt64
  private let fileSize: UInt64
  /// The run that the next sample is in, its number, and how many samples it has: kept apart, so that a sample costs no look at the others.
  private var current = TrackRunBox()
  private var run = -1
  private var countInRun = 0
  private var inRun = 0
  /// Where the next sample starts in the file, as far as the runs have been followed.
  public private(set) var position: UInt64
  /// When the next sample is decoded, in units of the track's time scale.
  public private(set) var decodeTime: Int64
  private var index: Int
  /// What was wrong; the samples behind it are not given.
  public private(set) var finding: String?

  /// A cursor at the first sample of a track's fragment.
  /// - Parameters:
  ///   - fragment: the `moof` that the fragment stands in.
  ///   - extends: the track's defaults, as `mvex` says them.
  ///   - previousEnd: where the data of the `traf` before it in the same `moof` ends; the start of the `moof` for the first.
  ///   - decodeTime: the time that holds where no `tfdt` says one.
  ///   - index: the number of the first sample in the track, counted from 0.
  ///   - fileSize: in bytes; no run reaches far behind it.
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
    // ISO/IEC 14496-12, 8.8.7.1: an explicit base, else the moof where the flag says so, else the end of the data before.
    base =
      header.baseDataOffset ?? (header.flags & TrackFragmentHeaderBox.defaultBaseIsMoof != 0 ? fragment.offset : previousEnd)
    position = base
    self.decodeTime = track.decodeTime.map { Int64(clamping: $0.baseMediaDecodeTime) } ?? decodeTime
    self.index = index
    self.fileSize = fileSize
  }

  /// The next sample; nil behind the last, or where the runs contradict themselves (`finding`).
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
    if late || far {
      finding = "sample \(inRun + 1) of the run ends behind all times and places"
      return nil
    }
    let flags = flags(row)
    decodeTime = time
    position = end
    inRun += 1
    index += 1
    return Self.flagged(sample, flags)
  }

  /// Goes on to the next run that has samples; false where there is none, or where it cannot be followed.
  private mutating func nextRun() -> Bool {
    (inRun, countInRun) = (0, 0)
    repeat {
      if run + 1 >= runs.count { return false }
      run += 1
    } while runs[run].sampleCount == 0
    current = runs[run]
    if finding != nil || !enter(current) { return false }
    countInRun = Int(current.sampleCount)
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
    // Version 0 is unsigned by the standard; writers that put negative numbers there are more than those that need the highest bit.
    return Int64(Int32(bitPattern: coded))
  }

  /// Starts a run: where its data lies, and whether its count can be true.
  private mutating func enter(_ run: TrackRunBox) -> Bool {
    if let dataOffset = run.dataOffset {
      let (place, overflow) = Int64(clamping: base).addingReportingOverflow(Int64(dataOffset))
      if overflow || place < 0 {
        finding = "a data offset of \(dataOffset) from \(base) lies in no file"
        return false
      }
      position = UInt64(place)
    }
    if run.samples.rowSize == 0 {
      // No byte of the box stands behind the count: the file has to hold the samples, and those of the track before them, since many runs
      // may name the same bytes.
      let room = fileSize > position ? fileSize - position : 0
      let most = defaults.size > 0 ? room / UInt64(defaults.size) + 1 : fileSize
      let (count, before) = (UInt64(run.sampleCount), UInt64(max(0, index)))
      if count > max(1, most) || before + count > fileSize + 1 {
        finding = "\(run.sampleCount) samples of \(defaults.size) bytes are more than the file holds"
        return false
      }
    }
    return true
  }
}
