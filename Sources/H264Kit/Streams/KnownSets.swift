import BitstreamKit

/// The parameter sets in force by their bytes: encoders repeat them in front of key frames, and a repeated one need not be parsed.
struct KnownSets: Sendable {
  struct Entry: Sendable {
    /// nal_unit_type.
    var type: UInt8
    /// seq_parameter_set_id or pic_parameter_set_id.
    var id: UInt32
    var bytes: [UInt8]
  }

  private var entries: [Entry] = []

  /// Streams with more sets, or longer ones, are rare: theirs are parsed again.
  private static let maxEntries = 8
  private static let maxLength = 512

  /// Whether a unit repeats one of them.
  func contains(_ bytes: [UInt8], _ range: Range<Int>) -> Bool { entry(bytes, range) != nil }

  /// The set that a unit repeats; nil if it repeats none.
  func entry(_ bytes: [UInt8], _ range: Range<Int>) -> Entry? {
    entries.first { $0.bytes.count == range.count && bytes[range].elementsEqual($0.bytes) }
  }

  /// Notes that a set came.
  /// - Parameter bytes: its bytes if nothing is wrong with it, else none.
  mutating func note(_ unit: NALUnit, _ bytes: ArraySlice<UInt8>) {
    let type = unit.header.nalUnitType
    let id: UInt32
    switch unit.payload {
    case .seqParameterSet(let set): id = set.seqParameterSetId
    case .subsetSeqParameterSet(let set): id = set.seqParameterSetData.seqParameterSetId
    case .picParameterSet(let set): id = set.picParameterSetId
    default: return
    }
    // A picture parameter set is parsed by the sequence parameter set that it refers to.
    entries.removeAll { $0.type == type ? $0.id == id : $0.type == 8 && type != 8 }
    guard !bytes.isEmpty, bytes.count <= Self.maxLength, entries.count < Self.maxEntries, unit.irregularBytes == nil, unit.trailing.isEmpty
    else { return }
    entries.append(Entry(type: type, id: id, bytes: Array(bytes)))
  }
}
