import BitstreamKit
import H264Kit
import HEVCKit
import NALKit

/// Distinguishes H.264 from H.265 by the first NAL units of a stream.
///
/// Scores each unit as if it were of either codec: a parameter set with plausible first bytes decides, headers that a standard forbids
/// count against it.
public struct CodecDetection: Sendable {
  /// The largest number of units to examine.
  public static let maxUnits = 256
  /// The score of one plausible parameter set, enough to decide.
  static let certain = 10

  private var h264 = 0
  private var hevc = 0
  private var units = 0

  /// Creates a detection without units.
  public init() {}

  /// The codec with the higher score; H.264 on a tie.
  public var codec: VideoCodec { hevc > h264 ? .hevc : .h264 }
  /// Whether the scores are too low or too close to be certain.
  public var isGuess: Bool { max(h264, hevc) < Self.certain || abs(h264 - hevc) < Self.certain }
  /// Whether further units would not change the result.
  public var isSettled: Bool { !isGuess || units >= Self.maxUnits }

  /// Scores one more unit.
  public mutating func weigh(_ unit: AnnexBUnit) {
    units += 1
    guard let first = unit.headByte(0) else { return }
    h264 += Self.weightAsH264(unit, H264Kit.NALUnitHeader(firstByte: first))
    hevc += unit.headByte(1).map { Self.weightAsHEVC(unit, HEVCKit.NALUnitHeader(firstBytes: first, $0)) } ?? -6
  }

  private static func weightAsH264(_ unit: AnnexBUnit, _ header: H264Kit.NALUnitHeader) -> Int {
    if header.forbiddenZeroBit != 0 { return -6 }
    let isReference = header.nalRefIdc != 0
    switch header.nalUnitType {
    case 1: return 1
    case 2...4: return 0
    case 5, 8: return isReference ? 1 : -4
    case 6: return isReference ? -4 : 1
    case 7, 15:
      // profile_idc, then constraint flags of which the last two bits are reserved and zero.
      let profiles: [UInt8] = [66, 77, 88, 100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]
      guard isReference, let profile = unit.headByte(1), let flags = unit.headByte(2), unit.length >= 5 else { return -4 }
      return profiles.contains(profile) && flags & 3 == 0 ? certain : -2
    case 9:
      return isReference || !unit.isDelimiterOfH264 ? -4 : 4
    case 10, 11: return isReference || unit.length != 1 ? -4 : 2
    case 12: return isReference ? -4 : 0
    case 13, 14, 19, 20, 21: return 0
    default: return -2
    }
  }

  private static func weightAsHEVC(_ unit: AnnexBUnit, _ header: HEVCKit.NALUnitHeader) -> Int {
    if header.forbiddenZeroBit != 0 || header.nuhTemporalIdPlus1 == 0 || header.nuhLayerId == 63 { return -6 }
    let isFirst = header.nuhTemporalIdPlus1 == 1
    switch header.nalUnitType {
    case 0...9: return header.nuhLayerId == 0 ? 1 : 0
    case 16...21: return isFirst ? (header.nuhLayerId == 0 ? 2 : 0) : -4
    case 32:
      // Byte 2 starts with 16 bits of counts and flags; vps_reserved_0xffff_16bits follows.
      let isVPS = isFirst && unit.headByte(4) == 0xFF && unit.headByte(5) == 0xFF
      return isVPS ? certain : -4
    case 33:
      // sps_max_sub_layers_minus1 is at most 6; general_profile_space is 0.
      guard isFirst, let counts = unit.headByte(2), let profile = unit.headByte(3) else { return -4 }
      return counts >> 1 & 7 <= 6 && profile >> 6 == 0 ? 6 : -2
    case 34: return 2
    case 35: return unit.length == 3 ? 4 : -4
    case 36, 37: return unit.length == 2 ? 2 : -4
    case 38...40: return 1
    case 48...63: return 0
    default: return -2
    }
  }
}

extension AnnexBUnit {
  /// Whether the bytes after the header are those of an H.264 access unit delimiter (7.3.2.4): primary_pic_type and the trailing bits.
  var isDelimiterOfH264: Bool { length == 2 && headByte(1).map { $0 & 0x1F == 0x10 } == true }
}
