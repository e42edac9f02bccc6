import BitstreamKit

/// XMP metadata. `uuid` be7acfcb-97a9-42e8-9c71-999491e3afac.
///
/// Adobe, XMP Specification Part 3, "MPEG-4".
public struct XMPBox: Box {
  public static let structureName: StaticString = "XMPBox"

  /// XMP packet: XML in UTF-8.
  public var packet = TerminatedString()

  /// Creates a box with no metadata.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.text("packet", &packet)
  }
}
