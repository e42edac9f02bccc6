import BitstreamKit

/// The NAL units to keep, remove and insert when access units move between containers.
///
/// Its parameter sets are those that a configuration record holds (`VideoCodec.isParameterSet(_:)`); subset sequence parameter sets are
/// kept, since no record could bring them back.
public struct UnitFilter: Sendable, Equatable {
  /// The treatment of access unit delimiters.
  public enum Delimiters: Sendable, Equatable {
    case keep
    case remove
    /// Insert a delimiter at the beginning of every access unit.
    case insert
  }

  /// The treatment of parameter sets.
  public enum ParameterSetPlace: Sendable, Equatable {
    case keep
    /// Remove them; they are in a configuration record.
    case remove
    /// Insert these units before every random access picture, replacing any present there.
    case insert([[UInt8]])
  }

  /// The codec of the units.
  public let codec: VideoCodec
  /// The treatment of access unit delimiters.
  public var delimiters = Delimiters.keep
  /// The treatment of parameter sets.
  public var parameterSets = ParameterSetPlace.keep
  /// Whether to remove filler data.
  public var removesFiller = false
  /// Whether to remove end-of-sequence and end-of-stream units.
  public var removesEnds = false

  /// Creates a filter that keeps all units.
  public init(_ codec: VideoCodec) { self.codec = codec }

  /// Annex B to MP4 or FLV: removes parameter sets, filler data and delimiters.
  public static func intoSamples(_ codec: VideoCodec) -> UnitFilter {
    var filter = UnitFilter(codec)
    (filter.delimiters, filter.parameterSets, filter.removesFiller) = (.remove, .remove, true)
    return filter
  }

  /// MP4 or FLV to Annex B: inserts parameter sets before random access pictures, and delimiters. The codec's module makes it from a
  /// configuration record.
  public static func intoStream(_ codec: VideoCodec, parameterSets: [[UInt8]]) -> UnitFilter {
    var filter = UnitFilter(codec)
    (filter.delimiters, filter.parameterSets) = (.insert, .insert(parameterSets))
    return filter
  }

  /// Returns the conversion of an access unit in a single pass. It does not inspect slices: inserted delimiters allow all slice types
  /// (primary_pic_type 7, pic_type 2).
  public func conversion(into framing: NALFraming) -> AccessUnitConversion {
    var conversion = AccessUnitConversion(into: framing, codec: codec)
    switch delimiters {
    case .keep: break
    case .remove: conversion.removed.formUnion(codec.delimiterTypes)
    case .insert: conversion.delimiter = codec.delimiter
    }
    switch parameterSets {
    case .keep: break
    case .remove: conversion.removed.formUnion(codec.parameterSetTypes)
    case .insert(let units): conversion.parameterSets = units
    }
    if removesFiller { conversion.removed.formUnion(codec.fillerTypes) }
    if removesEnds { conversion.removed.formUnion(codec.endTypes) }
    return conversion
  }
}
