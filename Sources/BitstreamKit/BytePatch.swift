/// A few bytes that become others where they stand.
public struct BytePatch: Equatable, Sendable {
  /// Where they stand.
  public var offset: UInt64
  /// What stands there.
  public var old: [UInt8]
  /// What shall; as many bytes.
  public var new: [UInt8]

  /// A change of bytes at a place.
  public init(offset: UInt64, old: [UInt8], new: [UInt8]) {
    self.offset = offset
    self.old = old
    self.new = new
  }
}
