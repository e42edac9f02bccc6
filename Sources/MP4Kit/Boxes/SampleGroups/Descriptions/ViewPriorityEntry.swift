import BitstreamKit

/// View priorities, in a `vipr` box.
///
/// ISO/IEC 14496-15:2022, `ViewPriorityEntry`.
public struct ViewPriorityEntry: Syntax {
  public static let structureName: StaticString = "ViewPriorityEntry"

  /// The box, including its header.
  public var boxes: [UInt8] = []

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.restBytes("boxes", &boxes)
  }
}
