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

  /// What becomes of sequence and picture parameter sets (types 7, 8, 13, 15).
  public enum ParameterSetPlace: Sendable, Equatable {
    case keep
    /// They stand in a configuration record; see `AVCDecoderConfigurationRecord` for how one is made of them.
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
  public static func intoStream(_ record: AVCDecoderConfigurationRecord) -> UnitFilter {
    var filter = UnitFilter()
    let sets = record.sequenceParameterSets + (record.highProfileExtension?.sequenceParameterSetExts ?? []) + record.pictureParameterSets
    (filter.delimiters, filter.parameterSets) = (.insert, .insert(sets))
    return filter
  }

  /// Whether a unit that begins with this byte stays.
  public func keeps(_ firstByte: UInt8) -> Bool {
    switch firstByte & 31 {
    case 7, 8, 13, 15: parameterSets != .remove
    case 9: delimiters != .remove
    case 10, 11: !removesEnds
    case 12: !removesFiller
    default: true
    }
  }

  /// Whether a unit that begins with this byte is a parameter set, before which Annex B wants a long start code.
  public static func isParameterSet(_ firstByte: UInt8) -> Bool { [7, 8, 13, 15].contains(firstByte & 31) }

  /// What an access unit is put together from.
  /// - Parameters:
  ///   - beginnings: the first bytes of its units, 16 of each or the whole unit.
  ///   - isRandomAccess: whether decoding may start here; nil where an IDR picture says so.
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

  /// primary_pic_type (Table 7-5): the smallest set of slice types that holds those of the picture.
  static func primaryPicType(_ beginnings: [[UInt8]]) -> UInt8 {
    /// Bits of P, B, I, SP and SI, by slice_type modulo 5.
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
