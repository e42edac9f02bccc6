extension AVCDecoderConfigurationRecord {
  /// The codec for manifests and MIME types, `avc1.64001f` (RFC 6381 3.3).
  public var codecString: String { avcCodecString(avcProfileIndication, profileCompatibility, avcLevelIndication) }
}

/// Profile, compatibility and level in hex, as RFC 6381 3.3 has them.
func avcCodecString(_ profile: UInt8, _ compatibility: UInt8, _ level: UInt8) -> String {
  var text = "avc1."
  for byte in [profile, compatibility, level] { text += (byte < 16 ? "0" : "") + String(byte, radix: 16) }
  return text
}
