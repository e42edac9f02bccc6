import BitstreamKit
import H264Kit
import HEVCKit
import NALKit

/// Tests whether an offset in a file can be the start of a length-prefixed NAL unit, by checking the unit against the rules of its
/// standard.
struct UnitRecognizer {
  /// A plausible unit.
  struct Unit {
    /// Offset after the unit.
    var end: UInt64
    /// Its first bytes, enough for the unit and slice headers; parameter sets and SEI messages are complete.
    var bytes: [UInt8]
  }

  /// The largest parameter set or SEI message to accept, in bytes.
  private static var maxOtherLength: Int { 1 << 16 }
  private static var prefix: Int { 2048 }

  let codec: VideoCodec
  let lengthSize: Int
  /// The largest unit to accept, in bytes.
  let maxLength: UInt64
  /// Kinds of units that occur in the good file's samples but have no rules here. They never start a sample.
  let further: Set<UInt16>
  private let end: UInt64
  private var window: ByteWindow<AnyByteSource>
  private var chunk: [UInt8] = []

  init(_ source: AnyByteSource, _ codec: VideoCodec, lengthSize: NALLengthSize, maxLength: UInt64, further: Set<UInt16> = [], end: UInt64) {
    self.codec = codec
    self.lengthSize = lengthSize.rawValue
    self.maxLength = maxLength
    self.further = further
    self.end = min(end, source.byteCount)
    window = ByteWindow(source)
  }

  /// The unit at an offset; nil if there is none.
  /// - Parameter startsSample: whether a sample begins with it, which not every unit may.
  mutating func unit(
    at place: UInt64, startsSample: Bool, _ h264: H264Kit.ParameterSets, _ hevc: HEVCKit.ParameterSets
  ) throws(ByteError) -> Unit? {
    let head = lengthSize + 2
    let (first, count) = try window.load(place, head)
    if count < head { return nil }
    let length = window.bytes.bigEndian(at: first, size: lengthSize)
    let start = place + UInt64(lengthSize)
    guard length >= 2, length <= maxLength, length <= end - min(start, end) else { return nil }
    let (one, two) = (window.bytes[first + lengthSize], window.bytes[first + lengthSize + 1])
    guard let isSlice = Self.isSlice(codec, one, two, length) else {
      return startsSample || !further.contains(Self.kind(codec, one, two)) ? nil : try furtherUnit(start, length)
    }
    if !isSlice, length > UInt64(Self.maxOtherLength) { return nil }
    let wanted = isSlice ? min(Self.prefix, Int(length)) : Int(length)
    let (from, there) = try window.load(start, wanted)
    if there < wanted { return nil }
    let bytes = Array(window.bytes[from..<from + there])
    let isWhole = UInt64(wanted) == length
    let makesSense =
      codec == .h264
      ? Self.makesSense(bytes, h264, startsSample: startsSample) : Self.makesSense(bytes, hevc, startsSample: startsSample)
    if !makesSense { return nil }
    if isWhole ? Self.hasStartCode(bytes) || bytes.last == 0 : try !isClean(start, length) { return nil }
    return Unit(end: start + length, bytes: bytes)
  }

  /// A unit of which only the header is checked.
  private mutating func furtherUnit(_ start: UInt64, _ length: UInt64) throws(ByteError) -> Unit? {
    if try !isClean(start, length) { return nil }
    let (from, there) = try window.load(start, min(Self.prefix, Int(length)))
    return Unit(end: start + length, bytes: Array(window.bytes[from..<from + there]))
  }

  /// NAL unit type and layer in one number; all ones if forbidden_zero_bit is set.
  static func kind(_ codec: VideoCodec, _ first: UInt8, _ second: UInt8) -> UInt16 {
    if first & 0x80 != 0 { return .max }
    return codec == .h264 ? UInt16(codec.unitType(first)) : UInt16(first >> 1) << 6 | UInt16(first & 1) << 5 | UInt16(second >> 3)
  }

  /// Whether a header announces a slice of the base layer; nil if there are no rules for it.
  static func isSlice(_ codec: VideoCodec, _ first: UInt8, _ second: UInt8, _ length: UInt64) -> Bool? {
    codec == .h264 ? isSliceH264(first, length) : isSliceHEVC(first, second, length)
  }

  /// Whether a picture may begin at an offset and extend beyond `end`.
  mutating func isCutOff(
    at place: UInt64, by end: UInt64, _ h264: H264Kit.ParameterSets, _ hevc: HEVCKit.ParameterSets
  ) throws(ByteError) -> Bool {
    let head = lengthSize + 2
    let (first, count) = try window.load(place, head)
    if count < head || end - min(end, place) < UInt64(head) { return true }
    let length = window.bytes.bigEndian(at: first, size: lengthSize)
    let (one, two) = (window.bytes[first + lengthSize], window.bytes[first + lengthSize + 1])
    guard length >= 2, length <= maxLength, length > end - place - UInt64(lengthSize),
      let isSlice = Self.isSlice(codec, one, two, length)
    else { return false }
    // Too few bytes to check, or not a slice, which can only be checked when complete.
    if !isSlice || end - place < 64 { return true }
    let (from, there) = try window.load(
      place + UInt64(lengthSize), Int(clamping: min(UInt64(Self.prefix), end - place - UInt64(lengthSize))))
    let bytes = Array(window.bytes[from..<from + there])
    return codec == .h264 ? Self.makesSense(bytes, h264, startsSample: true) : Self.makesSense(bytes, hevc, startsSample: true)
  }

  /// Whether a slice at an offset extends beyond `end` and is not the first of its picture.
  mutating func isTornSlice(at place: UInt64, by end: UInt64) throws(ByteError) -> Bool {
    let head = lengthSize + 3
    let (first, count) = try window.load(place, head)
    if count < head || end - min(end, place) < UInt64(head) { return false }
    let length = window.bytes.bigEndian(at: first, size: lengthSize)
    let unit = first + lengthSize
    guard length <= maxLength, length > end - place - UInt64(lengthSize),
      Self.isSlice(codec, window.bytes[unit], window.bytes[unit + 1], length) == true
    else { return false }
    // The first bit after the header is first_slice_segment_in_pic_flag, or 1 in first_mb_in_slice 0.
    return window.bytes[unit + (codec == .h264 ? 1 : 2)] >> 7 == 0
  }

  /// Whether an H.264 unit header announces a slice; nil if such a unit does not occur in samples.
  private static func isSliceH264(_ first: UInt8, _ length: UInt64) -> Bool? {
    let (reference, type) = (first >> 5, VideoCodec.h264.unitType(first))
    if first & 0x80 != 0 { return nil }
    switch type {
    case 1: return length >= 4 ? true : nil
    case 5: return reference != 0 && length >= 4 ? true : nil
    case 6, 12: return reference == 0 ? false : nil
    case 7, 8: return reference != 0 && length >= 3 ? false : nil
    case 9: return reference == 0 && length == 2 ? false : nil
    default: return nil
    }
  }

  /// Whether an H.265 unit header announces a slice; nil if such a unit does not occur in samples.
  private static func isSliceHEVC(_ first: UInt8, _ second: UInt8, _ length: UInt64) -> Bool? {
    let type = VideoCodec.hevc.unitType(first)
    // forbidden_zero_bit and nuh_layer_id are 0, nuh_temporal_id_plus1 is not.
    if first & 0x81 != 0 || second >> 3 != 0 || second & 7 == 0 { return nil }
    switch type {
    case 0...9: return length >= 5 ? true : nil
    case 16...21: return second & 7 == 1 && length >= 5 ? true : nil
    case 32...34: return length >= 5 ? false : nil
    case 35: return length == 3 ? false : nil
    case 38...40: return false
    default: return nil
    }
  }

  private static func makesSense(_ bytes: [UInt8], _ sets: H264Kit.ParameterSets, startsSample: Bool) -> Bool {
    guard let unit = try? H264Kit.NALUnit(parsing: bytes, sets: sets), !unit.payload.isOther else { return false }
    switch unit.payload {
    case .slice(let slice):
      if slice.unresolved != nil || startsSample && slice.sliceHeader.firstMbInSlice != 0 { return false }
      guard let pps = sets.picParameterSet(slice.sliceHeader.picParameterSetId), let sps = sets.seqParameterSet(pps.seqParameterSetId)
      else { return false }
      return UInt64(slice.sliceHeader.firstMbInSlice) < sps.picSizeInMapUnits * 2
    // Sound that looks like filler data has other bytes.
    case .fillerData(let filler): return filler.isRegular && unit.trailing.isEmpty
    default: return unit.trailing.isEmpty
    }
  }

  private static func makesSense(_ bytes: [UInt8], _ sets: HEVCKit.ParameterSets, startsSample: Bool) -> Bool {
    guard let unit = try? HEVCKit.NALUnit(parsing: bytes, sets: sets), !unit.payload.isOther else { return false }
    switch unit.payload {
    case .sliceSegment(let slice):
      return !slice.isUnresolved && (!startsSample || slice.sliceSegmentHeader.firstSliceSegmentInPicFlag)
    case .fillerData(let filler): return filler.isRegular
    default: return true
    }
  }

  private static func hasStartCode(_ bytes: [UInt8]) -> Bool {
    var (parser, cursor) = (AnnexBParser(), 0)
    _ = parser.next(in: bytes, from: &cursor, to: bytes.count)
    return parser.unitCount > 0 || parser.isOpen
  }

  /// Whether a long unit contains no start code, which emulation prevention excludes, and does not end with a zero byte.
  private mutating func isClean(_ start: UInt64, _ length: UInt64) throws(ByteError) -> Bool {
    var parser = AnnexBParser()
    var done: UInt64 = 0
    while done < length {
      try window.source.read(at: start + done, count: Int(min(1 << 17, length - done)), into: &chunk)
      if chunk.isEmpty { return false }
      var cursor = 0
      _ = parser.next(in: chunk, from: &cursor, to: chunk.count)
      if parser.unitCount > 0 || parser.isOpen { return false }
      done += UInt64(chunk.count)
    }
    return chunk.last != 0
  }

  /// The next offset after `place` at which a plausible length and unit header begin.
  mutating func candidate(after place: UInt64) throws(ByteError) -> UInt64? {
    var next = place + 1
    let head = lengthSize + 2
    while next < end {
      let (first, count) = try window.load(next, min(4096, Int(clamping: end - next)))
      if count < head { return nil }
      for step in 0...(count - head) {
        let at = first + step
        let length = window.bytes.bigEndian(at: at, size: lengthSize)
        if length < 2 || length > maxLength { continue }
        let (one, two) = (window.bytes[at + lengthSize], window.bytes[at + lengthSize + 1])
        if Self.isSlice(codec, one, two, length) != nil { return next + UInt64(step) }
      }
      next += UInt64(count - head + 1)
    }
    return nil
  }
}
