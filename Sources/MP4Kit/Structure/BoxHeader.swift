import BitstreamKit

/// The header of a box: its type and how far it reaches.
///
/// ISO/IEC 14496-12:2022, 4.2.2 `BoxHeader`.
public struct BoxHeader: Equatable, Sendable {
  /// How the size is coded.
  public enum SizeForm: UInt8, Sendable {
    /// In 32 bits.
    case compact
    /// In 64 bits, behind the number 1.
    case large
    /// Not at all: the box reaches to the end of what it stands in.
    case toEnd
  }

  /// The sixteen bytes that name a box of type `uuid`.
  public struct UserType: Hashable, Sendable, CustomStringConvertible {
    /// The first eight bytes.
    public var high: UInt64
    /// The last eight bytes.
    public var low: UInt64

    /// The name of two numbers.
    public init(_ high: UInt64, _ low: UInt64) {
      self.high = high
      self.low = low
    }

    /// In the form of RFC 9562: `a5d40b30-e814-11dd-ba2f-0800200c9a66`.
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

  /// Four bytes; `uuid` for a box that `userType` names.
  public var type: FourCC
  /// The name of a box of type `uuid`; nil for any other.
  public var userType: UserType?
  /// How the size is coded.
  public var form: SizeForm
  /// The size as coded, header and all; 0 where it is not.
  public var size: UInt64

  /// A header of a box of `size` bytes, header and all, in the shortest form.
  public init(_ type: FourCC, size: UInt64 = 0, form: SizeForm = .compact, userType: UserType? = nil) {
    self.type = type
    self.size = size
    self.form = form
    self.userType = userType
  }

  /// 8, 16, 24 or 32 bytes.
  public var byteCount: Int { 8 + (form == .large ? 8 : 0) + (userType == nil ? 0 : 16) }

  /// The header's bytes.
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

  /// The header that stands at `index` of `bytes`; nil where they end before it does.
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

  /// The longest header.
  public static let longest = 32
}
