import BitstreamKit

/// The parameter sets that a stream has sent so far, by their numbers: what later units are read with.
///
/// A set that comes again replaces the one before. Nothing is checked against the slices that are under way.
public struct ParameterSets: Sendable, Equatable {
  private struct Held: Equatable {
    /// By seq_parameter_set_id, 32 places.
    var sequence: [SeqParameterSet?] = Array(repeating: nil, count: 32)
    /// Subset sequence parameter sets have numbers of their own, 32 places.
    var subset: [SubsetSeqParameterSet?] = Array(repeating: nil, count: 32)
    /// By pic_parameter_set_id, 256 places.
    var picture: [PicParameterSet?] = Array(repeating: nil, count: 256)
  }

  /// One element: an array, so that a copy of the store, which every unit is handed, counts one reference and not three.
  private var held = [Held()]
  /// What slices depend on, by pic_parameter_set_id, and 256 places on for views above the base. It follows from the sets.
  private(set) var contexts: [SliceContext?] = Array(repeating: nil, count: 512)
  /// The sequence parameter set that a slice or a buffering period used last: the one that timing messages mean.
  public var activeSeqParameterSetId: UInt32?
  /// The picture parameter set of the last data partition A: the one that partitions B and C mean.
  public var partitionPicParameterSetId: UInt32?

  /// Whether the last slice of a primary picture was one of an IDR picture, which auxiliary slices do not say.
  public var primaryIdrPicFlag = false

  /// No sets.
  public init() {}

  /// The sequence parameter set of this number; nil where none came, or the number is above 31.
  public func seqParameterSet(_ id: UInt32) -> SeqParameterSet? { id < 32 ? held[0].sequence[Int(truncatingIfNeeded: id)] : nil }

  /// The subset sequence parameter set of this number; nil where none came, or the number is above 31.
  public func subsetSeqParameterSet(_ id: UInt32) -> SubsetSeqParameterSet? { id < 32 ? held[0].subset[Int(truncatingIfNeeded: id)] : nil }

  /// The picture parameter set of this number; nil where none came, or the number is above 255.
  public func picParameterSet(_ id: UInt32) -> PicParameterSet? { id < 256 ? held[0].picture[Int(truncatingIfNeeded: id)] : nil }

  /// What a slice with this header that names a picture parameter set depends on; nil where one of its sets did not come. Units of
  /// views above the base mean a subset sequence parameter set.
  public func sliceContext(_ header: NALUnitHeader, picParameterSetId id: UInt32) -> SliceContext? {
    guard id < 256 else { return nil }
    let isView = header.nalUnitType == 20 || header.nalUnitType == 21
    return contexts[Int(truncatingIfNeeded: id) + (isView ? 256 : 0)]
  }

  /// Takes a set; one with a number above 31 is left out.
  public mutating func insert(_ set: SeqParameterSet) {
    guard set.seqParameterSetId < 32 else { return }
    // Most sets come again unchanged.
    if seqParameterSet(set.seqParameterSetId) == set { return }
    held[0].sequence[Int(truncatingIfNeeded: set.seqParameterSetId)] = set
    renew(set, from: 0)
  }

  /// Takes a set; one with a number above 31 is left out.
  public mutating func insert(_ set: SubsetSeqParameterSet) {
    let sps = set.seqParameterSetData
    guard sps.seqParameterSetId < 32 else { return }
    held[0].subset[Int(truncatingIfNeeded: sps.seqParameterSetId)] = set
    renew(sps, from: 256)
  }

  /// Takes a set; one with a number above 255 is left out.
  public mutating func insert(_ set: PicParameterSet) {
    guard set.picParameterSetId < 256 else { return }
    let index = Int(truncatingIfNeeded: set.picParameterSetId)
    held[0].picture[index] = set
    contexts[index] = seqParameterSet(set.seqParameterSetId).map { SliceContext(sps: $0, pps: set) }
    contexts[index + 256] = subsetSeqParameterSet(set.seqParameterSetId).map { SliceContext(sps: $0.seqParameterSetData, pps: set) }
  }

  /// Slices of the picture parameter sets that name `set` depend on it from now on.
  private mutating func renew(_ set: SeqParameterSet, from first: Int) {
    for index in 0..<256 {
      if let pps = held[0].picture[index], pps.seqParameterSetId == set.seqParameterSetId {
        contexts[first + index] = SliceContext(sps: set, pps: pps)
      }
    }
  }

  /// The sequence parameter set with the smallest number; nil without one.
  public var firstSeqParameterSet: SeqParameterSet? {
    for case let set? in held[0].sequence { return set }
    return nil
  }

  /// The sequence parameter set in force: the one used last or, before any was, the only one there is.
  public var activeSeqParameterSet: SeqParameterSet? {
    if let id = activeSeqParameterSetId, let set = seqParameterSet(id) { return set }
    var only: SeqParameterSet?
    for case let set? in held[0].sequence {
      if only != nil { return nil }
      only = set
    }
    return only
  }

  /// chroma_format_idc for a picture parameter set of this sequence parameter set; nil where neither a sequence parameter set nor
  /// a subset one of this number came.
  public func chromaFormatIdc(_ seqParameterSetId: UInt32) -> UInt8? {
    seqParameterSet(seqParameterSetId)?.chromaFormatIdc ?? subsetSeqParameterSet(seqParameterSetId)?.seqParameterSetData.chromaFormatIdc
  }

  /// Takes note of what a unit changes for those behind it.
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
