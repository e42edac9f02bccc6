import BitstreamKit
import HEVCKit
import NALKit

/// The parameter sets in force at a position of a byte stream, as whole units.
///
/// A set replaces the one with the same kind, layer and ID. When a sequence parameter set is replaced and only some of its picture
/// parameter sets are sent again, the others are left behind: they are excluded from `units` unless a slice refers to one.
package struct StreamSets {
  /// The largest number of sets to keep.
  private static var limit: Int { 512 }

  private enum Kind: UInt32 {
    case video, sequence, sequenceExtension, picture
  }

  private struct Entry {
    var kind: Kind
    /// Kind, layer and ID; sorting by it gives an order in which a decoder can take the sets.
    var key: UInt32
    /// The ID of the sequence parameter set that a picture parameter set refers to.
    var parent: UInt32
    var bytes: [UInt8]
    /// Whether its sequence parameter set has been replaced since.
    var isOld = false
  }

  private let codec: VideoCodec
  private var entries: [Entry] = []
  /// Whether a set has changed since `settle` was called.
  private(set) var hasChanged = false

  /// Creates an empty collection.
  package init(_ codec: VideoCodec) { self.codec = codec }

  /// Whether there is a sequence parameter set and a picture parameter set.
  var isComplete: Bool { entries.contains { $0.kind == .sequence } && entries.contains { $0.kind == .picture } }

  /// The sets in force.
  var units: [[UInt8]] { entries.filter { !isLeftBehind($0) }.map { $0.bytes } }

  mutating func settle() { hasChanged = false }

  private func isLeftBehind(_ entry: Entry) -> Bool {
    entry.isOld && entries.contains { $0.kind == .picture && $0.parent == entry.parent && !$0.isOld }
  }

  // MARK: - Sets

  /// Takes a complete unit; ignores units other than parameter sets.
  mutating func take(_ bytes: [UInt8], _ range: Range<Int>) {
    guard let first = bytes[range].first, let kind = kind(first) else { return }
    // Most sets are repeated unchanged.
    for index in entries.indices where entries[index].kind == kind {
      if entries[index].bytes.count != range.count || !entries[index].bytes.elementsEqual(bytes[range]) { continue }
      if entries[index].isOld { (entries[index].isOld, hasChanged) = (false, true) }
      return
    }
    guard let entry = entry(kind, Array(bytes[range])) else { return }
    insert(entry)
  }

  private mutating func insert(_ entry: Entry) {
    let place = entries.firstIndex { $0.key >= entry.key } ?? entries.count
    if place < entries.count, entries[place].key == entry.key {
      entries[place] = entry
      if entry.kind == .sequence {
        for index in entries.indices where entries[index].kind == .picture && entries[index].parent == entry.key & 0xFF {
          entries[index].isOld = true
        }
      }
    } else {
      if entries.count >= Self.limit { return }
      entries.insert(entry, at: place)
    }
    hasChanged = true
  }

  private func kind(_ first: UInt8) -> Kind? {
    switch (codec, codec.unitType(first)) {
    case (.h264, 7), (.hevc, 33): .sequence
    case (.h264, 13): .sequenceExtension
    case (.h264, 8), (.hevc, 34): .picture
    case (.hevc, 32): .video
    default: nil
    }
  }

  /// The key of a parameter set: kind, layer and ID. Nil for other units, and if it cannot be parsed.
  package func key(_ unit: [UInt8]) -> UInt32? { unit.first.flatMap(kind).flatMap { entry($0, unit)?.key } }

  private func entry(_ kind: Kind, _ unit: [UInt8]) -> Entry? {
    var numbers: [UInt32]?
    var layer: UInt32 = 0
    switch codec {
    case .h264: numbers = Self.numbers(unit, 0..<unit.count, after: kind == .sequence ? 32 : 8, count: kind == .picture ? 2 : 1)
    case .hevc:
      if unit.count < 3 { return nil }
      layer = UInt32(unit[0] & 1) << 5 | UInt32(unit[1] >> 3)
      switch kind {
      case .video: numbers = [UInt32(unit[2] >> 4)]
      case .picture: numbers = Self.numbers(unit, 0..<unit.count, after: 16, count: 2)
      case .sequence, .sequenceExtension: numbers = Self.sequenceNumber(unit).map { [$0] }
      }
    }
    guard let numbers, let number = numbers.first, number < 256 else { return nil }
    let key = kind.rawValue << 16 | layer << 8 | number
    return Entry(kind: kind, key: key, parent: numbers.count > 1 ? numbers[1] : 0, bytes: unit)
  }

  /// The sequence parameter set ID, which follows the profile, tier and level of all sub-layers.
  private static func sequenceNumber(_ unit: [UInt8]) -> UInt32? {
    let read = try? NALUnit(parsing: unit, sets: ParameterSets(), policy: .lenient)
    guard case .seqParameterSet(let set)? = read?.payload else { return nil }
    return UInt32(set.spsSeqParameterSetId)
  }

  /// Parses `count` Exp-Golomb codes after the first `bits` bits of a unit.
  private static func numbers(_ bytes: [UInt8], _ range: Range<Int>, after bits: Int, count: Int) -> [UInt32]? {
    var rbsp: [UInt8] = []
    _ = EmulationPrevention.removing(from: bytes, range.lowerBound..<min(range.upperBound, range.lowerBound + 32), into: &rbsp)
    if rbsp.count <= bits / 8 { return nil }
    var reader = BitReader(rbsp, bits / 8..<rbsp.count)
    var found: [UInt32] = []
    do {
      for _ in 0..<bits % 8 {
        var flag = false
        try reader.flag("flag", &flag)
      }
      for _ in 0..<count {
        var number: UInt32 = 0
        try reader.ue("number", &number)
        found.append(number)
      }
    } catch { return nil }
    return found
  }

  // MARK: - Slices

  /// Whether a unit is a slice of the base layer or base view.
  func isSlice(_ first: UInt8) -> Bool {
    switch codec {
    case .h264: [1, 2, 5].contains(codec.unitType(first))
    case .hevc: codec.unitType(first) < 32
    }
  }

  /// Brings back the picture parameter set that a slice refers to, if it was left behind.
  mutating func use(by slice: Range<Int>, of bytes: [UInt8]) -> Bool {
    guard entries.contains(where: { $0.isOld }), let first = bytes[slice].first else { return false }
    let number: UInt32?
    switch codec {
    case .h264: number = Self.numbers(bytes, slice, after: 8, count: 3)?.last
    case .hevc:
      // first_slice_segment_in_pic_flag and, for IRAP pictures, no_output_of_prior_pics_flag.
      let flags = (16...23).contains(codec.unitType(first)) ? 2 : 1
      number = Self.numbers(bytes, slice, after: 16 + flags, count: 1)?.last
    }
    guard let number,
      let index = entries.firstIndex(where: { $0.kind == .picture && $0.key & 0xFF == number && isLeftBehind($0) })
    else { return false }
    (entries[index].isOld, hasChanged) = (false, true)
    return true
  }
}
