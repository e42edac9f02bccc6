import BitstreamKit

extension AC4SpecificBox {
  /// Properties of the first presentation.
  public struct Presentation: Equatable, Sendable {
    /// `presentation_version`.
    public var version: UInt8 = 0
    /// `mdcompat`: required decoder level, 0 to 7.
    public var level: UInt8 = 0
    /// Number of channels; nil for object audio.
    public var channelCount: UInt32?
  }

  /// Sample rate in Hz: 48000 or 44100.
  public var sampleRate: UInt32 { fsIndex == 0 ? 44100 : 48000 }

  /// The first presentation of `ac4_dsi_v1( )`; nil for any other DSI version or if the data is too short.
  ///
  /// ETSI TS 103 190-2 V1.2.1, E.6 `ac4_dsi_v1`, E.10 `ac4_presentation_v1_dsi`.
  public var firstPresentation: Presentation? {
    guard ac4DsiVersion == 1, nPresentations > 0 else { return nil }
    var reader = BitReader(dsi)
    var found = Presentation()
    do throws(SyntaxError) {
      var (flag, config, skipped): (Bool, UInt8, UInt32) = (false, 0, 0)
      if bitstreamVersion > 1 {
        try reader.flag("b_program_id", &flag)
        if flag {
          try reader.u("short_program_id", &skipped, bits: 16)
          try reader.flag("b_uuid", &flag)
          if flag { for _ in 0..<4 { try reader.u("program_uuid", &skipped, bits: 32) } }
        }
      }
      try reader.u("bit_rate_mode", &skipped, bits: 2)
      try reader.u("bit_rate", &skipped, bits: 32)
      try reader.u("bit_rate_precision", &skipped, bits: 32)
      // The fields before `dsi` take 24 bits, so byte alignment within `dsi` is the same.
      let padding = (8 - reader.bitPosition % 8) % 8
      if padding > 0 { try reader.u("byte_align", &skipped, bits: padding) }
      try reader.u("presentation_version", &found.version, bits: 8)
      try reader.u("pres_bytes", &config, bits: 8)
      if config == 255 { try reader.u("add_pres_bytes", &skipped, bits: 16) }
      guard found.version == 1 || found.version == 2 else { return found }
      try reader.u("presentation_config_v1", &config, bits: 5)
      if config == 6 { return found }
      try reader.u("mdcompat", &found.level, bits: 3)
      try reader.flag("b_presentation_id", &flag)
      if flag { try reader.u("presentation_id", &skipped, bits: 5) }
      try reader.u("dsi_frame_rate_multiply_info", &skipped, bits: 2)
      try reader.u("dsi_frame_rate_fraction_info", &skipped, bits: 2)
      try reader.u("presentation_emdf_version", &skipped, bits: 5)
      try reader.u("presentation_key_id", &skipped, bits: 10)
      try reader.flag("b_presentation_channel_coded", &flag)
      if flag {
        try reader.u("dsi_presentation_ch_mode", &config, bits: 5)
        let counts: [UInt32] = [1, 2, 3, 5, 6, 7, 8, 7, 8, 7, 8, 11, 12, 13, 14, 24]
        if Int(config) < counts.count { found.channelCount = counts[Int(config)] }
      }
    } catch { return nil }
    return found
  }

  /// Codec string such as `ac-4.02.01.03`: bitstream version, presentation version and level in hexadecimal (ETSI TS 103 190-2, E.13);
  /// nil if there is no readable presentation.
  public var codecString: String? {
    guard let first = firstPresentation else { return nil }
    func two(_ value: UInt8) -> String { (value < 16 ? "0" : "") + String(value, radix: 16) }
    return "ac-4.\(two(bitstreamVersion)).\(two(first.version)).\(two(first.level))"
  }
}
