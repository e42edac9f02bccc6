import BitstreamKit

/// The parameter sets received so far; later units are parsed with them.
///
/// A repeated set replaces the previous one. A layer uses its own sets and those of lower layers (F.7.4.1.4.1): look-up returns the set
/// with the given id from the highest of these layers.
public struct ParameterSets: Equatable, Sendable {
  struct Entry<Element: Equatable & Sendable>: Equatable, Sendable {
    var layer: UInt8
    var id: UInt8
    var element: Element
  }

  var videoSets: [Entry<VideoParameterSet>] = []
  var sequenceSets: [Entry<SeqParameterSet>] = []
  var pictureSets: [Entry<PicParameterSet>] = []
  /// The contexts of all picture parameter sets whose sequence parameter set is present.
  var contexts: [Entry<SliceContext>] = []
  /// The id of the base layer sequence parameter set last used by a slice or message. Messages are read by `upcomingSeqParameterSet`.
  public var activeSeqParameterSetId: UInt8?
  /// The ids of the base layer sequence parameter sets that came since the last slice.
  private var announced: [UInt8] = []

  /// Creates an empty store.
  public init() {}

  /// Returns the video parameter set with this id, 0 to 15.
  public func videoParameterSet(_ id: UInt8, layer: UInt8 = 0) -> VideoParameterSet? {
    Self.find(id, layer, in: videoSets).map { videoSets[$0].element }
  }
  /// Returns the sequence parameter set with this id, 0 to 15.
  public func seqParameterSet(_ id: UInt8, layer: UInt8 = 0) -> SeqParameterSet? {
    Self.find(id, layer, in: sequenceSets).map { sequenceSets[$0].element }
  }
  /// Returns the picture parameter set with this id, 0 to 63.
  public func picParameterSet(_ id: UInt8, layer: UInt8 = 0) -> PicParameterSet? {
    Self.find(id, layer, in: pictureSets).map { pictureSets[$0].element }
  }

  /// Returns the context of slices that refer to a picture parameter set; nil if a parameter set is missing.
  public func sliceContext(picParameterSetId id: UInt8, layer: UInt8) -> SliceContext? {
    for index in contexts.indices where contexts[index].id == id && contexts[index].layer == layer { return contexts[index].element }
    return layer == 0 ? nil : makeContext(id, layer)
  }

  /// The base layer sequence parameter set with the smallest id; nil if there is none.
  public var firstSeqParameterSet: SeqParameterSet? {
    sequenceSets.filter { $0.layer == 0 }.min { $0.id < $1.id }?.element
  }

  /// The active sequence parameter set: the last one used or, if none was used yet, the only one stored.
  public var activeSeqParameterSet: SeqParameterSet? {
    if let id = activeSeqParameterSetId, let set = seqParameterSet(id) { return set }
    let base = sequenceSets.filter { $0.layer == 0 }
    return base.count == 1 ? base[0].element : nil
  }

  /// The sequence parameter set of the next picture, by which messages before it are read: the active one, or the last of those that came since
  /// the last slice if the active one is not among them. An IRAP picture may activate another one (7.4.2.4.2).
  public var upcomingSeqParameterSet: SeqParameterSet? {
    guard let last = announced.last, let active = activeSeqParameterSetId, !announced.contains(active) else { return activeSeqParameterSet }
    return seqParameterSet(last)
  }

  /// Updates the state with a unit that affects how later units are parsed: a parameter set, or one that activates a set.
  public mutating func update(with unit: NALUnit) {
    let layer = unit.header.nuhLayerId
    switch unit.payload {
    case .videoParameterSet(let set): insert(set, layer: layer)
    case .seqParameterSet(let set):
      insert(set, layer: layer)
      if layer == 0, !announced.contains(set.spsSeqParameterSetId) { announced.append(set.spsSeqParameterSetId) }
    case .picParameterSet(let set): insert(set, layer: layer)
    case .sliceSegment(let slice) where layer == 0:
      activate(picParameterSet(slice.sliceSegmentHeader.slicePicParameterSetId)?.ppsSeqParameterSetId)
    default: break
    }
  }

  /// Makes a sequence parameter set the active one, because a slice or message refers to it.
  mutating func activate(_ id: UInt8?) {
    activeSeqParameterSetId = id
    if !announced.isEmpty { announced.removeAll() }
  }

  /// Stores a set.
  public mutating func insert(_ set: VideoParameterSet, layer: UInt8 = 0) {
    Self.put(set, set.vpsVideoParameterSetId, layer, in: &videoSets)
    // What layers above the base layer ask of it is looked up when their slices come.
    contexts.removeAll { $0.layer > 0 }
    if layer > 0 { return }
    for entry in pictureSets where entry.layer == 0 { remake(entry.id) }
  }

  /// Stores a set.
  public mutating func insert(_ set: SeqParameterSet, layer: UInt8 = 0) {
    Self.put(set, set.spsSeqParameterSetId, layer, in: &sequenceSets)
    contexts.removeAll { $0.layer > 0 }
    if layer > 0 { return }
    for entry in pictureSets where entry.layer == 0 && entry.element.ppsSeqParameterSetId == set.spsSeqParameterSetId { remake(entry.id) }
  }

  /// Stores a set.
  public mutating func insert(_ set: PicParameterSet, layer: UInt8 = 0) {
    Self.put(set, set.ppsPicParameterSetId, layer, in: &pictureSets)
    contexts.removeAll { $0.layer > 0 }
    if layer == 0 { remake(set.ppsPicParameterSetId) }
  }

  private mutating func remake(_ id: UInt8) {
    contexts.removeAll { $0.layer == 0 && $0.id == id }
    if let context = makeContext(id, 0) { contexts.append(Entry(layer: 0, id: id, element: context)) }
  }

  func makeContext(_ id: UInt8, _ layer: UInt8) -> SliceContext? {
    guard let pps = picParameterSet(id, layer: layer), let sps = seqParameterSet(pps.ppsSeqParameterSetId, layer: layer) else { return nil }
    if layer == 0 {
      let vps = videoParameterSet(sps.spsVideoParameterSetId)
      return sps.format.map { SliceContext(pps: pps, sps: sps, format: $0, layer: nil, vps: vps) }
    }
    guard let vps = videoParameterSet(sps.spsVideoParameterSetId, layer: layer), let own = vps.sliceLayer(layer),
      let format = sps.format ?? vps.format(layer: layer, repFormatIdx: sps.spsRepFormatIdx)
    else { return nil }
    return SliceContext(pps: pps, sps: sps, format: format, layer: own, vps: vps)
  }

  static func find<S>(_ id: UInt8, _ layer: UInt8, in entries: [Entry<S>]) -> Int? {
    var best: Int?
    for index in entries.indices where entries[index].id == id && entries[index].layer <= layer {
      if best.map({ entries[$0].layer < entries[index].layer }) ?? true { best = index }
    }
    return best
  }

  private static func put<S>(_ element: S, _ id: UInt8, _ layer: UInt8, in entries: inout [Entry<S>]) {
    let entry = Entry(layer: layer, id: id, element: element)
    if let index = entries.firstIndex(where: { $0.id == id && $0.layer == layer }) { entries[index] = entry } else { entries.append(entry) }
  }
}
