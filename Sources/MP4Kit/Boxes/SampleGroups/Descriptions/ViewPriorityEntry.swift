import BitstreamKit

/// The priorities of views, in a `vipr` box.
///
/// ISO/IEC 14496-15:2022, `ViewPriorityEntry`.
public struct ViewPriorityEntry: Syntax {
  public static let structureName: StaticString = "ViewPriorityEntry"

  /// The box with its header.
  public var boxes: [UInt8] = []

  /// No box.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.restBytes("boxes", &boxes)
  }
}
