import BitstreamKit

/// The configurations that the pictures of a bare stream go by, each once, and where which comes into force.
///
/// A set that changes at a key picture makes a new one, unless all sets are those of an earlier one. Sets that change elsewhere are no
/// matter of descriptions: they stay in the samples, until a key picture has them all.
struct StreamDescriptions {
  /// So many are kept; the sets of those behind them stay in the samples.
  static var most: Int { 1000 }
  /// So many bytes of sets are kept.
  private static var mostBytes: Int { 1 << 24 }

  /// The sets at a slice before which some have changed.
  private struct Change {
    /// Where the slice before it stands.
    var previous: UInt64?
    var units: [[UInt8]]
    /// Whether the picture cannot be decoded without a set that was left behind.
    var isNeeded: Bool
  }

  private let codec: VideoCodec
  /// Whether there shall be no more than one.
  private let isSingle: Bool
  private(set) var all: [MediaDescription] = []
  private var units: [[[UInt8]]] = []
  private var byteCount = 0

  private var sets: StreamSets
  /// Sets that changed within the picture under way, or before it.
  private var changes: [Change] = []
  private var lastSlice: UInt64?
  /// The sets at the last picture, and whether a description was looked for.
  private var standing: (units: [[UInt8]], isDescribed: Bool) = ([], true)
  /// The places of pictures from which on another description holds, for pictures that are given later.
  private var turns: [(offset: UInt64, index: UInt32)] = []
  private var last: UInt32 = 1
  private var current: UInt32 = 1

  init(_ codec: VideoCodec, isSingle: Bool) {
    self.codec = codec
    self.isSingle = isSingle
    sets = StreamSets(codec)
  }

  /// Takes the next unit, behind the picture that it completes.
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

  /// A picture is complete: that which begins at a place.
  mutating func complete(_ offset: UInt64, isKey: Bool) {
    if changes.isEmpty, standing.isDescribed { return }
    // Those between the fields of a picture come too late for it.
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

  /// What there is before the first picture is the first, whatever it is.
  mutating func begin() { if all.isEmpty { describe(sets.units, from: 0) } }

  private mutating func describe(_ found: [[UInt8]], from offset: UInt64) {
    if isSingle, !all.isEmpty { return }
    var index = units.firstIndex(of: found)
    if index == nil {
      let size = found.reduce(0) { $0 + $1.count }
      let configuration = MediaConfiguration(parameterSets: found, of: codec)
      // Sets that no record can hold together stay where they are.
      if !all.isEmpty, configuration == .none || all.count >= Self.most || byteCount + size > Self.mostBytes { return }
      var description = MediaDescription()
      (description.configuration, description.framing) = (configuration, .annexB)
      index = all.count
      all.append(description)
      units.append(found)
      byteCount += size
    }
    guard let index else { return }
    let number = UInt32(truncatingIfNeeded: index + 1)
    if number != last { turns.append((offset, number)) }
    last = number
  }

  /// Which of them, counted from 1, holds for a picture; they are asked for in their order.
  mutating func index(at offset: UInt64) -> UInt32 {
    while let turn = turns.first, turn.offset <= offset {
      current = turn.index
      turns.removeFirst()
    }
    return current
  }
}
