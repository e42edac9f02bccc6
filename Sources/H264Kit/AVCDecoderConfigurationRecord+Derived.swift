extension AVCDecoderConfigurationRecord {
  /// The RFC 6381 3.3 codecs parameter for manifests and MIME types, for example `avc1.64001f`.
  public var codecString: String { avcCodecString(avcProfileIndication, profileCompatibility, avcLevelIndication) }
}

/// Formats profile, constraint flags and level in hex (RFC 6381 3.3).
func avcCodecString(_ profile: UInt8, _ compatibility: UInt8, _ level: UInt8) -> String {
  var text = "avc1."
  for byte in [profile, compatibility, level] { text += (byte < 16 ? "0" : "") + String(byte, radix: 16) }
  return text
}
