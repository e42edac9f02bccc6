import BitstreamKit
import H264Kit
import HEVCKit
import NALKit

/// Distinguishes H.264 and H.265 byte streams from other data that contains start codes, by what the standards guarantee.
///
/// Random bytes contain a start code every 16 MiB, tables of numbers many. A byte stream consists of units from its first byte on, and
/// nearly all have legal headers; a parameter set that parses up to its trailing bits is proof. Streams may start midway, be truncated
/// or damaged, so neither a parameter set nor an intact first unit is required.
struct ByteStreamJudge {
  /// The evidence for and against one codec.
  private struct Evidence {
    /// Whether a parameter set parsed to its end without a finding.
    var hasProof = false
    /// The number of units with forbidden headers.
    var illegal = 0
    /// The number of units whose first elements are legal.
    var typical = 0
    /// The number of units of reserved or unspecified types.
    var odd = 0
  }

  /// The maximum number of bytes before the first start code without proof: a damaged first start code or unit.
  private static let maximumStrayCount = 16, maximumDamagedCount = 256
  /// The maximum size of a parameter set that counts as proof.
  private static let maximumSetSize = 1 << 14
  /// The size in bytes up to which legal headers are sufficient.
  private static let tiny = 256

  private var detection = CodecDetection()
  private var h264 = Evidence()
  private var hevc = Evidence()
  private var units = 0
  /// Whether all start codes have four bytes, and all units at most two, the second of which is 0x80: units that consist of a header only.
  private var isBare = true
  private var leading = 0
  private var isTiny = false

  /// Examines the first bytes of a file.
  /// - Returns: nil if they are not a byte stream, or if more bytes are needed to decide.
  mutating func examine(_ bytes: [UInt8], isEnd: Bool) -> FileContent? {
    var parser = AnnexBParser()
    var cursor = 0
    isTiny = isEnd && bytes.count <= Self.tiny
    while units < CodecDetection.maxUnits, let unit = parser.next(in: bytes, from: &cursor, to: bytes.count) {
      leading = Int(clamping: parser.leadingGarbage)
      take(unit, bytes, isWhole: true)
      if detection.isSettled, let codec = accepted, evidence(codec).hasProof { return media(codec) }
    }
    if !isEnd, bytes.count < FileContent.maximumExaminedCount, units < CodecDetection.maxUnits { return nil }
    if units < CodecDetection.maxUnits, let last = parser.finish() {
      leading = Int(clamping: parser.leadingGarbage)
      take(last, bytes, isWhole: isEnd)
    }
    return accepted.map(media)
  }

  private func media(_ codec: VideoCodec) -> FileContent {
    .media(codec == .h264 ? .h264 : .hevc, isGuess: detection.isGuess || codec != detection.codec)
  }

  private mutating func take(_ unit: AnnexBUnit, _ bytes: [UInt8], isWhole: Bool) {
    if !detection.isSettled { detection.weigh(unit) }
    guard unit.length > 0 else { return }
    units += 1
    if unit.startCodeLength != 4 || unit.length > 2 || unit.headByte(1) ?? 0x80 != 0x80 { isBare = false }
    let end = Int(clamping: unit.offset + unit.length)
    let range = Int(clamping: unit.offset)..<min(end, bytes.count)
    takeAsH264(unit, isWhole && unit.length <= UInt64(Self.maximumSetSize) ? Array(bytes[range]) : [])
    takeAsHEVC(unit, isWhole && unit.length <= UInt64(Self.maximumSetSize) ? Array(bytes[range]) : [])
  }
}

// MARK: - Verdict

extension ByteStreamJudge {
  private func evidence(_ codec: VideoCodec) -> Evidence { codec == .h264 ? h264 : hevc }

  /// The codec for which the units so far are sufficient evidence; the one with more evidence is tried first.
  private var accepted: VideoCodec? {
    let likely = detection.codec
    if isAccepted(likely) { return likely }
    let other: VideoCodec = likely == .h264 ? .hevc : .h264
    return evidence(other).hasProof && isAccepted(other) ? other : nil
  }

  private func isAccepted(_ codec: VideoCodec) -> Bool {
    let evidence = evidence(codec)
    if units == 0 || evidence.illegal == units { return false }
    if leading == 0 {
      if evidence.hasProof { return evidence.illegal * 4 <= units }
      if isTiny { return evidence.illegal == 0 && evidence.odd < units }
      if evidence.illegal * 8 <= units, evidence.typical * 2 >= units { return true }
      // A damaged parameter set: its first bytes decide the codec.
      if evidence.illegal * 8 <= units, !detection.isGuess { return true }
      return isBare && units >= 8 && evidence.illegal == 0
    }
    if evidence.hasProof, evidence.illegal * 8 <= units, evidence.typical * 2 >= units { return true }
    if leading <= Self.maximumStrayCount { return evidence.illegal * 8 <= units && !detection.isGuess }
    if leading <= Self.maximumDamagedCount, evidence.illegal == 0, units >= 3, !detection.isGuess { return true }
    // A stream without parameter sets that starts inside a unit.
    return units >= 8 && evidence.illegal * 32 <= units && evidence.typical * 16 >= units * 15
  }
}

// MARK: - H.264

extension ByteStreamJudge {
  /// - Parameter bytes: the whole unit; empty if it is truncated or too large.
  private mutating func takeAsH264(_ unit: AnnexBUnit, _ bytes: [UInt8]) {
    guard let first = unit.headByte(0), first & 0x80 == 0 else { return h264.illegal += 1 }
    let isReference = first & 0x60 != 0
    let type = VideoCodec.h264.unitType(first)
    switch type {
    case 1, 5: if isTypicalSlice(unit, isIDR: type == 5), isReference || type == 1 { h264.typical += 1 }
    case 7, 15:
      guard let content = payloadAsH264(bytes) else { return }
      switch content {
      case .seqParameterSet(let set): if Self.isSensible(set.codedSize) { Self.prove(&h264) }
      case .subsetSeqParameterSet(let set): if Self.isSensible(set.seqParameterSetData.codedSize) { Self.prove(&h264) }
      default: break
      }
    case 6, 8, 13: if payloadAsH264(bytes) != nil { h264.typical += 1 }
    case 9: if unit.isDelimiterOfH264, !isReference { h264.typical += 1 }
    case 10, 11: if unit.length == 1 { h264.typical += 1 }
    case 12, 14, 20: h264.typical += 1
    case 0, 16...18, 22...31: h264.odd += 1
    default: break
    }
  }

  private static func prove(_ evidence: inout Evidence) {
    evidence.hasProof = true
    evidence.typical += 1
  }

  /// The payload of a unit that parsed completely without a finding; nil otherwise.
  private func payloadAsH264(_ bytes: [UInt8]) -> H264Kit.NALUnitPayload? {
    if bytes.isEmpty { return nil }
    guard let unit = try? H264Kit.NALUnit(parsing: bytes, sets: H264Kit.ParameterSets()), unit.trailing.isEmpty, !unit.payload.isOther
    else { return nil }
    return unit.payload
  }

  /// Whether a picture is neither smaller than a macroblock nor longer than any level allows.
  private static func isSensible(_ size: PictureSize) -> Bool {
    (16...16888).contains(size.width) && (16...16888).contains(size.height)
  }

  /// first_mb_in_slice, slice_type and pic_parameter_set_id.
  private func isTypicalSlice(_ unit: AnnexBUnit, isIDR: Bool) -> Bool {
    if unit.length < 3 { return false }
    var bits = HeadBits(unit, from: 8)
    guard let macroblock = bits.ue(), macroblock < 139_264, let type = bits.ue(), type <= 9 else { return false }
    if isIDR, type % 5 != 2, type % 5 != 4 { return false }
    // The first eight bytes may end before this element.
    return bits.ue().map { $0 <= 255 } ?? (bits.left < 18)
  }
}

// MARK: - H.265

extension ByteStreamJudge {
  private mutating func takeAsHEVC(_ unit: AnnexBUnit, _ bytes: [UInt8]) {
    guard let first = unit.headByte(0), let second = unit.headByte(1) else { return hevc.illegal += 1 }
    let header = HEVCKit.NALUnitHeader(firstBytes: first, second)
    if header.forbiddenZeroBit != 0 || header.nuhTemporalIdPlus1 == 0 || header.nuhLayerId == 63 { return hevc.illegal += 1 }
    let isFirst = header.nuhTemporalIdPlus1 == 1
    switch header.nalUnitType {
    case 0...9, 16...21:
      if unit.length < 4 || header.nalUnitType > 9 && !isFirst { return }
      // first_slice_segment_in_pic_flag, no_output_of_prior_pics_flag and slice_pic_parameter_set_id.
      var bits = HeadBits(unit, from: header.nalUnitType > 9 ? 18 : 17)
      if let id = bits.ue(), id <= 63 { hevc.typical += 1 }
    case 32, 33:
      if isFirst, isReadAsHEVC(bytes) { Self.prove(&hevc) }
    case 34, 39, 40: if isReadAsHEVC(bytes) { hevc.typical += 1 }
    case 35: if unit.length == 3 { hevc.typical += 1 }
    case 36, 37: if unit.length == 2 { hevc.typical += 1 }
    // Dolby Vision uses types 62 and 63.
    case 38, 62, 63: hevc.typical += 1
    case 10...15, 22...31, 41...61: hevc.odd += 1
    default: break
    }
  }

  /// Whether a unit parsed completely without a finding.
  private func isReadAsHEVC(_ bytes: [UInt8]) -> Bool {
    if bytes.isEmpty { return false }
    guard let unit = try? HEVCKit.NALUnit(parsing: bytes, sets: HEVCKit.ParameterSets()), !unit.payload.isOther else { return false }
    if case .seqParameterSet(let set) = unit.payload { return set.codedSize.map { Self.isSensible($0) } ?? true }
    return true
  }
}

/// The first bits of a unit.
private struct HeadBits {
  private var bits: UInt64
  /// The number of bits that are left.
  private(set) var left: Int

  init(_ unit: AnnexBUnit, from bit: Int) {
    bits = unit.head << UInt64(bit)
    left = max(0, unit.headCount * 8 - bit)
  }

  /// Reads ue(v); nil if the bits end first.
  mutating func ue() -> UInt64? {
    let zeros = bits.leadingZeroBitCount
    let count = 2 * zeros + 1
    if count > left || zeros > 31 { return nil }
    let value = bits >> UInt64(64 - count) - 1
    bits = count == 64 ? 0 : bits << UInt64(count)
    left -= count
    return value
  }
}
