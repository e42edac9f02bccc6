import BitstreamKit
import NALKit

/// The distinct configurations of a byte stream, and the pictures at which each takes effect.
///
/// A parameter set that changes at a key picture creates a new description, unless an earlier description has the same sets. Sets that
/// change elsewhere stay in the samples until the next key picture.
struct StreamDescriptions {
  /// The largest number of descriptions; later parameter sets stay in the samples.
  static var limit: Int { 1000 }
  /// The largest total size of parameter sets to keep, in bytes.
  private static var maxBytes: Int { 1 << 24 }

  /// A change of parameter sets before a slice.
  private struct Change {
    /// Offset of the preceding slice.
    var previous: UInt64?
    var units: [[UInt8]]
    /// Whether the picture needs a parameter set that had been left behind (see `StreamSets`).
    var isNeeded: Bool
  }

  private let codec: VideoCodec
  /// Whether there is at most one description.
  private var isSingle = false
  private(set) var all: [MediaSampleDescription] = []
  /// The index of the description of some parameter sets.
  private var indices: [[[UInt8]]: Int] = [:]
  private var byteCount = 0

  private var sets: StreamSets
  /// Changes since the last complete picture.
  private var changes: [Change] = []
  private var lastSlice: UInt64?
  /// The parameter sets at the last picture, and whether a description for them has been looked up.
  private var standing: (units: [[UInt8]], isDescribed: Bool) = ([], true)
  /// Offsets of pictures at which the description changes, for pictures returned later.
  private var switches: [(offset: UInt64, index: UInt32)] = []
  private var last: UInt32 = 1
  private var current: UInt32 = 1

  init(_ codec: VideoCodec) {
    self.codec = codec
    sets = StreamSets(codec)
  }

  /// Keeps the first description, which exists after `begin`, for all pictures; later parameter sets stay in the samples.
  mutating func keepFirst() {
    isSingle = true
    all.removeSubrange(min(1, all.count)...)
    indices = indices.filter { $0.value == 0 }
    switches.removeAll()
    (last, current) = (1, 1)
  }

  /// Takes the next unit; any picture that it completes must have been passed to `complete` first.
  mutating func take(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8]) {
    if isSingle, !all.isEmpty { return }
    guard let first = bytes[unit.range].first else { return }
    guard sets.isSlice(first) else {
      if !unit.isCut { sets.take(bytes, unit.range) }
      return
    }
    let isNeeded = sets.use(by: unit.range, of: bytes)
    if sets.hasChanged {
      changes.append(Change(previous: lastSlice, units: sets.units, isNeeded: isNeeded))
      sets.settle()
    }
    lastSlice = unit.position.startCodeOffset
  }

  /// Completes the picture that starts at an offset.
  mutating func complete(_ offset: UInt64, isKey: Bool) {
    if changes.isEmpty, standing.isDescribed { return }
    // Sets between the fields of a picture do not apply to its start.
    var (atStart, isNeeded) = (standing, false)
    for change in changes {
      standing = (change.units, false)
      if change.isNeeded || change.previous.map({ $0 < offset }) ?? true { atStart = standing }
      isNeeded = isNeeded || change.isNeeded
    }
    changes.removeAll(keepingCapacity: true)
    if atStart.isDescribed || !(all.isEmpty ? sets.isComplete : isKey || isNeeded) { return }
    let isLast = atStart.units == standing.units
    describe(atStart.units, from: offset)
    if isLast { standing.isDescribed = true }
  }

  /// Creates the first description from the sets read so far, even if they are incomplete.
  mutating func begin() { if all.isEmpty { describe(sets.units, from: 0) } }

  private mutating func describe(_ found: [[UInt8]], from offset: UInt64) {
    if isSingle, !all.isEmpty { return }
    var index = indices[found]
    if index == nil {
      let size = found.reduce(0) { $0 + $1.count }
      let configuration = MediaConfiguration(parameterSets: found, of: codec)
      // Sets that do not form a record, or exceed the limits, stay in the samples.
      if !all.isEmpty, configuration == .none || all.count >= Self.limit || byteCount + size > Self.maxBytes { return }
      var description = MediaSampleDescription()
      (description.configuration, description.framing) = (configuration, .annexB)
      index = all.count
      all.append(description)
      indices[found] = all.count - 1
      byteCount += size
    }
    guard let index else { return }
    let number = UInt32(truncatingIfNeeded: index + 1)
    if number != last { switches.append((offset, number)) }
    last = number
  }

  /// The description of a picture, numbered from 1; call in picture order.
  mutating func index(at offset: UInt64) -> UInt32 {
    while let next = switches.first, next.offset <= offset {
      current = next.index
      switches.removeFirst()
    }
    return current
  }
}
