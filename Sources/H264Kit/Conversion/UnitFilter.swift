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

  /// The treatment of sequence and picture parameter sets (types 7, 8, 13, 15).
  public enum ParameterSetPlace: Sendable, Equatable {
    case keep
    /// Remove them; `AVCDecoderConfigurationRecord` builds a configuration record from them.
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
  public static func intoStream(_ record: AVCDecoderConfigurationRecord) -> UnitFilter {
    var filter = UnitFilter()
    let sets = record.sequenceParameterSets + (record.highProfileExtension?.sequenceParameterSetExts ?? []) + record.pictureParameterSets
    (filter.delimiters, filter.parameterSets) = (.insert, .insert(sets))
    return filter
  }

  /// Whether the filter keeps a unit with this first byte.
  public func keeps(_ firstByte: UInt8) -> Bool {
    switch firstByte & 31 {
    case 7, 8, 13, 15: parameterSets != .remove
    case 9: delimiters != .remove
    case 10, 11: !removesEnds
    case 12: !removesFiller
    default: true
    }
  }

  /// Whether a unit with this first byte is a parameter set, which Annex B requires to have a 4-byte start code.
  public static func isParameterSet(_ firstByte: UInt8) -> Bool { [7, 8, 13, 15].contains(firstByte & 31) }

  /// Returns the pieces of the converted access unit.
  /// - Parameters:
  ///   - beginnings: the first 16 bytes of each unit, or the whole unit if shorter.
  ///   - isRandomAccess: whether decoding may start here; nil derives it from the presence of an IDR picture.
  public func pieces(_ beginnings: [[UInt8]], isRandomAccess: Bool? = nil) -> [AccessUnitPiece] {
    let types = beginnings.map { $0.first.map { $0 & 31 } }
    let isStart = isRandomAccess ?? types.contains(5)
    var sets: [[UInt8]]?
    if case .insert(let units) = parameterSets, isStart { sets = units }
    var front: [AccessUnitPiece] = []
    var rest: [AccessUnitPiece] = []
    for (index, unit) in beginnings.enumerated() {
      guard let first = unit.first, keeps(first) else { continue }
      if first & 31 == 9, front.isEmpty, rest.isEmpty {
        front.append(.unit(index))
      } else if sets == nil || !Self.isParameterSet(first) {
        rest.append(.unit(index))
      }
    }
    if delimiters == .insert, front.isEmpty, !rest.isEmpty { front.append(.made([9, Self.primaryPicType(beginnings) << 5 | 0x10])) }
    return front + (sets ?? []).map { .made($0) } + rest
  }

  /// Returns primary_pic_type (Table 7-5): the smallest set of slice types that covers the picture's slices.
  static func primaryPicType(_ beginnings: [[UInt8]]) -> UInt8 {
    /// Bit mask of P, B, I, SP and SI, indexed by slice_type modulo 5.
    var seen: UInt8 = 0
    for unit in beginnings {
      guard let first = unit.first, [1, 2, 5].contains(first & 31) else { continue }
      var rbsp: [UInt8] = []
      _ = EmulationPrevention.removing(from: unit, 1..<min(unit.count, 32), into: &rbsp)
      var reader = BitReader(rbsp)
      var header = SliceHeader()
      do { try header.start(&reader) } catch { return 7 }
      seen |= 1 << (header.sliceType % 5)
    }
    let (p, b, i, sp, si): (UInt8, UInt8, UInt8, UInt8, UInt8) = (1, 2, 4, 8, 16)
    let table = [i, i | p, i | p | b, si, si | sp, i | si, i | si | p | sp, 0xFF]
    return UInt8(table.firstIndex { seen & ~$0 == 0 } ?? 7)
  }
}
