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

  /// Whether a unit with this first byte is a parameter set, which Annex B requires to have a 4-byte start code.
  public static func isParameterSet(_ firstByte: UInt8) -> Bool { [7, 8, 13, 15].contains(firstByte & 31) }
}
