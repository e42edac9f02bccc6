import BitstreamKit

/// Finds the pictures in a stream of NAL units given in decoding order. Parses slice headers, not slice data.
///
/// Access unit boundaries follow ITU-T H.264 (08/2021) 7.4.1.2.3 and 7.4.1.2.4, with one more rule for non-conforming streams: a second
/// slice with macroblock 0 starts another picture. Fields are paired according to 3.29 and 3.30.
public struct PictureParser: Sendable {
  /// The number of leading bytes of a slice that contain its whole header.
  public static let prefixLength = 2048
  /// The maximum number of stored findings; a broken stream repeats the same ones.
  public static let mostFindings = 64

  /// The parameter sets received so far.
  public internal(set) var sets = ParameterSets()
  /// Parse errors, to be drained by the caller. The bit offset of an error counts from the unit's first bit after removal of emulation
  /// prevention; its byte offset is that of the unit's start code or length field.
  public var findings: [SyntaxError] = []

  /// The current picture.
  var open: OpenPicture?
  /// The number of slices of the current picture so far.
  var sliceCount: UInt32 = 0
  /// The type of the current frame or field.
  var type = PictureType.i
  /// The colour planes whose slice with macroblock 0 has been seen, one bit per colour_plane_id.
  var firstMacroblocks: UInt8 = 0
  /// The expected beginning of its other slices.
  var glance = SliceGlance()
  var pictureCount: UInt64 = 0
  var order = PictureOrderCount()
  /// The offset of the first unit that belongs to the next access unit if a new picture follows.
  var boundary: UInt64?
  /// Whether a new picture must follow: an access unit delimiter or end of sequence has been seen.
  var boundaryIsCertain = false
  /// recovery_frame_cnt of the SEI messages before the next slice.
  var recoveryFrameCnt: Int?
  var prefixTemporalID: UInt8?
  /// The end offset of the last unit.
  var end: UInt64 = 0
  /// Buffer for a unit with emulation prevention removed.
  var rbsp: [UInt8] = []
  /// Reused buffer for the first part of each slice header.
  var scratch = SliceHeader()

  /// Creates the state at the beginning of a stream.
  public init() {}

  /// Processes the next unit.
  /// - Parameters:
  ///   - range: the unit's bytes in `bytes`, starting with the header. For a slice, `prefixLength` bytes are sufficient.
  ///   - offset: the file offset of its start code or length field.
  ///   - end: the file offset after its last byte, including zero bytes after the unit.
  /// - Returns: the previous picture, if this unit completes it.
  public mutating func take(_ bytes: [UInt8], _ range: Range<Int>, offset: UInt64, end: UInt64) -> Picture? {
    let range = range.clamped(to: 0..<bytes.count)
    self.end = end
    if open == nil, boundary == nil { boundary = offset }
    if range.isEmpty { return nil }
    let first = bytes[range.lowerBound]
    switch first & 31 {
    case 1, 2, 5: return slice(bytes, range, first, offset)
    case 6:
      mark(offset)
      supplementalInformation(bytes, range, offset)
    case 7, 8, 15:
      mark(offset)
      parameterSet(bytes, range, offset)
    case 9:
      mark(offset)
      boundaryIsCertain = true
    case 10, 11: boundaryIsCertain = true
    case 14:
      mark(offset)
      if let id = temporalID(bytes, range) { prefixTemporalID = id }
    case 16, 17, 18: mark(offset)
    case 20, 21: otherView(bytes, range)
    default: break
    }
    return nil
  }

  /// Processes a parameter set from a configuration record, outside the stream: it does not start an access unit.
  /// - Parameter offset: the file offset of its length field.
  public mutating func takeConfiguration(_ bytes: [UInt8], _ range: Range<Int>, offset: UInt64) {
    let range = range.clamped(to: 0..<bytes.count)
    guard let first = bytes[range].first, [7, 8, 15].contains(first & 31) else { return }
    parameterSet(bytes, range, offset)
  }

  /// Ends the stream and returns the last picture.
  public mutating func finish() -> Picture? {
    defer { boundary = nil }
    glance.forget()
    return close(at: boundary ?? end)
  }

  // MARK: - Units between slices

  /// Marks a possible access unit boundary: the first of these units after a picture's slices starts a new access unit (7.4.1.2.3).
  private mutating func mark(_ offset: UInt64) {
    if boundary == nil { boundary = offset }
  }

  private mutating func parameterSet(_ bytes: [UInt8], _ range: Range<Int>, _ offset: UInt64) {
    glance.forget()
    do {
      let outcome = try NALUnit.read(Array(bytes[range]), sets: sets, policy: .lenient)
      sets.update(with: outcome.unit)
      for finding in outcome.findings { record(finding, offset) }
    } catch {
      record(error, offset)
    }
  }

  /// Extracts the recovery point and ignores other messages.
  private mutating func supplementalInformation(_ bytes: [UInt8], _ range: Range<Int>, _ offset: UInt64) {
    _ = EmulationPrevention.removing(from: bytes, range, into: &rbsp)
    var reader = BitReader(rbsp, 1..<max(1, rbsp.count))
    do {
      while reader.bitsLeft >= 24 {
        var (type, size): (UInt32, UInt32) = (0, 0)
        try reader.ffCoded("last_payload_type_byte", &type)
        try reader.ffCoded("last_payload_size_byte", &size)
        var payload: [UInt8] = []
        try reader.bytes("sei_payload", &payload, count: Int(clamping: size))
        if type == 6 { recoveryFrameCnt = Int(try RecoveryPoint(parsing: payload).recoveryFrameCnt) }
      }
    } catch {
      record(error.inside("sei_rbsp"), offset)
    }
  }

  /// Returns temporal_id of a unit with a header extension.
  private func temporalID(_ bytes: [UInt8], _ range: Range<Int>) -> UInt8? {
    var header = NALUnitHeader()
    var reader = BitReader(bytes, range.prefix(8), policy: .lenient)
    guard (try? header.syntax(&reader)) != nil else { return nil }
    return header.svcExtension?.temporalId ?? header.mvcExtension?.temporalId ?? header.avc3DExtension?.temporalId
  }

  /// Handles a unit of another view or layer, which never starts an access unit.
  private mutating func otherView(_ bytes: [UInt8], _ range: Range<Int>) {
    guard open != nil, open?.knowsTemporalID == false else { return }
    if let id = temporalID(bytes, range) {
      open?.picture.temporalID = id
      open?.knowsTemporalID = true
    }
  }

  /// Stores an error as a finding, up to `mostFindings`.
  @inline(never) mutating func record(_ error: SyntaxError, _ offset: UInt64) {
    if findings.count >= Self.mostFindings { return }
    findings.append(
      SyntaxError(error.reason, element: error.element, bitOffset: error.bitOffset, byteOffset: offset, path: error.path))
  }
}
