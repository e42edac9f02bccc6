import BitstreamKit

/// DRM system, identified by the system ID of a `pssh` box.
public struct KeySystem: Equatable, Sendable {
  /// The 16-byte system ID.
  public var systemID: BoxHeader.UserType

  /// Creates a system from a 16-byte ID; nil if there are not exactly 16 bytes.
  public init?(_ bytes: [UInt8]) {
    if bytes.count != 16 { return nil }
    systemID = BoxHeader.UserType(bytes.bigEndian64(at: 0), bytes.bigEndian64(at: 8))
  }

  /// Name as listed by the DASH Industry Forum; nil if the system is unknown to this toolkit.
  public var name: StaticString? {
    switch (systemID.high, systemID.low) {
    case (0x1077_EFEC_C0B2_4D02, 0xACE3_3C1E_52E2_FB4B): "W3C Common PSSH"
    case (0xE271_9D58_A985_B3C9, 0x781A_B030_AF78_D30E): "ClearKey"
    case (0xEDEF_8BA9_79D6_4ACE, 0xA3C8_27DC_D51D_21ED): "Widevine"
    case (0x9A04_F079_9840_4286, 0xAB92_E65B_E088_5F95): "PlayReady"
    case (0x94CE_86FB_07FF_4F43, 0xADB8_93D2_FA96_8CA2): "FairPlay"
    case (0x2970_1FE4_3CC7_4A34, 0x8C5B_AE90_C743_9A47): "FairPlay (unofficial)"
    case (0x5E62_9AF5_38DA_4063, 0x8977_97FF_BD99_02D4): "Marlin"
    case (0xF239_E769_EFA3_4850, 0x9C16_A903_C693_2EFB): "Adobe Primetime"
    case (0x3D5E_6D35_9B9A_41E8, 0xB843_DD3C_6E72_C42C): "ChinaDRM"
    case (0x6DD8_B3C3_45F4_4A68, 0xBF3A_6416_8D01_A4A6): "ABV"
    case (0x9A27_DD82_FDE2_4725, 0x8CBC_4234_AA06_EC09): "Verimatrix VCAS"
    case (0x80A6_BE7E_1448_4C37, 0x9E70_D5AE_BE04_C8D2): "Irdeto"
    case (0xADB4_1C24_2DBF_4A6D, 0x958B_4457_C0D2_7B95): "Nagra MediaAccess"
    case (0xA681_29D3_575B_4F1A, 0x9CBA_3223_846C_F7C3): "VideoGuard"
    case (0x1F83_E1E8_6EE9_4F0D, 0xBA2F_5EC4_E3ED_1A66): "SecureMedia"
    case (0x992C_46E6_C437_4899, 0xB6A0_50FA_91AD_0E39): "SecureMedia SteelKnot"
    case (0x279F_E473_512C_48FE, 0xADE8_D176_FEE6_B40F): "Arris Titanium"
    case (0x35BF_197B_530E_42D7, 0x8B65_1B4B_F415_070F): "DivX"
    case (0xB441_3586_C58C_FFB0, 0x94A5_D489_6C1A_F6C3): "Viaccess-Orca"
    case (0x793B_7956_9F94_4946, 0xA942_23E7_EF7E_44B4): "VisionCrypt"
    case (0x6A99_532D_869F_5922, 0x9A91_113A_B7B1_E2F3): "MobiTV"
    case (0x644F_E7B5_260F_4FAD, 0x949A_0762_FFB0_54B4): "CMLA (OMA)"
    case (0x45D4_81CB_8FE0_49C0, 0xADA9_AB2D_2455_B2F2): "CoreCrypt"
    case (0xDCF4_E3E3_62F1_5818, 0x7BA6_0A6F_E33F_F3DD): "DigiCAP SmartXess"
    case (0x616C_7469_6361_7374, 0x2D50_726F_7465_6374): "Alticast"
    case (0xAA11_967F_CC01_4A4A, 0x8E99_C5D3_DDDF_EA2D): "Unitend"
    default: nil
    }
  }
}
