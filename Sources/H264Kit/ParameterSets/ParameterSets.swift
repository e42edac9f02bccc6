import BitstreamKit

/// The parameter sets that a stream has sent so far, by their numbers: what later units are read with.
///
/// A set that comes again replaces the one before. Nothing is checked against the slices that are under way.
public struct ParameterSets: Sendable, Equatable {
  /// A set behind a reference, so that a slice that looks at it does not copy it.
  @usableFromInline final class Shared<Value: Equatable & Sendable>: Equatable, Sendable {
    @usableFromInline let value: Value

    init(_ value: Value) { self.value = value }

    @usableFromInline static func == (a: Shared, b: Shared) -> Bool { a === b || a.value == b.value }
  }

  /// By seq_parameter_set_id, 32 places.
  @usableFromInline var sequence: [Shared<SeqParameterSet>?] = Array(repeating: nil, count: 32)
  /// Subset sequence parameter sets have numbers of their own, 32 places.
  @usableFromInline var subset: [Shared<SubsetSeqParameterSet>?] = Array(repeating: nil, count: 32)
  /// seq_parameter_set_data( ) of the subset sequence parameter sets.
  @usableFromInline var subsetSequence: [Shared<SeqParameterSet>?] = Array(repeating: nil, count: 32)
  /// By pic_parameter_set_id, 256 places.
  @usableFromInline var picture: [Shared<PicParameterSet>?] = Array(repeating: nil, count: 256)
  /// The sequence parameter set that a slice or a buffering period used last: the one that timing messages mean.
  public var activeSeqParameterSetId: UInt32?
  /// The picture parameter set of the last data partition A: the one that partitions B and C mean.
  public var partitionPicParameterSetId: UInt32?

  /// Whether the last slice of a primary picture was one of an IDR picture, which auxiliary slices do not say.
  public var primaryIdrPicFlag = false

  /// No sets.
  public init() {}

  /// The sequence parameter set of this number; nil where none came, or the number is above 31.
  @inlinable public func seqParameterSet(_ id: UInt32) -> SeqParameterSet? {
    id < 32 ? sequence[Int(truncatingIfNeeded: id)]?.value : nil
  }

  /// The subset sequence parameter set of this number; nil where none came, or the number is above 31.
  @inlinable public func subsetSeqParameterSet(_ id: UInt32) -> SubsetSeqParameterSet? {
    id < 32 ? subset[Int(truncatingIfNeeded: id)]?.value : nil
  }

  /// The picture parameter set of this number; nil where none came, or the number is above 255.
  @inlinable public func picParameterSet(_ id: UInt32) -> PicParameterSet? {
    id < 256 ? picture[Int(truncatingIfNeeded: id)]?.value : nil
  }

  /// Takes a set; one with a number above 31 is left out.
  public mutating func insert(_ set: SeqParameterSet) {
    if set.seqParameterSetId < 32 { sequence[Int(truncatingIfNeeded: set.seqParameterSetId)] = Shared(set) }
  }

  /// Takes a set; one with a number above 31 is left out.
  public mutating func insert(_ set: SubsetSeqParameterSet) {
    let id = set.seqParameterSetData.seqParameterSetId
    if id < 32 {
      subset[Int(truncatingIfNeeded: id)] = Shared(set)
      subsetSequence[Int(truncatingIfNeeded: id)] = Shared(set.seqParameterSetData)
    }
  }

  /// Takes a set; one with a number above 255 is left out.
  public mutating func insert(_ set: PicParameterSet) {
    if set.picParameterSetId < 256 { picture[Int(truncatingIfNeeded: set.picParameterSetId)] = Shared(set) }
  }

  /// The sequence parameter set in force: the one used last or, before any was, the only one there is.
  public var activeSeqParameterSet: SeqParameterSet? {
    if let id = activeSeqParameterSetId, let set = seqParameterSet(id) { return set }
    var only: SeqParameterSet?
    for case let set? in sequence {
      if only != nil { return nil }
      only = set.value
    }
    return only
  }

  /// chroma_format_idc for a picture parameter set of this sequence parameter set; nil where neither a sequence parameter set nor
  /// a subset one of this number came.
  @inlinable public func chromaFormatIdc(_ seqParameterSetId: UInt32) -> UInt8? {
    seqParameterSet(seqParameterSetId)?.chromaFormatIdc ?? subsetSeqParameterSet(seqParameterSetId)?.seqParameterSetData.chromaFormatIdc
  }

  /// The sets that a slice with this header means by pic_parameter_set_id; nil where one of them did not come. Units of views
  /// above the base mean a subset sequence parameter set.
  @inlinable func resolve(
    _ header: NALUnitHeader, picParameterSetId id: UInt32
  ) -> (sps: Shared<SeqParameterSet>, pps: Shared<PicParameterSet>)? {
    guard id < 256, let pps = picture[Int(truncatingIfNeeded: id)], pps.value.seqParameterSetId < 32 else { return nil }
    let index = Int(truncatingIfNeeded: pps.value.seqParameterSetId)
    let isView = header.nalUnitType == 20 || header.nalUnitType == 21
    guard let sps = isView ? subsetSequence[index] : sequence[index] else { return nil }
    return (sps, pps)
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
    if let set = picParameterSet(header.picParameterSetId) { activeSeqParameterSetId = set.seqParameterSetId }
  }
}
