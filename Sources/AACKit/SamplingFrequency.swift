/// Sampling frequencies and their indices (ISO/IEC 14496-3:2019 Table 1.18, samplingFrequencyIndex).
public enum SamplingFrequency {
  /// The index that is followed by an explicit 24-bit frequency.
  public static let escape: UInt8 = 15

  /// Returns the frequency of an index in hertz; nil for 13 and 14 (reserved) and 15 (escape).
  public static func hertz(ofIndex index: UInt8) -> UInt32? {
    switch index {
    case 0: 96000
    case 1: 88200
    case 2: 64000
    case 3: 48000
    case 4: 44100
    case 5: 32000
    case 6: 24000
    case 7: 22050
    case 8: 16000
    case 9: 12000
    case 10: 11025
    case 11: 8000
    case 12: 7350
    default: nil
    }
  }

  /// Returns the index of a frequency in hertz; nil if it is not in the table.
  public static func index(ofHertz hertz: UInt32) -> UInt8? {
    (0...12 as ClosedRange<UInt8>).first { SamplingFrequency.hertz(ofIndex: $0) == hertz }
  }
}

/// Channel configurations (ISO/IEC 14496-3:2019 Table 1.19).
public enum ChannelConfiguration {
  /// Returns the number of channels; nil for 0 (defined by a program_config_element) and reserved values.
  public static func channelCount(of configuration: UInt8) -> Int? {
    switch configuration {
    case 1...6: Int(configuration)
    case 7, 12, 14: 8
    case 11: 7
    case 13: 24
    default: nil
    }
  }
}
