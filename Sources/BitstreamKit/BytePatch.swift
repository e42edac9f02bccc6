/// A replacement of bytes in place.
public struct BytePatch: Equatable, Sendable {
  /// The offset of the bytes.
  public var offset: UInt64
  /// The current bytes.
  public var old: [UInt8]
  /// The new bytes, of the same number.
  public var new: [UInt8]

  /// Creates a patch.
  public init(offset: UInt64, old: [UInt8], new: [UInt8]) {
    self.offset = offset
    self.old = old
    self.new = new
  }
}
