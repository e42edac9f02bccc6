import BitstreamKit

/// Value of a metadata item, decoded by its type.
public enum MetadataValue: Equatable, Sendable {
  /// Text, from UTF-8 or UTF-16.
  case text(String)
  /// A signed integer.
  case integer(Int64)
  /// An unsigned integer.
  case unsigned(UInt64)
  /// A floating-point number.
  case number(Double)
  /// Index and total count of `trkn` and `disk`; 0 if unknown.
  case position(of: UInt16, in: UInt16)
  /// A picture and its data.
  case picture(MetadataPicture, [UInt8])
  /// Raw bytes of any other type.
  case bytes([UInt8])
}

/// Image format of a metadata picture.
public enum MetadataPicture: Equatable, Sendable {
  /// JPEG (ITU-T T.81).
  case jpeg
  /// PNG (ISO/IEC 15948).
  case png
  /// Windows bitmap.
  case bmp
  /// GIF.
  case gif
}

extension MetadataValueBox {
  /// Decodes the value by its type, or by the item if the type is 0 (implicit).
  /// - Parameter item: type of the enclosing box, e.g. `©nam`, `trkn`, `covr`.
  public func metadata(of item: FourCC) -> MetadataValue {
    if typeSet != 0 { return .bytes(value) }
    switch type {
    case 0: return impliedValue(item)
    case 1, 4: return .text(String(decoding: value, as: UTF8.self))
    case 2, 5: return utf16Text
    case 12: return .picture(.gif, value)
    case 13: return .picture(Self.sniff(value) ?? .jpeg, value)
    case 14: return .picture(Self.sniff(value) ?? .png, value)
    case 27: return .picture(.bmp, value)
    case 21, 65, 66, 67, 74: return value.isEmpty || value.count > 8 ? .bytes(value) : .integer(signed)
    case 22, 75, 76, 77, 78: return value.isEmpty || value.count > 8 ? .bytes(value) : .unsigned(unsigned)
    case 23:
      return value.count == 4 ? .number(Double(Float(bitPattern: UInt32(truncatingIfNeeded: unsigned)))) : .bytes(value)
    case 24: return value.count == 8 ? .number(Double(bitPattern: unsigned)) : .bytes(value)
    default: return .bytes(value)
    }
  }

  private func impliedValue(_ item: FourCC) -> MetadataValue {
    switch item {
    case "trkn", "disk":
      guard value.count >= 6 else { return .bytes(value) }
      return .position(of: UInt16(value[2]) << 8 | UInt16(value[3]), in: UInt16(value[4]) << 8 | UInt16(value[5]))
    case "gnre":
      guard value.count == 2, let name = MetadataGenre.name(Int(unsigned) - 1) else { return .bytes(value) }
      return .text(name)
    case "tmpo", "cpil", "pgap", "pcst", "rtng", "stik", "hdvd", "tvsn", "tves", "akID", "cnID", "sfID", "geID", "atID", "cmID", "plID":
      return value.isEmpty || value.count > 8 ? .bytes(value) : .integer(signed)
    case "covr": return Self.sniff(value).map { .picture($0, value) } ?? .bytes(value)
    default: return .bytes(value)
    }
  }

  private var utf16Text: MetadataValue {
    var units: [UInt16] = []
    var at = 0
    while at + 1 < value.count {
      units.append(UInt16(value[at]) << 8 | UInt16(value[at + 1]))
      at += 2
    }
    return .text(String(decoding: units, as: UTF16.self))
  }

  /// At most the first eight bytes as a big-endian number.
  private var unsigned: UInt64 {
    var number: UInt64 = 0
    for byte in value.prefix(8) { number = number << 8 | UInt64(byte) }
    return number
  }

  private var signed: Int64 {
    let unused = UInt64(64 - 8 * min(8, value.count))
    return value.isEmpty ? 0 : Int64(bitPattern: unsigned << unused) >> Int64(unused)
  }

  /// Detects the image format from its first bytes, because writers mislabel picture types.
  private static func sniff(_ bytes: [UInt8]) -> MetadataPicture? {
    guard bytes.count >= 4 else { return nil }
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (0xFF, 0xD8, 0xFF, _): return .jpeg
    case (0x89, 0x50, 0x4E, 0x47): return .png
    case (0x47, 0x49, 0x46, 0x38): return .gif
    case (0x42, 0x4D, _, _): return .bmp
    default: return nil
    }
  }
}
