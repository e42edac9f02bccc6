import BitstreamKit

/// The framing of NAL units in a stream or sample: the prefix of each unit.
public enum NALFraming: Sendable, Hashable {
  /// Annex B, 00 00 00 01 before every unit.
  case longStartCodes
  /// Annex B, 00 00 00 01 where required (before the first unit of an access unit and before parameter sets), 00 00 01 elsewhere.
  case shortestStartCodes
  /// Length fields, as in MP4 and FLV.
  case lengths(NALLengthSize)

  /// Appends the prefix of a unit of `length` bytes; the unit itself may follow in pieces.
  /// - Parameter isFirst: whether zero_byte is required before the start code (H.264 B.1.2, H.265 B.2.2).
  /// - Throws: if the unit is too long for its length field, or the size of the field is reserved.
  public func appendPrefix(of length: UInt64, isFirst: Bool, to bytes: inout [UInt8]) throws(SyntaxError) {
    switch self {
    case .longStartCodes: bytes += [0, 0, 0, 1]
    case .shortestStartCodes: bytes += isFirst ? [0, 0, 0, 1] : [0, 0, 1]
    case .lengths(let size):
      if size.isReserved { throw SyntaxError(.inconsistent("lengths of 3 bytes are reserved"), element: "lengthSizeMinusOne") }
      if length >> UInt64(8 * size.rawValue) != 0 {
        throw SyntaxError(.inconsistent("\(length) bytes do not fit a length of \(size.rawValue) bytes"), element: "NALUnitLength")
      }
      bytes.append(bigEndian: length, size: size.rawValue)
    }
  }
}

extension NALLengthSize {
  /// Appends a unit preceded by its length.
  /// - Throws: if the unit is too long for a length field of this size, or the size is reserved.
  public func append(_ unit: [UInt8], to sample: inout [UInt8]) throws(SyntaxError) {
    try NALFraming.lengths(self).appendPrefix(of: UInt64(unit.count), isFirst: false, to: &sample)
    sample.append(contentsOf: unit)
  }
}
