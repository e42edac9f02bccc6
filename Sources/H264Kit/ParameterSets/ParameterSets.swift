import BitstreamKit

/// The parameter sets received so far, by id; later units are parsed with them.
///
/// A repeated set replaces the previous one. Sets are not checked against slices of the current picture.
public struct ParameterSets: Sendable, Equatable {
  private struct Held: Equatable {
    /// Indexed by seq_parameter_set_id, 32 entries.
    var sequence: [SeqParameterSet?] = Array(repeating: nil, count: 32)
    /// Subset sequence parameter sets have a separate id space, 32 entries.
    var subset: [SubsetSeqParameterSet?] = Array(repeating: nil, count: 32)
    /// Indexed by pic_parameter_set_id, 256 entries.
    var picture: [PicParameterSet?] = Array(repeating: nil, count: 256)
  }

  /// Always one element; an array, so that a copy of the store, which is passed to every unit, retains one reference and not three.
  private var held = [Held()]
  /// Slice contexts derived from the sets, indexed by pic_parameter_set_id; contexts of non-base views follow at an offset of 256.
  private(set) var contexts: [SliceContext?] = Array(repeating: nil, count: 512)
  /// The id of the sequence parameter set last used by a slice or buffering period; timing messages refer to it.
  public var activeSeqParameterSetId: UInt32?
  /// The id of the picture parameter set of the last data partition A; partitions B and C refer to it.
  public var partitionPicParameterSetId: UInt32?

  /// Whether the last primary picture slice belongs to an IDR picture; auxiliary slices do not signal this.
  public var primaryIdrPicFlag = false

  /// Creates an empty store.
  public init() {}

  /// Returns the sequence parameter set with this id; nil if there is none or the id is above 31.
  public func seqParameterSet(_ id: UInt32) -> SeqParameterSet? { id < 32 ? held[0].sequence[Int(truncatingIfNeeded: id)] : nil }

  /// Returns the subset sequence parameter set with this id; nil if there is none or the id is above 31.
  public func subsetSeqParameterSet(_ id: UInt32) -> SubsetSeqParameterSet? { id < 32 ? held[0].subset[Int(truncatingIfNeeded: id)] : nil }

  /// Returns the picture parameter set with this id; nil if there is none or the id is above 255.
  public func picParameterSet(_ id: UInt32) -> PicParameterSet? { id < 256 ? held[0].picture[Int(truncatingIfNeeded: id)] : nil }

  /// Returns the context of a slice with this header and pic_parameter_set_id; nil if one of its parameter sets is missing. Units of
  /// non-base views refer to a subset sequence parameter set.
  public func sliceContext(_ header: NALUnitHeader, picParameterSetId id: UInt32) -> SliceContext? {
    guard id < 256 else { return nil }
    let isView = header.nalUnitType == 20 || header.nalUnitType == 21
    return contexts[Int(truncatingIfNeeded: id) + (isView ? 256 : 0)]
  }

  /// Stores a set; ignores ids above 31.
  public mutating func insert(_ set: SeqParameterSet) {
    guard set.seqParameterSetId < 32 else { return }
    // Most repeated sets are unchanged.
    if seqParameterSet(set.seqParameterSetId) == set { return }
    held[0].sequence[Int(truncatingIfNeeded: set.seqParameterSetId)] = set
    renew(set, from: 0)
  }

  /// Stores a set; ignores ids above 31.
  public mutating func insert(_ set: SubsetSeqParameterSet) {
    let sps = set.seqParameterSetData
    guard sps.seqParameterSetId < 32 else { return }
    held[0].subset[Int(truncatingIfNeeded: sps.seqParameterSetId)] = set
    renew(sps, from: 256)
  }

  /// Stores a set; ignores ids above 255.
  public mutating func insert(_ set: PicParameterSet) {
    guard set.picParameterSetId < 256 else { return }
    let index = Int(truncatingIfNeeded: set.picParameterSetId)
    held[0].picture[index] = set
    contexts[index] = seqParameterSet(set.seqParameterSetId).map { SliceContext(sps: $0, pps: set) }
    contexts[index + 256] = subsetSeqParameterSet(set.seqParameterSetId).map { SliceContext(sps: $0.seqParameterSetData, pps: set) }
  }

  /// Updates the contexts of all picture parameter sets that refer to `set`.
  private mutating func renew(_ set: SeqParameterSet, from first: Int) {
    for index in 0..<256 {
      if let pps = held[0].picture[index], pps.seqParameterSetId == set.seqParameterSetId {
        contexts[first + index] = SliceContext(sps: set, pps: pps)
      }
    }
  }

  /// The sequence parameter set with the smallest id; nil if there is none.
  public var firstSeqParameterSet: SeqParameterSet? {
    for case let set? in held[0].sequence { return set }
    return nil
  }

  /// The active sequence parameter set: the last one used or, if none was used yet, the only one stored.
  public var activeSeqParameterSet: SeqParameterSet? {
    if let id = activeSeqParameterSetId, let set = seqParameterSet(id) { return set }
    var only: SeqParameterSet?
    for case let set? in held[0].sequence {
      if only != nil { return nil }
      only = set
    }
    return only
  }

  /// Returns chroma_format_idc for picture parameter sets that refer to this sequence parameter set; nil if there is neither a
  /// sequence parameter set nor a subset sequence parameter set with this id.
  public func chromaFormatIdc(_ seqParameterSetId: UInt32) -> UInt8? {
    seqParameterSet(seqParameterSetId)?.chromaFormatIdc ?? subsetSeqParameterSet(seqParameterSetId)?.seqParameterSetData.chromaFormatIdc
  }

  /// Updates the state with a unit that affects how later units are parsed.
  public mutating func update(with unit: NALUnit) {
    switch unit.content {
    case .seqParameterSet(let set): insert(set)
    case .subsetSeqParameterSet(let set): insert(set)
    case .picParameterSet(let set): insert(set)
    case .slice(let slice):
      guard unit.header.nalUnitType == 1 || unit.header.nalUnitType == 5 else { return }
      activate(slice.sliceHeader)
      if (slice.sliceHeader.redundantPicCnt ?? 0) == 0 { primaryIdrPicFlag = unit.header.nalUnitType == 5 }
    case .partitionA(let slice):
      partitionPicParameterSetId = slice.sliceHeader.picParameterSetId
      activate(slice.sliceHeader)
      primaryIdrPicFlag = false
    case .sei(let information):
      for message in information.messages {
        if case .bufferingPeriod(let period) = message.payload { activeSeqParameterSetId = period.seqParameterSetId }
      }
    default: break
    }
  }

  private mutating func activate(_ header: SliceHeader) {
    guard header.picParameterSetId < 256, let context = contexts[Int(truncatingIfNeeded: header.picParameterSetId)] else { return }
    activeSeqParameterSetId = context.seqParameterSetId
  }
}
