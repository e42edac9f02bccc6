import BitstreamKit

extension MHAConfigurationBox {
  /// Profile name such as `Low Complexity`, `Baseline` (ISO/IEC 23008-3:2022, Table 67); nil for a reserved value.
  public var profileName: StaticString? {
    switch mpegh3daProfileLevelIndication {
    case 0x01...0x05: "Main"
    case 0x06...0x0A: "High"
    case 0x0B...0x0F: "Low Complexity"
    case 0x10...0x14: "Baseline"
    default: nil
    }
  }

  /// Level, 1 to 5; nil for a reserved value.
  public var level: Int? { profileName == nil ? nil : (Int(mpegh3daProfileLevelIndication) - 1) % 5 + 1 }

  /// Sample rate in Hz and number of channels of the reference layout, from the start of `mpegh3daConfig( )`; 0 if unknown.
  ///
  /// ISO/IEC 23008-3:2022, 5.2.2.1 `mpegh3daConfig( )` and `SpeakerConfig3d( )`.
  public var sound: (sampleRate: UInt32, channelCount: UInt32) {
    var reader = BitReader(mpegh3daConfig)
    var (rate, channels): (UInt32, UInt32) = (0, Self.channelCount(channelConfiguration: referenceChannelLayout))
    do throws(SyntaxError) {
      var (profile, index, rest, type): (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
      try reader.u("mpegh3daProfileLevelIndication", &profile, bits: 8)
      try reader.u("usacSamplingFrequencyIndex", &index, bits: 5)
      if index == 0x1F {
        try reader.u("usacSamplingFrequency", &rate, bits: 24)
      } else {
        rate = Self.sampleRate(usacSamplingFrequencyIndex: index)
      }
      try reader.u("coreSbrFrameLengthIndex", &rest, bits: 3)
      try reader.u("cfg_reserved", &rest, bits: 1)
      try reader.u("receiverDelayCompensation", &rest, bits: 1)
      try reader.u("speakerLayoutType", &type, bits: 2)
      if type == 0 {
        try reader.u("CICPspeakerLayoutIdx", &rest, bits: 6)
        if channels == 0 { channels = Self.channelCount(channelConfiguration: rest) }
      } else {
        // escapedValue(5, 8, 16)
        var (short, middle, long): (UInt8, UInt8, UInt16) = (0, 0, 0)
        try reader.u("numSpeakers", &short, bits: 5)
        if short == 31 { try reader.u("numSpeakers", &middle, bits: 8) }
        if middle == 255 { try reader.u("numSpeakers", &long, bits: 16) }
        if channels == 0 { channels = UInt32(short) + UInt32(middle) + UInt32(long) + 1 }
      }
    } catch {}
    return (rate, channels)
  }

  /// ISO/IEC 23003-3:2020, Table 72.
  private static func sampleRate(usacSamplingFrequencyIndex index: UInt8) -> UInt32 {
    let rates: [UInt32] = [
      96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350, 0, 0, 57600, 51200, 40000, 38400, 34150,
      28800, 25600, 20000, 19200, 17075, 14400, 12800, 9600,
    ]
    return Int(index) < rates.count ? rates[Int(index)] : 0
  }

  /// Number of channels of a ChannelConfiguration of ISO/IEC 23091-3; 0 if it is 0 or reserved.
  static func channelCount(channelConfiguration: UInt8) -> UInt32 {
    let counts: [UInt32] = [0, 1, 2, 3, 4, 5, 6, 8, 2, 3, 4, 7, 8, 24, 8, 12, 10, 12, 14, 12, 14]
    return Int(channelConfiguration) < counts.count ? counts[Int(channelConfiguration)] : 0
  }
}
