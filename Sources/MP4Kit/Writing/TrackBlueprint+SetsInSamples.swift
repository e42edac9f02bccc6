import BitstreamKit

extension TrackBlueprint {
  /// Renames the sample entries to the types that allow parameter sets in samples, such as `avc3` and `hev1`.
  public mutating func allowSetsInSamples() { Self.allowSetsInSamples(&sampleDescriptions) { _ in true } }

  /// Gives sample entries that differ only in whether samples may hold parameter sets one type, as `stsd(_:)` does.
  public mutating func unifySampleEntryTypes() { Self.unifyTypes(&sampleDescriptions) }

  /// Renames the entries of an `stsd` whose type has a variant that allows parameter sets in samples if another entry has that variant.
  static func unifyTypes(_ stsd: inout [UInt8]) {
    let types = Set(entries(stsd).map { $0.type })
    if types.count > 1 { allowSetsInSamples(&stsd) { types.contains($0) } }
  }

  private static func allowSetsInSamples(_ stsd: inout [UInt8], _ isWanted: (FourCC) -> Bool) {
    for entry in entries(stsd) {
      guard let variant = entry.type.allowingSetsInSamples, isWanted(variant) else { continue }
      // The type follows the size.
      for index in 0..<4 { stsd[entry.place + 4 + index] = UInt8(truncatingIfNeeded: variant.rawValue >> UInt32(24 - 8 * index)) }
    }
  }

  /// The places and types of the entries of an `stsd`.
  private static func entries(_ stsd: [UInt8]) -> [(place: Int, type: FourCC)] {
    var found: [(place: Int, type: FourCC)] = []
    // The box header, version, flags and entry_count come first.
    var next = 16
    while next + 8 <= stsd.count {
      let word = stsd.bigEndian64(at: next)
      found.append((next, FourCC(rawValue: UInt32(truncatingIfNeeded: word))))
      next += max(8, Int(clamping: word >> 32))
    }
    return found
  }
}

extension FourCC {
  /// The sample entry type that differs from this one only in that samples may hold parameter sets; nil if there is none (ISO/IEC
  /// 14496-15:2022, 5.4.2.1.2 and 8.4.1.1; `dvav` and `dvhe` of Dolby Vision likewise).
  public var allowingSetsInSamples: FourCC? {
    switch self {
    case "avc1": "avc3"
    case "avc2": "avc4"
    case "hvc1": "hev1"
    case "hvc2": "hev2"
    case "dva1": "dvav"
    case "dvh1": "dvhe"
    default: nil
    }
  }
}
