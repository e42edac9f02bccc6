import BitstreamKit

extension BoxRegistry {
  /// ISO/IEC 14496-12, 8.12, and ISO/IEC 23001-7.
  static func visitProtectionBox<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "frma": visitor.visit(OriginalFormatBox.self)
    case "schm": visitor.visit(SchemeTypeBox.self)
    case "tenc": visitor.visit(TrackEncryptionBox.self)
    case "pssh": visitor.visit(ProtectionSystemSpecificHeaderBox.self)
    case "senc": visitor.visit(SampleEncryptionBox.self)
    case "saiz": visitor.visit(SampleAuxiliaryInformationSizesBox.self)
    case "saio": visitor.visit(SampleAuxiliaryInformationOffsetsBox.self)
    case "ipro": visitor.visit(ItemProtectionBox.self)
    case "srpp": visitor.visit(SRTPProcessBox.self)
    case "csch": visitor.visit(CompatibleSchemeTypeBox.self)
    case "imif": visitor.visit(IPMPInfoBox.self)
    case "ipmc": visitor.visit(IPMPControlBox.self)
    case "stvi": visitor.visit(StereoVideoBox.self)
    default: return false
    }
    return true
  }

  /// Boxes of type `uuid`, selected by extended type.
  static func visitUserTypeBox<V: BoxVisitor>(_ header: BoxHeader, _ context: BoxContext, _ visitor: inout V) -> Bool {
    guard let name = header.userType else { return false }
    switch (name.high, name.low) {
    case (0x8974_DBCE_7BE7_4C51, 0x84F9_7148_F988_2554): visitor.visit(PIFFTrackEncryptionBox.self)
    case (0xA239_4F52_5A9B_4F14, 0xA244_6C42_7C64_8DF4): visitor.visit(PIFFSampleEncryptionBox.self)
    case (0xD08A_4F18_10F3_4A82, 0xB6C8_32D8_ABA1_83D3): visitor.visit(PIFFProtectionSystemSpecificHeaderBox.self)
    case (0x6D1D_9B05_42D5_44E6, 0x80E2_141D_AFF7_57B2): visitor.visit(SmoothFragmentBox.self)
    case (0xD480_7EF2_CA39_4695, 0x8E54_26CB_9E46_A79F): visitor.visit(SmoothNextFragmentsBox.self)
    case (0xFFCC_8263_F855_4A93, 0x8814_587A_0252_1FDD): visitor.visit(SphericalVideoBox.self)
    case (0xBE7A_CFCB_97A9_42E8, 0x9C71_9994_91E3_AFAC): visitor.visit(XMPBox.self)
    default: return false
    }
    return true
  }
}
