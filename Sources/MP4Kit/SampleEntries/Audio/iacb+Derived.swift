import BitstreamKit

extension IAConfigurationBox {
  /// Properties of the stream as a whole.
  public struct Summary: Equatable, Sendable {
    /// `primary_profile`: 0 Simple, 1 Base, 2 Base-Enhanced.
    public var primaryProfile: UInt8 = 0
    /// `additional_profile`.
    public var additionalProfile: UInt8 = 0
    /// `codec_id` of the first codec configuration: `Opus`, `mp4a`, `fLaC`, `ipcm`.
    public var codec: FourCC?
    /// Sample rate in Hz; nil if the codec configuration has none at a fixed position.
    public var sampleRate: UInt32?

    /// `Simple`, `Base`, `Base-Enhanced`; nil for a reserved value.
    public var profileName: StaticString? {
      switch primaryProfile {
      case 0: "Simple"
      case 1: "Base"
      case 2: "Base-Enhanced"
      default: nil
      }
    }

    /// Codec string such as `iamf.001.001.Opus` (Immersive Audio Model and Formats 1.1, 6.3); nil if `codec` is nil.
    public var codecString: String? {
      func three(_ value: UInt8) -> String { String(1000 + Int(value)).dropFirst().description }
      guard let codec else { return nil }
      return "iamf.\(three(primaryProfile)).\(three(additionalProfile)).\(codec)" + (codec == "mp4a" ? ".40.2" : "")
    }
  }

  /// Summary of the `ia_sequence_header_obu( )` and the first `codec_config_obu( )`; nil if there is no sequence header.
  ///
  /// Immersive Audio Model and Formats 1.1, 3.2 to 3.5.
  public var summary: Summary? {
    var found: Summary?
    var place = 0
    while place < configOBUs.count {
      let head = configOBUs[place]
      place += 1
      guard let size = leb128(&place), size <= UInt64(configOBUs.count - place) else { break }
      let end = place + Int(size)
      // obu_extension_flag: skips an extension with a coded size.
      if head & 1 != 0 {
        guard let extra = leb128(&place), extra <= UInt64(max(0, end - place)) else { break }
        place += Int(extra)
      }
      if head >> 3 == 31, end - place >= 6 {
        found = Summary(primaryProfile: configOBUs[place + 4], additionalProfile: configOBUs[place + 5])
      } else if head >> 3 == 0, found != nil, found?.codec == nil {
        codec(place, end, &found)
      }
      place = end
    }
    return found
  }

  private func codec(_ start: Int, _ end: Int, _ found: inout Summary?) {
    var place = start
    guard leb128(&place) != nil, end - place >= 4 else { return }
    let codec = FourCC(rawValue: UInt32(unpacking: configOBUs, at: place))
    found?.codec = codec
    place += 4
    // Skips num_samples_per_frame and audio_roll_distance.
    guard leb128(&place) != nil else { return }
    place += 2
    switch codec {
    case "Opus": found?.sampleRate = 48000
    case "ipcm": if end - place >= 6 { found?.sampleRate = UInt32(unpacking: configOBUs, at: place + 2) }
    // A METADATA_BLOCK_HEADER of 4 bytes; the sample rate is at byte 10 of STREAMINFO.
    case "fLaC": if end - place >= 18 { found?.sampleRate = UInt32(unpacking: configOBUs, at: place + 14) >> 12 }
    default: break
    }
  }

  private func leb128(_ place: inout Int) -> UInt64? {
    var value: UInt64 = 0
    for index in 0..<8 {
      guard place < configOBUs.count else { return nil }
      let byte = configOBUs[place]
      place += 1
      value |= UInt64(byte & 0x7F) << UInt64(7 * index)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}
