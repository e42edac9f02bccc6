import NALKit

/// Three bytes that emulation prevention keeps out of NAL units (ITU-T H.264 7.4.1, H.265 7.4.2.1).
struct ForbiddenBytes {
  /// The file offset of the first byte.
  let offset: UInt64
  /// The third byte: 0, 1 or 2.
  private let third: UInt8

  /// The first in a unit, as far as it was read; nil without any.
  /// - Parameter isFramed: whether the length of the unit is stated, so that zero bytes at its end are its own.
  init?(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8], isFramed: Bool) {
    guard let index = EmulationPrevention.firstForbidden(in: bytes, unit.range, takesEnd: isFramed) else { return nil }
    offset = unit.position.offset &+ UInt64(index - unit.range.lowerBound)
    third = bytes[index + 2]
  }

  /// The bytes in hexadecimal.
  var name: StaticString { third == 0 ? "00 00 00" : third == 1 ? "00 00 01" : "00 00 02" }
  /// What readers of a byte stream take them for.
  var meaning: StaticString { third == 0 ? "the end of the unit" : third == 1 ? "a start code" : "reserved bytes" }
}
