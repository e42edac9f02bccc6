import BitstreamKit
import H264Kit
import HEVCKit

/// Tells byte streams of H.264 and H.265 from other bytes with start codes in them, by what the standards guarantee.
///
/// Random bytes have a start code every 16 MiB, tables of numbers have many. A byte stream consists of units from its first byte on, and
/// nearly all of them have legal headers; a parameter set that parses up to its trailing bits is proof. Streams may be joined midway, cut
/// off and damaged, so that neither a set nor an intact first unit can be asked for alone.
struct ByteStreamJudge {
  /// What speaks for and against one codec.
  private struct Evidence {
    /// A parameter set was read to its end without a finding.
    var hasProof = false
    /// Units whose headers the standard forbids.
    var illegal = 0
    /// Units whose first elements make sense.
    var typical = 0
    /// Units of types that nothing is known about.
    var odd = 0
  }

  /// Bytes in front of the first start code may be so many without a proof: a damaged first start code, or a damaged first unit.
  private static let mostStray = 16, mostOfDamagedUnit = 256
  /// Larger parameter sets are no proof.
  private static let mostOfSet = 1 << 14
  /// A file of so few bytes need not be more than legal.
  private static let tiny = 256

  private var detection = CodecDetection()
  private var h264 = Evidence()
  private var hevc = Evidence()
  private var units = 0
  /// Whether all start codes have four bytes and all units two at most, the second of which is 0x80: units that are nothing but a type.
  private var isBare = true
  private var leading = 0
  private var isTiny = false

  /// Examines the first bytes of a file.
  /// - Returns: nil if they are no byte stream, or if more of them are needed to tell.
  mutating func examine(_ bytes: [UInt8], isEnd: Bool) -> FileContent? {
    var parser = AnnexBParser()
    var cursor = 0
    isTiny = isEnd && bytes.count <= Self.tiny
    while units < CodecDetection.mostUnits, let unit = parser.next(in: bytes, from: &cursor, to: bytes.count) {
      leading = Int(clamping: parser.leadingGarbage)
      take(unit, bytes, isWhole: true)
      if detection.isSettled, let codec = accepted, evidence(codec).hasProof { return media(codec) }
    }
    if !isEnd, bytes.count < FileContent.mostExamined, units < CodecDetection.mostUnits { return nil }
    if units < CodecDetection.mostUnits, let last = parser.finish() {
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
    takeAsH264(unit, isWhole && unit.length <= UInt64(Self.mostOfSet) ? Array(bytes[range]) : [])
    takeAsHEVC(unit, isWhole && unit.length <= UInt64(Self.mostOfSet) ? Array(bytes[range]) : [])
  }
}

// MARK: - Verdict

extension ByteStreamJudge {
  private func evidence(_ codec: VideoCodec) -> Evidence { codec == .h264 ? h264 : hevc }

  /// The codec that the units so far are enough for: the one that their weights speak for first.
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
      // A damaged set: its first bytes settle the codec.
      if evidence.illegal * 8 <= units, !detection.isGuess { return true }
      return isBare && units >= 8 && evidence.illegal == 0
    }
    if evidence.hasProof, evidence.illegal * 8 <= units, evidence.typical * 2 >= units { return true }
    if leading <= Self.mostStray { return evidence.illegal * 8 <= units && !detection.isGuess }
    if leading <= Self.mostOfDamagedUnit, evidence.illegal == 0, units >= 3, !detection.isGuess { return true }
    // A stream without sets that begins inside of a unit.
    return units >= 8 && evidence.illegal * 32 <= units && evidence.typical * 16 >= units * 15
  }
}

// MARK: - H.264

extension ByteStreamJudge {
  /// - Parameter bytes: the whole unit; none where it is cut off or too large.
  private mutating func takeAsH264(_ unit: AnnexBUnit, _ bytes: [UInt8]) {
    guard let first = unit.headByte(0), first & 0x80 == 0 else { return h264.illegal += 1 }
    let isReference = first & 0x60 != 0
    switch first & 31 {
    case 1, 5: if isTypicalSlice(unit, isIDR: first & 31 == 5), isReference || first & 31 == 1 { h264.typical += 1 }
    case 7, 15:
      guard let content = contentAsH264(bytes) else { return }
      switch content {
      case .seqParameterSet(let set): if Self.isSensible(set.codedSize) { Self.prove(&h264) }
      case .subsetSeqParameterSet(let set): if Self.isSensible(set.seqParameterSetData.codedSize) { Self.prove(&h264) }
      default: break
      }
    case 6, 8, 13: if contentAsH264(bytes) != nil { h264.typical += 1 }
    case 9: if unit.length == 2, unit.headByte(1).map({ $0 & 0x1F == 0x10 }) == true, !isReference { h264.typical += 1 }
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

  /// What a unit holds, where all of it was read and nothing is wrong with it.
  private func contentAsH264(_ bytes: [UInt8]) -> H264Kit.NALUnitContent? {
    if bytes.isEmpty { return nil }
    guard let read = try? H264Kit.NALUnit.read(bytes, sets: H264Kit.ParameterSets()), read.unit.trailing.isEmpty, !read.unit.content.isOther
    else { return nil }
    return read.unit.content
  }

  /// No level allows pictures that are longer.
  private static func isSensible(_ size: PictureSize) -> Bool {
    (16...16888).contains(size.width) && (16...16888).contains(size.height)
  }

  /// first_mb_in_slice, slice_type and pic_parameter_set_id.
  private func isTypicalSlice(_ unit: AnnexBUnit, isIDR: Bool) -> Bool {
    if unit.length < 3 { return false }
    var bits = HeadBits(unit, from: 8)
    guard let macroblock = bits.ue(), macroblock < 139_264, let type = bits.ue(), type <= 9 else { return false }
    if isIDR, type % 5 != 2, type % 5 != 4 { return false }
    // The first eight bytes need not reach so far.
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
    // Types 62 and 63 are those of Dolby Vision.
    case 38, 62, 63: hevc.typical += 1
    case 10...15, 22...31, 41...61: hevc.odd += 1
    default: break
    }
  }

  /// Whether all of a unit was read and nothing is wrong with it.
  private func isReadAsHEVC(_ bytes: [UInt8]) -> Bool {
    var findings: [SyntaxError] = []
    if bytes.isEmpty { return false }
    guard let unit = try? HEVCKit.NALUnit(parsing: bytes, sets: HEVCKit.ParameterSets(), findings: &findings), !unit.payload.isOther
    else { return false }
    if case .seqParameterSet(let set) = unit.payload { return set.codedSize.map { Self.isSensible($0) } ?? true }
    return true
  }
}

/// The first bits of a unit.
private struct HeadBits {
  private var bits: UInt64
  /// So many are there.
  private(set) var left: Int

  init(_ unit: AnnexBUnit, from bit: Int) {
    bits = unit.head << UInt64(bit)
    left = max(0, unit.headCount * 8 - bit)
  }

  /// ue(v); nil where the bits end before it does.
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
