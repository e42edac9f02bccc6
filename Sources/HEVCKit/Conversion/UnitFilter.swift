import BitstreamKit

/// Which NAL units of an access unit stay, and which are put in, when it goes from one container to another.
public struct UnitFilter: Sendable, Equatable {
  /// What becomes of access unit delimiters.
  public enum Delimiters: Sendable, Equatable {
    case keep
    case remove
    /// One at the beginning of every access unit.
    case insert
  }

  /// What becomes of video, sequence and picture parameter sets (types 32 to 34).
  public enum ParameterSetPlace: Sendable, Equatable {
    case keep
    /// They stand in a configuration record.
    case remove
    /// These units stand before every random access picture, and none else there.
    case insert([[UInt8]])
  }

  /// Access unit delimiters.
  public var delimiters = Delimiters.keep
  /// Parameter sets.
  public var parameterSets = ParameterSetPlace.keep
  /// Whether filler data goes.
  public var removesFiller = false
  /// Whether the ends of sequences and of the stream go.
  public var removesEnds = false

  /// All units stay.
  public init() {}

  /// Annex B to MP4 or FLV: parameter sets and filler go, delimiters too.
  public static var intoSamples: UnitFilter {
    var filter = UnitFilter()
    (filter.delimiters, filter.parameterSets, filter.removesFiller) = (.remove, .remove, true)
    return filter
  }

  /// MP4 or FLV to Annex B: the record's parameter sets before random access pictures, and delimiters.
  public static func intoStream(_ record: HEVCDecoderConfigurationRecord) -> UnitFilter {
    var filter = UnitFilter()
    let sets = [NALUnitType.vps, .sps, .pps].flatMap { record.nalUnits(of: $0) }
    (filter.delimiters, filter.parameterSets) = (.insert, .insert(sets))
    return filter
  }

  /// Whether a unit that begins with this byte stays.
  public func keeps(_ firstByte: UInt8) -> Bool {
    switch firstByte >> 1 & 63 {
    case 32, 33, 34: parameterSets != .remove
    case 35: delimiters != .remove
    case 36, 37: !removesEnds
    case 38: !removesFiller
    default: true
    }
  }

  /// Whether a unit that begins with this byte is a parameter set, before which Annex B wants a long start code.
  public static func isParameterSet(_ firstByte: UInt8) -> Bool { (32...34).contains(firstByte >> 1 & 63) }

  /// What an access unit is put together from.
  /// - Parameters:
  ///   - beginnings: the first bytes of its units, 128 of each or the whole unit.
  ///   - sets: the parameter sets that its slices name, for pic_type.
  ///   - isRandomAccess: whether decoding may start here; nil where an IRAP picture says so.
  public func pieces(_ beginnings: [[UInt8]], sets: ParameterSets, isRandomAccess: Bool? = nil) -> [AccessUnitPiece] {
    let types = beginnings.map { $0.first.map { $0 >> 1 & 63 } }
    let isStart = isRandomAccess ?? types.contains { type in type.map { (16...23).contains($0) } ?? false }
    var units: [[UInt8]]?
    if case .insert(let inserted) = parameterSets, isStart { units = inserted }
    var front: [AccessUnitPiece] = []
    var rest: [AccessUnitPiece] = []
    for (index, unit) in beginnings.enumerated() {
      guard let first = unit.first, keeps(first) else { continue }
      if first >> 1 & 63 == 35, front.isEmpty, rest.isEmpty {
        front.append(.unit(index))
      } else if units == nil || !Self.isParameterSet(first) {
        rest.append(.unit(index))
      }
    }
    if delimiters == .insert, front.isEmpty, !rest.isEmpty { front.append(.made(Self.delimiter(beginnings, sets))) }
    return front + (units ?? []).map { .made($0) } + rest
  }

  /// A delimiter of the access unit's temporal sub-layer (7.4.2.2) whose pic_type (Table 7-2) holds the types of its slices.
  static func delimiter(_ beginnings: [[UInt8]], _ sets: ParameterSets) -> [UInt8] {
    var picType: UInt8 = 0
    var temporalId: UInt8 = 1
    for unit in beginnings {
      guard unit.count >= 2, unit[0] >> 1 & 63 < 32 else { continue }
      let header = NALUnitHeader(firstBytes: unit[0], unit[1])
      if header.nuhTemporalIdPlus1 > 0 { temporalId = header.nuhTemporalIdPlus1 }
      var rbsp: [UInt8] = []
      _ = EmulationPrevention.removing(from: unit, 0..<min(unit.count, 160), into: &rbsp)
      guard let slice = try? SliceSegmentHeader(prefix: rbsp, 0..<rbsp.count, nal: header, sets: sets) else {
        picType = 2
        continue
      }
      if let sliceHeader = slice.sliceHeader { picType = max(picType, 2 - min(2, sliceHeader.sliceType)) }
    }
    return [35 << 1, temporalId, picType << 5 | 0x10]
  }
}
