/// Names of the code points shared by video codecs and containers.
///
/// ITU-T H.273 (07/2024); H.264 Annex E, H.265 Annex E and ISO/IEC 14496-12 use its numbers.
public enum CodePoints {
  /// ColourPrimaries (Table 2); nil for a reserved number.
  public static func colourPrimaries(_ number: UInt8) -> StaticString? {
    switch number {
    case 1: "BT.709"
    case 2: "unspecified"
    case 4: "BT.470 System M"
    case 5: "BT.601 625 lines"
    case 6: "BT.601 525 lines"
    case 7: "SMPTE ST 240"
    case 8: "generic film"
    case 9: "BT.2020"
    case 10: "SMPTE ST 428-1 (XYZ)"
    case 11: "SMPTE RP 431-2 (DCI-P3)"
    case 12: "SMPTE EG 432-1 (Display P3)"
    case 22: "EBU Tech 3213-E"
    default: nil
    }
  }

  /// TransferCharacteristics (Table 3); nil for a reserved number.
  public static func transferCharacteristics(_ number: UInt8) -> StaticString? {
    switch number {
    case 1: "BT.709"
    case 2: "unspecified"
    case 4: "gamma 2.2 (BT.470 System M)"
    case 5: "gamma 2.8 (BT.470 System B, G)"
    case 6: "BT.601"
    case 7: "SMPTE ST 240"
    case 8: "linear"
    case 9: "logarithmic 100:1"
    case 10: "logarithmic 316:1"
    case 11: "IEC 61966-2-4 (xvYCC)"
    case 12: "BT.1361"
    case 13: "IEC 61966-2-1 (sRGB)"
    case 14: "BT.2020 10 bits"
    case 15: "BT.2020 12 bits"
    case 16: "SMPTE ST 2084 (PQ)"
    case 17: "SMPTE ST 428-1"
    case 18: "ARIB STD-B67 (HLG)"
    default: nil
    }
  }

  /// MatrixCoefficients (Table 4); nil for a reserved number.
  public static func matrixCoefficients(_ number: UInt8) -> StaticString? {
    switch number {
    case 0: "identity (RGB)"
    case 1: "BT.709"
    case 2: "unspecified"
    case 4: "FCC 73.682"
    case 5: "BT.601 625 lines"
    case 6: "BT.601 525 lines"
    case 7: "SMPTE ST 240"
    case 8: "YCgCo"
    case 9: "BT.2020 non-constant luminance"
    case 10: "BT.2020 constant luminance"
    case 11: "SMPTE ST 2085"
    case 12: "by the primaries, non-constant luminance"
    case 13: "by the primaries, constant luminance"
    case 14: "ICtCp"
    case 15: "IPT-PQ-C2"
    case 16: "YCgCo-Re"
    case 17: "YCgCo-Ro"
    default: nil
    }
  }

  /// video_format (H.264 Table E-2, H.265 Table E.2); nil for a reserved number.
  public static func videoFormat(_ number: UInt8) -> StaticString? {
    switch number {
    case 0: "component"
    case 1: "PAL"
    case 2: "NTSC"
    case 3: "SECAM"
    case 4: "MAC"
    case 5: "unspecified"
    default: nil
    }
  }

  /// chroma_format_idc (H.264 Table 6-1, H.265 Table 6-1); nil above 3.
  public static func chromaFormat(_ number: UInt8) -> StaticString? {
    switch number {
    case 0: "monochrome"
    case 1: "4:2:0"
    case 2: "4:2:2"
    case 3: "4:4:4"
    default: nil
    }
  }

  /// chroma_sample_loc_type (H.264 Figure E-1, H.265 Figure E.1): the position of chroma samples relative to luma samples; nil above 5.
  public static func chromaSampleLocation(_ number: UInt8) -> StaticString? {
    switch number {
    case 0: "left"
    case 1: "center"
    case 2: "top left"
    case 3: "top"
    case 4: "bottom left"
    case 5: "bottom"
    default: nil
    }
  }
}
