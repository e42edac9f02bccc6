/// The size of the length field before each NAL unit in MP4 and FLV (ISO/IEC 14496-15 5.3.3.1: lengthSizeMinusOne).
public struct NALLengthSize: RawRepresentable, Sendable, Hashable {
  /// 1, 2 or 4 bytes; 3 is reserved, but used by some files.
  public let rawValue: Int

  /// Creates a size of 1 to 4 bytes.
  public init?(rawValue: Int) {
    guard (1...4).contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  /// Four bytes, the most common size.
  public static let four = NALLengthSize(unchecked: 4)
  /// Whether the size is 3, which is read but never written.
  public var isReserved: Bool { rawValue == 3 }

  private init(unchecked: Int) { rawValue = unchecked }
}

extension NALLengthSize: ExpressibleByIntegerLiteral {
  /// Creates a size from a literal.
  /// - Precondition: 1 to 4. For values from a file, use `init(rawValue:)`.
  public init(integerLiteral value: Int) {
    precondition((1...4).contains(value), "a length field has 1 to 4 bytes")
    self.init(unchecked: value)
  }
}
