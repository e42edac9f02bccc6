/// The bytes of one sample that are encrypted.
///
/// ISO/IEC 23001-7:2023, 9.5.
package enum EncryptedBytes {
  case none
  case all
  /// Clear bytes and protected ones in turn. What follows the last range is protected.
  case subsamples([SampleEncryption.Subsample])

  /// The clear ranges of a sample that begins at an offset, in order and with encrypted bytes between them; nil if all of it is clear.
  package func clearRanges(from offset: UInt64) -> [Range<UInt64>]? {
    let parts: [SampleEncryption.Subsample]
    switch self {
    case .none: return nil
    case .all: return []
    case .subsamples(let own): parts = own
    }
    var (ranges, place): ([Range<UInt64>], UInt64) = ([], offset)
    ranges.reserveCapacity(parts.count)
    for part in parts {
      let end = place &+ UInt64(part.bytesOfClearData)
      if end < place { break }
      // More than 65,535 clear bytes are those of several subsamples.
      if let last = ranges.last, last.upperBound == place {
        ranges[ranges.count - 1] = last.lowerBound..<end
      } else if end > place {
        ranges.append(place..<end)
      }
      place = end &+ UInt64(part.bytesOfProtectedData)
      if place < end { break }
    }
    return ranges
  }

  /// The encrypted range around a byte of a sample; nil if the byte is clear.
  package func range(around byte: UInt64, of sample: Range<UInt64>) -> Range<UInt64>? {
    guard let clear = clearRanges(from: sample.lowerBound), sample.contains(byte) else { return nil }
    let next = clear.firstIndex { $0.upperBound > byte } ?? clear.count
    if next < clear.count, clear[next].lowerBound <= byte { return nil }
    let start = next > 0 ? clear[next - 1].upperBound : sample.lowerBound
    return start..<(next < clear.count ? min(clear[next].lowerBound, sample.upperBound) : sample.upperBound)
  }
}
