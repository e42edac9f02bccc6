/// The codecs whose NAL units can be parsed, and their unit types.
public enum VideoCodec: String, CaseIterable, Sendable {
  /// ITU-T H.264.
  case h264
  /// ITU-T H.265.
  case hevc

  /// `H.264` or `H.265`.
  public var title: StaticString { self == .h264 ? "H.264" : "H.265" }

  /// nal_unit_type of the unit that begins with this byte.
  @inlinable public func unitType(_ firstByte: UInt8) -> UInt8 { self == .h264 ? firstByte & 31 : firstByte >> 1 & 63 }

  /// Whether the unit that begins with this byte is a parameter set that a configuration record (`avcC`, `hvcC`) holds.
  ///
  /// Not a subset sequence parameter set: a conversion that moves parameter sets between samples and records would lose it.
  @inlinable public func isParameterSet(_ firstByte: UInt8) -> Bool { parameterSetTypes.contains(.init(unitType(firstByte))) }

  /// Whether the unit that begins with this byte is a subset sequence parameter set (H.264, type 15): that of further views and layers,
  /// for which `avcC` has no place. Where units are compared or explained, it is a parameter set like the others.
  @inlinable public func isSubsetParameterSet(_ firstByte: UInt8) -> Bool { self == .h264 && unitType(firstByte) == 15 }

  /// Whether the unit that begins with this byte is an access unit delimiter.
  @inlinable public func isDelimiter(_ firstByte: UInt8) -> Bool { delimiterTypes.contains(.init(unitType(firstByte))) }

  /// Whether the unit that begins with this byte has SEI messages that precede the slices of a picture: type 6 of H.264, 39 of H.265.
  package func isMessage(_ firstByte: UInt8) -> Bool { unitType(firstByte) == (self == .h264 ? 6 : 39) }

  /// Whether the unit that begins with this byte is filler data.
  @inlinable public func isFiller(_ firstByte: UInt8) -> Bool { fillerTypes.contains(.init(unitType(firstByte))) }

  /// The parameter sets that a configuration record holds: types 7, 8 and 13 of H.264, 32 to 34 of H.265.
  @inlinable public var parameterSetTypes: NALUnitTypes {
    NALUnitTypes(rawValue: self == .h264 ? 1 << 7 | 1 << 8 | 1 << 13 : 7 << 32)
  }

  /// The access unit delimiter.
  @inlinable public var delimiterTypes: NALUnitTypes { .init(self == .h264 ? 9 : 35) }
  /// Filler data.
  @inlinable public var fillerTypes: NALUnitTypes { .init(self == .h264 ? 12 : 38) }
  /// End of sequence, end of stream (in H.265 end of bitstream).
  @inlinable public var endTypes: NALUnitTypes { NALUnitTypes(rawValue: self == .h264 ? 3 << 10 : 3 << 36) }

  /// An access unit delimiter that allows slices of all types (primary_pic_type 7, pic_type 2), with TemporalId 0.
  var delimiter: [UInt8] { self == .h264 ? [9, 0xF0] : [70, 1, 0x50] }
}

/// A set of nal_unit_type values, 0 to 63.
public struct NALUnitTypes: OptionSet, Sendable, Hashable {
  public let rawValue: UInt64

  @inlinable public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Creates a set of one type.
  @inlinable public init(_ type: UInt8) { rawValue = 1 &<< UInt64(type) }
}
