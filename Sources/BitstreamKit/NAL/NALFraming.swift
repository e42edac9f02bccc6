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
      for shift in stride(from: 8 * (size.rawValue - 1), through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: length >> UInt64(shift)))
      }
    }
  }
}

/// A part of an access unit: one of its own units, or a generated unit.
public enum AccessUnitPiece: Sendable, Equatable {
  /// The input unit with this index.
  case unit(Int)
  /// A generated unit: a delimiter, a parameter set.
  case made([UInt8])
}

/// The position of a NAL unit in a source, without start code or length field.
public struct NALUnitPosition: Sendable, Hashable {
  /// The offset of the unit's header.
  public var offset: UInt64
  /// The size of the unit in bytes.
  public var length: UInt64

  /// Creates a position.
  public init(offset: UInt64, length: UInt64) {
    self.offset = offset
    self.length = length
  }

  /// Creates the position of a unit of a byte stream.
  public init(_ unit: AnnexBUnit) { self.init(offset: unit.offset, length: unit.length) }

  /// Creates the position of a unit of a sample at offset `sample`.
  public init(_ unit: LengthPrefixedUnit, _ size: NALLengthSize, inSampleAt sample: UInt64 = 0) {
    self.init(offset: sample &+ unit.lengthOffset &+ UInt64(size.rawValue), length: UInt64(unit.length))
  }
}

extension NALFraming {
  /// Returns an access unit of units in memory.
  /// - Parameter needsZeroByte: returns whether a unit is a parameter set, given its first byte.
  /// - Throws: if a unit is too long for its length field.
  public func accessUnit(
    _ pieces: [AccessUnitPiece], of units: [[UInt8]], needsZeroByte: (UInt8) -> Bool = { _ in false }
  ) throws(SyntaxError) -> [UInt8] {
    var bytes: [UInt8] = []
    for (place, piece) in pieces.enumerated() {
      let unit: [UInt8]
      switch piece {
      case .made(let made): unit = made
      case .unit(let index): unit = units.indices.contains(index) ? units[index] : []
      }
      try appendPrefix(of: UInt64(unit.count), isFirst: place == 0 || unit.first.map(needsZeroByte) == true, to: &bytes)
      bytes += unit
    }
    return bytes
  }

  /// Returns the size in bytes of an access unit of these pieces, assuming four-byte start codes.
  public func byteCount(_ pieces: [AccessUnitPiece], at units: [NALUnitPosition]) -> UInt64 {
    var prefix: UInt64 = 4
    if case .lengths(let size) = self { prefix = UInt64(size.rawValue) }
    return pieces.reduce(0) { sum, piece in
      switch piece {
      case .made(let made): sum &+ prefix &+ UInt64(made.count)
      case .unit(let index): sum &+ prefix &+ (units.indices.contains(index) ? units[index].length : 0)
      }
    }
  }

  /// Writes an access unit of units in a source, window by window: a unit may be larger than memory.
  /// - Throws: if reading or writing fails, the source ends inside a unit, or a unit is too long for its length field.
  public func write<Source: ByteSource, Sink: ByteSink>(
    _ pieces: [AccessUnitPiece], at units: [NALUnitPosition], from source: inout Source, to sink: inout Sink, window: Int = 1 << 16,
    needsZeroByte: (UInt8) -> Bool = { _ in false }
  ) throws(ByteError) {
    var buffer: [UInt8] = []
    var bytes: [UInt8] = []
    for (place, piece) in pieces.enumerated() {
      bytes.removeAll(keepingCapacity: true)
      switch piece {
      case .made(let made):
        try prefix(UInt64(made.count), place == 0 || made.first.map(needsZeroByte) == true, &bytes)
        try sink.write(bytes + made)
      case .unit(let index):
        guard units.indices.contains(index) else { continue }
        var (offset, left) = (units[index].offset, units[index].length)
        var isBegun = false
        repeat {
          let wanted = Int(min(left, UInt64(max(1, window))))
          try source.read(at: offset, count: wanted, into: &buffer)
          if buffer.count < wanted { throw ByteError("the source ends inside a NAL unit at \(units[index].offset)") }
          if !isBegun {
            try prefix(units[index].length, place == 0 || buffer.first.map(needsZeroByte) == true, &bytes)
            try sink.write(bytes)
            isBegun = true
          }
          try sink.write(buffer)
          offset += UInt64(wanted)
          left -= UInt64(wanted)
        } while left > 0
      }
    }
  }

  private func prefix(_ length: UInt64, _ isFirst: Bool, _ bytes: inout [UInt8]) throws(ByteError) {
    do { try appendPrefix(of: length, isFirst: isFirst, to: &bytes) } catch { throw ByteError(error.description) }
  }
}
