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
      for index in 0..<4 {
        stsd[entry.range.lowerBound + 4 + index] = UInt8(truncatingIfNeeded: variant.rawValue >> UInt32(24 - 8 * index))
      }
    }
  }

  /// Replaces a configuration record of the first sample entry, of video, by one of the same size; does nothing if it has none.
  package mutating func replaceRecord(_ type: FourCC, _ payload: [UInt8]) {
    guard let entry = Self.entries(sampleDescriptions).first else { return }
    // The fields of a visual sample entry come before its boxes (ISO/IEC 14496-12:2022 12.1.3).
    for box in Self.boxes(sampleDescriptions, from: entry.range.lowerBound + 86, to: entry.range.upperBound) {
      guard box.type == type, box.range.count == 8 + payload.count else { continue }
      return sampleDescriptions.replaceSubrange(box.range.lowerBound + 8..<box.range.upperBound, with: payload)
    }
  }

  /// The `stsd` whose entries refer to the only data reference of the new movie, the file itself, and are as many as it states.
  var selfContainedDescriptions: [UInt8] {
    var stsd = sampleDescriptions
    let entries = Self.entries(stsd)
    // data_reference_index follows the header and six reserved bytes.
    for entry in entries where entry.range.count >= 16 {
      let place = entry.range.lowerBound + 14
      (stsd[place], stsd[place + 1]) = (0, 1)
    }
    if stsd.count >= 16, stsd.bigEndian(at: 12, size: 4) > UInt64(entries.count) {
      stsd.replaceSubrange(12..<16, with: Array(bigEndian: UInt64(entries.count), size: 4))
    }
    return stsd
  }

  /// The places and types of the entries of an `stsd`.
  private static func entries(_ stsd: [UInt8]) -> [(range: Range<Int>, type: FourCC)] {
    // The box header, version, flags and entry_count come first.
    boxes(stsd, from: 16, to: stsd.count)
  }

  /// The places and types of boxes that follow one another.
  private static func boxes(_ bytes: [UInt8], from start: Int, to end: Int) -> [(range: Range<Int>, type: FourCC)] {
    var found: [(range: Range<Int>, type: FourCC)] = []
    var next = start
    while next + 8 <= end {
      let word = bytes.bigEndian64(at: next)
      let stop = next + max(8, Int(clamping: word >> 32))
      found.append((next..<min(stop, end), FourCC(rawValue: UInt32(truncatingIfNeeded: word))))
      next = stop
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
