/// Sample rates and channel counts of codes shared by AC-3 and E-AC-3.
///
/// ETSI TS 102 366 V1.4.1, 4.4.1.3 `fscod`, 4.4.2.3 `acmod`, E.1.3.1.8 and F.6.2.13 `chan_loc`.
public enum DolbyCoding {
  /// Sample rate in Hz; 0 for a reserved code.
  public static func sampleRate(fscod: UInt8) -> UInt32 {
    switch fscod {
    case 0: 48000
    case 1: 44100
    case 2: 32000
    default: 0
    }
  }

  /// Number of full-bandwidth channels of `acmod`, plus one if `lfeon` is set.
  public static func channelCount(acmod: UInt8, lfeon: Bool) -> UInt32 {
    let counts: [UInt32] = [2, 1, 2, 3, 3, 4, 4, 5]
    return counts[Int(acmod & 7)] + (lfeon ? 1 : 0)
  }

  /// Number of channels added by dependent substreams; bit 0 is Lc/Rc, bit 8 is LFE2.
  public static func channelCount(chanLoc: UInt16) -> UInt32 {
    let counts: [UInt32] = [2, 2, 1, 1, 2, 2, 2, 1, 1]
    var sum: UInt32 = 0
    for (bit, count) in counts.enumerated() where chanLoc >> UInt16(bit) & 1 != 0 { sum += count }
    return sum
  }
}

extension AC3SpecificBox {
  /// Sample rate in Hz; 0 for a reserved code.
  public var sampleRate: UInt32 { DolbyCoding.sampleRate(fscod: fscod) }
  /// Number of channels, including the LFE channel.
  public var channelCount: UInt32 { DolbyCoding.channelCount(acmod: acmod, lfeon: lfeon) }
}

extension EC3SpecificBox {
  /// Sample rate of the first independent substream in Hz; 0 for a reserved code.
  public var sampleRate: UInt32 { DolbyCoding.sampleRate(fscod: substreams.first?.fscod ?? 3) }
  /// Number of channels of the first independent substream and its dependent substreams.
  public var channelCount: UInt32 {
    guard let first = substreams.first else { return 0 }
    return DolbyCoding.channelCount(acmod: first.acmod, lfeon: first.lfeon) + DolbyCoding.channelCount(chanLoc: first.chanLoc ?? 0)
  }
}
