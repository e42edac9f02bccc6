import BitstreamKit

/// The NAL units to keep, remove and insert when access units move between containers.
public struct UnitFilter: Sendable, Equatable {
  /// The treatment of access unit delimiters.
  public enum Delimiters: Sendable, Equatable {
    case keep
    case remove
    /// Insert a delimiter at the beginning of every access unit.
    case insert
  }

  /// The treatment of video, sequence and picture parameter sets (types 32 to 34).
  public enum ParameterSetPlace: Sendable, Equatable {
    case keep
    /// Remove them; they are in a configuration record.
    case remove
    /// Insert these units before every random access picture, replacing any present there.
    case insert([[UInt8]])
  }

  /// The treatment of access unit delimiters.
  public var delimiters = Delimiters.keep
  /// The treatment of parameter sets.
  public var parameterSets = ParameterSetPlace.keep
  /// Whether to remove filler data.
  public var removesFiller = false
  /// Whether to remove end-of-sequence and end-of-stream units.
  public var removesEnds = false

  /// Creates a filter that keeps all units.
  public init() {}

  /// Annex B to MP4 or FLV: removes parameter sets, filler data and delimiters.
  public static var intoSamples: UnitFilter {
    var filter = UnitFilter()
    (filter.delimiters, filter.parameterSets, filter.removesFiller) = (.remove, .remove, true)
    return filter
  }

  /// MP4 or FLV to Annex B: inserts the record's parameter sets before random access pictures, and delimiters.
  public static func intoStream(_ record: HEVCDecoderConfigurationRecord) -> UnitFilter {
    var filter = UnitFilter()
    let sets = [NALUnitType.vps, .sps, .pps].flatMap { record.nalUnits(of: $0) }
    (filter.delimiters, filter.parameterSets) = (.insert, .insert(sets))
    return filter
  }

  /// Whether the filter keeps a unit with this first byte.
  public func keeps(_ firstByte: UInt8) -> Bool {
    switch firstByte >> 1 & 63 {
    case 32, 33, 34: parameterSets != .remove
    case 35: delimiters != .remove
    case 36, 37: !removesEnds
    case 38: !removesFiller
    default: true
    }
  }

  /// Whether a unit with this first byte is a parameter set, which Annex B requires to have a 4-byte start code.
  public static func isParameterSet(_ firstByte: UInt8) -> Bool { (32...34).contains(firstByte >> 1 & 63) }

  /// Returns the pieces of the converted access unit.
  /// - Parameters:
  ///   - beginnings: the first 128 bytes of each unit, or the whole unit if shorter.
  ///   - sets: the parameter sets that the slices refer to, for pic_type.
  ///   - isRandomAccess: whether decoding may start here; nil derives it from the presence of an IRAP picture.
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

  /// Returns a delimiter with the access unit's temporal sub-layer (7.4.2.2) and a pic_type (Table 7-2) that covers its slice types.
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
