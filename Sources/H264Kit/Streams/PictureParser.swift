import BitstreamKit
import NALKit

/// Finds the pictures in a stream of NAL units given in decoding order. Parses slice headers, not slice data.
///
/// Access unit boundaries follow ITU-T H.264 (08/2021) 7.4.1.2.3 and 7.4.1.2.4, with one more rule for non-conforming streams: a second
/// slice with macroblock 0 starts another picture. Fields are paired according to 3.29 and 3.30.
public struct PictureParser: Sendable {
  /// The number of leading bytes of a slice that contain its whole header.
  public static let prefixLength = 2048
  /// The maximum number of stored findings; a broken stream repeats the same ones.
  public static let maxFindings = 64

  /// The parameter sets received so far.
  public internal(set) var sets = ParameterSets()
  /// dec_ref_pic_marking( ) of the picture or field started last; nil if it is no reference, and if its header cannot be parsed.
  package internal(set) var marking: DecRefPicMarking?
  /// The sets of the last picture; nil if others came since.
  var used: PictureSets?
  /// The bytes of the sets that came.
  private var known = KnownSets()
  /// What could not be read and what contradicts the specification, for the caller to take away. An error's bit is counted from the
  /// unit's first bit without emulation prevention; its byte is that of the element or, where it names no bit, of the unit.
  public var findings: [SyntaxError] = []

  /// The current picture.
  var open: OpenPicture?
  /// The number of slices of the current picture so far.
  var sliceCount: UInt32 = 0
  /// The type of the current frame or field.
  var type = PictureType.i
  /// The colour planes whose slice with macroblock 0 has been seen, one bit per colour_plane_id.
  var firstMacroblocks: UInt8 = 0
  /// first_mb_in_slice of the last slice of the current frame or field.
  var lastFirstMacroblock: UInt64 = 0
  var last = LastSlice()
  /// Whether the slice under way was seen to have slice data.
  var hasSliceData = false
  /// How its other slices begin.
  var glance = SliceGlance()
  /// The number of pictures started.
  package internal(set) var pictureCount: UInt64 = 0
  var order = PictureOrderCount()
  /// The offset of the first unit that belongs to the next access unit if a new picture follows.
  var boundary: UInt64?
  /// Whether a new picture must follow: an access unit delimiter or end of sequence has been seen.
  var boundaryIsCertain = false
  /// recovery_frame_cnt of the SEI messages before the next slice.
  var recoveryFrameCnt: Int?
  /// The beginning of the picture timing message before the next slice: the delays and pic_struct.
  var timing: [UInt8] = []
  var prefixTemporalId: UInt8?
  /// The end offset of the last unit.
  var end: UInt64 = 0
  /// Where the unit under way begins in the file.
  var unitOffset: UInt64 = 0
  /// Whether it has a finding of its own.
  var unitHasFinding = false
  /// Whether no slice of the sample under way came, where units are encrypted.
  var isNewSample = true
  /// A unit without its emulation prevention.
  var rbsp: [UInt8] = []
  /// Reused buffer for the first part of each slice header.
  var scratch = SliceHeader()

  /// Creates the state at the beginning of a stream.
  public init() {}

  /// Processes the next unit.
  /// - Parameters:
  ///   - range: the unit's bytes in `bytes`, header first. Of a slice, `prefixLength` of them are enough.
  ///   - unitOffset: the file's byte at which its header begins.
  ///   - offset: the offset of its start code or length field in the file.
  ///   - end: the file's byte after its last one, zeros after the unit included.
  /// - Returns: the picture that this unit shows to be complete, if it does.
  public mutating func take(_ bytes: [UInt8], _ range: Range<Int>, unitOffset: UInt64, offset: UInt64, end: UInt64) -> Picture? {
    let range = range.clamped(to: 0..<bytes.count)
    self.end = end
    self.unitOffset = unitOffset
    unitHasFinding = false
    last.forget()
    if open == nil, boundary == nil { boundary = offset }
    if range.isEmpty { return nil }
    let first = bytes[range.lowerBound]
    switch first & 31 {
    case 1, 2, 5:
      hasSliceData = false
      let finished = slice(bytes, range, first, offset)
      if !hasSliceData, first & 31 != 2, end &- unitOffset <= LastSlice.limit { last.keep(bytes, range, length: end &- unitOffset) }
      return finished
    case 6:
      mark(offset)
      supplementalInformation(bytes, range)
    case 7, 8, 15:
      mark(offset)
      parameterSet(bytes, range)
    case 9:
      mark(offset)
      boundaryIsCertain = true
    case 10, 11: boundaryIsCertain = true
    case 14:
      mark(offset)
      if let id = temporalId(bytes, range) { prefixTemporalId = id }
    case 16, 17, 18: mark(offset)
    case 20, 21: otherView(bytes, range)
    default: break
    }
    return nil
  }

  /// Reads the header of the slice that was just taken to its end.
  /// - Parameter isUnit: whether `range` is the whole unit.
  /// - Returns: what is wrong with it, unless the parser has found something in this unit already.
  package mutating func slice(_ bytes: [UInt8], _ range: Range<Int>, isUnit: Bool, with reader: inout SliceHeaderReader) -> [SyntaxError] {
    let range = range.clamped(to: 0..<bytes.count)
    let faults = reader.read(bytes, range, isUnit: isUnit, sets)
    if faults.isEmpty || unitHasFinding { return [] }
    unitHasFinding = true
    return faults.map { $0.located(in: bytes, range, at: unitOffset) }
  }

  /// Whether a unit is a parameter set that repeats the one in force byte for byte: it changes nothing, and nothing is wrong with it.
  package func isRepeatedSet(_ bytes: [UInt8], _ range: Range<Int>) -> Bool { known.contains(bytes, range.clamped(to: 0..<bytes.count)) }

  /// Takes a parameter set of a configuration record, which is outside of the stream and begins no access unit.
  /// - Parameter unitOffset: the file's byte at which its header begins.
  public mutating func takeConfiguration(_ bytes: [UInt8], _ range: Range<Int>, unitOffset: UInt64) {
    self.unitOffset = unitOffset
    let range = range.clamped(to: 0..<bytes.count)
    guard let first = bytes[range].first, [7, 8, 15].contains(first & 31) else { return }
    parameterSet(bytes, range)
  }

  /// The end of the stream. Returns the last picture. What is missing at the end becomes a finding.
  public mutating func finish() -> Picture? {
    // A picture's first slice is read when it begins.
    if !unitHasFinding, let error = last.finding(sets, at: unitOffset) { noteEnd(error) }
    last.forget()
    if open != nil, let boundary {
      let why = "the stream ends in an access unit without a picture"
      noteEnd(SyntaxError(.malformed(why), element: "access_unit", byteOffset: boundary))
    }
    defer { boundary = nil }
    glance.forget()
    return close(at: boundary ?? end)
  }

  /// Keeps what is missing at the end of the stream.
  private mutating func noteEnd(_ error: SyntaxError) {
    if findings.count < Self.maxFindings { findings.append(error) }
  }

  // MARK: - Units between slices

  /// Marks a possible access unit boundary: the first of these units after a picture's slices starts a new access unit (7.4.1.2.3).
  private mutating func mark(_ offset: UInt64) {
    if boundary == nil { boundary = offset }
  }

  private mutating func parameterSet(_ bytes: [UInt8], _ range: Range<Int>) {
    glance.forget()
    if let entry = known.entry(bytes, range) {
      if entry.type == 7 { sets.announce(entry.id) }
      return
    }
    used = nil
    var found: [SyntaxError] = []
    do {
      let unit = try NALUnit(parsing: Array(bytes[range]), sets: sets, policy: .lenient, findings: &found)
      sets.update(with: unit)
      known.note(unit, found.isEmpty ? bytes[range] : [])
    } catch {
      found.append(error)
    }
    for finding in found { record(finding, bytes, range) }
  }

  /// Looks for a recovery point and the picture timing, and leaves the rest alone.
  private mutating func supplementalInformation(_ bytes: [UInt8], _ range: Range<Int>) {
    _ = EmulationPrevention.removing(from: bytes, range, into: &rbsp)
    var reader = BitReader(rbsp, 1..<max(1, rbsp.count))
    // Where the payload under way begins, for errors of a reader of its own.
    var base = 0
    do {
      while reader.bitsLeft >= 24 {
        var (type, size): (UInt32, UInt32) = (0, 0)
        try reader.ffCoded("last_payload_type_byte", &type)
        try reader.ffCoded("last_payload_size_byte", &size)
        var payload: [UInt8] = []
        let start = reader.bitPosition
        // Of a long unit the caller may have given the beginning alone.
        if UInt64(size) > UInt64(reader.bitsLeft / 8), UInt64(start / 8) + UInt64(size) <= end &- unitOffset { return }
        try reader.bytes("sei_payload", &payload, count: Int(clamping: size))
        if type == 1 { timing = payload.count > 9 ? Array(payload.prefix(9)) : payload }
        if type == 6 {
          base = start
          recoveryFrameCnt = Int(try RecoveryPoint(parsing: payload).recoveryFrameCnt)
          base = 0
        }
      }
    } catch {
      let bit = error.bitOffset.map { $0 + base }
      record(SyntaxError(error.reason, element: error.element, bitOffset: bit, path: ["sei_rbsp"] + error.path), bytes, range)
    }
  }

  /// Returns temporal_id of a unit with a header extension.
  private func temporalId(_ bytes: [UInt8], _ range: Range<Int>) -> UInt8? {
    var header = NALUnitHeader()
    var reader = BitReader(bytes, range.prefix(8), policy: .lenient)
    guard (try? header.syntax(&reader)) != nil else { return nil }
    return header.svcExtension?.temporalId ?? header.mvcExtension?.temporalId ?? header.avc3DExtension?.temporalId
  }

  /// Handles a unit of another view or layer, which never starts an access unit.
  private mutating func otherView(_ bytes: [UInt8], _ range: Range<Int>) {
    guard open != nil, open?.knowsTemporalId == false else { return }
    if let id = temporalId(bytes, range) {
      open?.picture.temporalId = id
      open?.knowsTemporalId = true
    }
  }

  /// Keeps an error of the unit under way as a finding, as long as there is room for it.
  @inline(never) mutating func record(_ error: SyntaxError, _ bytes: [UInt8], _ range: Range<Int>) {
    unitHasFinding = true
    if findings.count < Self.maxFindings { findings.append(error.located(in: bytes, range, at: unitOffset)) }
  }
}
