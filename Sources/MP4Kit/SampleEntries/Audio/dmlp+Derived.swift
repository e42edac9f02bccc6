extension MLPSpecificBox {
  /// Sample rate in Hz of `audio_sampling_frequency`, the first four bits of `format_info`; 0 for a reserved code.
  public var sampleRate: UInt32 {
    let code = formatInfo >> 28
    return code & 7 > 2 ? 0 : (code & 8 == 0 ? 48000 : 44100) << (code & 7)
  }

  /// Number of channels of the largest presentation: `8ch_presentation_channel_assignment` (13 bits) or, if that is 0,
  /// `6ch_presentation_channel_assignment` (5 bits).
  public var channelCount: UInt32 {
    let counts: [UInt32] = [2, 1, 1, 2, 2, 2, 2, 1, 1, 2, 2, 1, 1]
    let (six, eight) = (formatInfo >> 15 & 0x1F, formatInfo & 0x1FFF)
    var sum: UInt32 = 0
    for (bit, count) in counts.enumerated() where (eight == 0 ? six : eight) >> UInt32(bit) & 1 != 0 { sum += count }
    return sum
  }
}
