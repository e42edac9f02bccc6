import BitstreamKit

/// The parameter sets received so far, by id; later units are parsed with them.
///
/// A repeated set replaces the previous one. Sets are not checked against slices of the current picture.
public struct ParameterSets: Sendable, Equatable {
  private struct Held: Equatable {
    /// Indexed by seq_parameter_set_id, up to the largest id, below 32.
    var sequence: [SeqParameterSet?] = []
    /// Subset sequence parameter sets have a separate id space, up to 32 entries.
    var subset: [SubsetSeqParameterSet?] = []
    /// Indexed by pic_parameter_set_id, up to the largest id, below 256.
    var picture: [PicParameterSet?] = []
  }

  /// Always one element; an array, so that a copy of the store, which is passed to every unit, retains one reference and not three.
  private var held = [Held()]
  /// Slice contexts derived from the sets, indexed by pic_parameter_set_id.
  private var contexts: [SliceContext?] = []
  /// The same for slices of non-base views.
  private var viewContexts: [SliceContext?] = []
  /// The id of the sequence parameter set last used by a slice or buffering period. Messages are read by `upcomingSeqParameterSet`.
  public var activeSeqParameterSetId: UInt32?
  /// The ids of the sequence parameter sets that came since the last slice.
  private var announced: [UInt32] = []
  /// The id of the picture parameter set of the last data partition A; partitions B and C refer to it.
  public var partitionPicParameterSetId: UInt32?

  /// Whether the last primary picture slice belongs to an IDR picture; auxiliary slices do not signal this.
  public var primaryIdrPicFlag = false

  /// Creates an empty store.
  public init() {}

  /// Returns the sequence parameter set with this id; nil if there is none or the id is above 31.
  public func seqParameterSet(_ id: UInt32) -> SeqParameterSet? { Self.entry(id, of: held[0].sequence) }

  /// Returns the subset sequence parameter set with this id; nil if there is none or the id is above 31.
  public func subsetSeqParameterSet(_ id: UInt32) -> SubsetSeqParameterSet? { Self.entry(id, of: held[0].subset) }

  /// Returns the picture parameter set with this id; nil if there is none or the id is above 255.
  public func picParameterSet(_ id: UInt32) -> PicParameterSet? { Self.entry(id, of: held[0].picture) }

  @inline(__always) private static func entry<Element>(_ id: UInt32, of list: [Element?]) -> Element? {
    let index = Int(truncatingIfNeeded: id)
    return index >= 0 && index < list.count ? list[index] : nil
  }

  private static func put<Element>(_ element: Element?, at index: Int, in list: inout [Element?]) {
    while list.count <= index { list.append(nil) }
    list[index] = element
  }

  /// Returns the context of a slice with this header and pic_parameter_set_id; nil if one of its parameter sets is missing. Units of
  /// non-base views refer to a subset sequence parameter set.
  public func sliceContext(_ header: NALUnitHeader, picParameterSetId id: UInt32) -> SliceContext? {
    let isView = header.nalUnitType == 20 || header.nalUnitType == 21
    return isView ? Self.entry(id, of: viewContexts) : Self.entry(id, of: contexts)
  }

  /// Stores a set; ignores ids above 31.
  public mutating func insert(_ set: SeqParameterSet) {
    guard set.seqParameterSetId < 32 else { return }
    // Most repeated sets are unchanged.
    if seqParameterSet(set.seqParameterSetId) == set { return }
    Self.put(set, at: Int(truncatingIfNeeded: set.seqParameterSetId), in: &held[0].sequence)
    Self.renew(set, held[0].picture, &contexts)
  }

  /// Stores a set; ignores ids above 31.
  public mutating func insert(_ set: SubsetSeqParameterSet) {
    let sps = set.seqParameterSetData
    guard sps.seqParameterSetId < 32 else { return }
    Self.put(set, at: Int(truncatingIfNeeded: sps.seqParameterSetId), in: &held[0].subset)
    Self.renew(sps, held[0].picture, &viewContexts)
  }

  /// Stores a set; ignores ids above 255.
  public mutating func insert(_ set: PicParameterSet) {
    guard set.picParameterSetId < 256 else { return }
    let index = Int(truncatingIfNeeded: set.picParameterSetId)
    Self.put(set, at: index, in: &held[0].picture)
    Self.put(seqParameterSet(set.seqParameterSetId).map { SliceContext(sps: $0, pps: set) }, at: index, in: &contexts)
    let view = subsetSeqParameterSet(set.seqParameterSetId).map { SliceContext(sps: $0.seqParameterSetData, pps: set) }
    if view != nil || index < viewContexts.count { Self.put(view, at: index, in: &viewContexts) }
  }

  /// Updates the contexts of all picture parameter sets that refer to `set`.
  private static func renew(_ set: SeqParameterSet, _ pictureSets: [PicParameterSet?], _ contexts: inout [SliceContext?]) {
    for (index, pps) in pictureSets.enumerated() {
      if let pps, pps.seqParameterSetId == set.seqParameterSetId { put(SliceContext(sps: set, pps: pps), at: index, in: &contexts) }
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

  /// The sequence parameter set of the next picture, by which messages before it are read: the active one, or the last of those that came since
  /// the last slice if the active one is not among them. An IDR picture may activate another one (7.4.1.2.1).
  public var upcomingSeqParameterSet: SeqParameterSet? {
    guard let last = announced.last, let active = activeSeqParameterSetId, !announced.contains(active) else { return activeSeqParameterSet }
    return seqParameterSet(last)
  }

  /// Notes that a sequence parameter set came.
  mutating func announce(_ id: UInt32) {
    if id < 32, !announced.contains(id) { announced.append(id) }
  }

  /// Makes a sequence parameter set the active one, because a slice or buffering period refers to it.
  mutating func activate(_ id: UInt32) {
    activeSeqParameterSetId = id
    if !announced.isEmpty { announced.removeAll() }
  }

  /// Returns chroma_format_idc for picture parameter sets that refer to this sequence parameter set; nil if there is neither a
  /// sequence parameter set nor a subset sequence parameter set with this id.
  public func chromaFormatIdc(_ seqParameterSetId: UInt32) -> UInt8? {
    seqParameterSet(seqParameterSetId)?.chromaFormatIdc ?? subsetSeqParameterSet(seqParameterSetId)?.seqParameterSetData.chromaFormatIdc
  }

  /// Updates the state with a unit that affects how later units are parsed.
  public mutating func update(with unit: NALUnit) {
    switch unit.payload {
    case .seqParameterSet(let set):
      insert(set)
      announce(set.seqParameterSetId)
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
        if case .bufferingPeriod(let period) = message.payload { activate(period.seqParameterSetId) }
      }
    default: break
    }
  }

  private mutating func activate(_ header: SliceHeader) {
    guard let context = Self.entry(header.picParameterSetId, of: contexts) else { return }
    activate(context.seqParameterSetId)
  }
}
