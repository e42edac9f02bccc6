import BitstreamKit

/// The header of a box: its type and size.
///
/// ISO/IEC 14496-12:2022, 4.2.2 `BoxHeader`.
public struct BoxHeader: Equatable, Sendable {
  /// The encoding of the size.
  public enum SizeForm: UInt8, Sendable {
    /// In 32 bits.
    case compact
    /// In 64 bits; the 32-bit field is 1.
    case large
    /// Not coded: the box extends to the end of its parent or of the file.
    case toEnd
  }

  /// The 16-byte extended type of a `uuid` box.
  public struct UserType: Hashable, Sendable, CustomStringConvertible {
    /// The first eight bytes.
    public var high: UInt64
    /// The last eight bytes.
    public var low: UInt64

    /// A user type from two 64-bit halves.
    public init(_ high: UInt64, _ low: UInt64) {
      self.high = high
      self.low = low
    }

    /// The text form of RFC 9562: `a5d40b30-e814-11dd-ba2f-0800200c9a66`.
    public var description: String {
      var text = ""
      for (index, half) in [high, low].enumerated() {
        for nibble in 0..<16 {
          let place = index * 16 + nibble
          if place == 8 || place == 12 || place == 16 || place == 20 { text += "-" }
          text += String(half >> UInt64(60 - 4 * nibble) & 15, radix: 16)
        }
      }
      return text
    }
  }

  /// The box type; `uuid` if `userType` holds the extended type.
  public var type: FourCC
  /// The extended type of a `uuid` box; nil for any other type.
  public var userType: UserType?
  /// The encoding of the size.
  public var form: SizeForm
  /// The coded size in bytes, header included; 0 if it is not coded.
  public var size: UInt64

  /// Creates a header. `size` is in bytes and includes the header.
  public init(_ type: FourCC, size: UInt64 = 0, form: SizeForm = .compact, userType: UserType? = nil) {
    self.type = type
    self.size = size
    self.form = form
    self.userType = userType
  }

  /// The size of the header: 8, 16, 24 or 32 bytes.
  public var byteCount: Int { 8 + (form == .large ? 8 : 0) + (userType == nil ? 0 : 16) }

  /// The encoded header.
  public var encoded: [UInt8] {
    var writer = BitWriter()
    writer.put(form == .compact ? size & 0xFFFF_FFFF : form == .large ? 1 : 0, 32)
    writer.put(UInt64(type.rawValue), 32)
    if form == .large { writer.put(size, 64) }
    if let userType {
      writer.put(userType.high, 64)
      writer.put(userType.low, 64)
    }
    return writer.finish()
  }

  /// Parses the header at `index` of `bytes`. Returns nil if `count` bytes are too few for it.
  public init?(_ bytes: [UInt8], at index: Int, count: Int) {
    guard count >= 8 else { return nil }
    let word = bytes.bigEndian64(at: index)
    type = FourCC(rawValue: UInt32(truncatingIfNeeded: word))
    size = word >> 32
    form = size == 1 ? .large : size == 0 ? .toEnd : .compact
    var next = 8
    if form == .large {
      guard count >= 16 else { return nil }
      size = bytes.bigEndian64(at: index + 8)
      next = 16
    }
    if type == "uuid" {
      guard count >= next + 16 else { return nil }
      userType = UserType(bytes.bigEndian64(at: index + next), bytes.bigEndian64(at: index + next + 8))
    }
  }

  /// The size of the longest header in bytes.
  public static let longest = 32
}
