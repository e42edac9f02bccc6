import BitstreamKit

extension VVCPTLRecord {
  /// Profile name such as `Main 10` (ITU-T H.266, A.3); nil for a reserved value.
  public var profileName: StaticString? {
    switch generalProfileIdc {
    case 1: "Main 10"
    case 2: "Main 12"
    case 10: "Main 12 Intra"
    case 17: "Multilayer Main 10"
    case 33: "Main 10 4:4:4"
    case 34: "Main 12 4:4:4"
    case 36: "Main 16 4:4:4"
    case 42: "Main 12 4:4:4 Intra"
    case 44: "Main 16 4:4:4 Intra"
    case 49: "Multilayer Main 10 4:4:4"
    case 65: "Main 10 Still Picture"
    case 66: "Main 12 Still Picture"
    case 97: "Main 10 4:4:4 Still Picture"
    case 98: "Main 12 4:4:4 Still Picture"
    case 100: "Main 16 4:4:4 Still Picture"
    default: nil
    }
  }

  /// Level name such as `3.1` (ITU-T H.266, A.4.1: 16 × major + 3 × minor); nil for any other value.
  public var levelName: String? { generalLevelIdc % 16 % 3 == 0 ? "\(generalLevelIdc / 16).\(generalLevelIdc % 16 / 3)" : nil }

  /// Tier name: `Main` or `High`.
  public var tierName: StaticString { generalTierFlag ? "High" : "Main" }

  /// Codec string such as `vvc1.1.L51.CQA`: profile, tier and level, then the constraint bytes in base 32 if any is set (ISO/IEC
  /// 14496-15:2022, E.6).
  public func codecString(sampleEntry: FourCC) -> String {
    var text = "\(sampleEntry).\(generalProfileIdc).\(generalTierFlag ? "H" : "L")\(generalLevelIdc)"
    let flags = (ptlFrameOnlyConstraintFlag ? 0x80 : 0) | (ptlMultilayerEnabledFlag ? 0x40 : 0) | generalConstraintInfoStart & 0x3F
    var bytes = [flags] + generalConstraintInfo
    while bytes.last == 0 { bytes.removeLast() }
    if bytes.isEmpty { return text }
    text += ".C"
    let digits: [Character] = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    var (held, count): (UInt32, UInt32) = (0, 0)
    for byte in bytes {
      (held, count) = (held << 8 | UInt32(byte), count + 8)
      while count >= 5 {
        count -= 5
        text.append(digits[Int(held >> count & 31)])
      }
      held &= 1 << count - 1
    }
    if count > 0 { text.append(digits[Int(held << (5 - count) & 31)]) }
    return text
  }
}
