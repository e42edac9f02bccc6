import BitstreamKit

/// Methods by which the priorities of layers (`svcP`) or views (`mvcP`) were assigned.
///
/// ISO/IEC 14496-15:2022, `SVCPriorityAssignmentBox`, `MVCViewPriorityAssignmentBox`.
public struct PriorityAssignmentBox: Box {
  public static let structureName: StaticString = "PriorityAssignmentBox"

  /// Method URIs.
  public var priorityAssignmentURIs: [TerminatedString] = []

  /// Creates a box with no methods.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let count = try c.count("method_count", priorityAssignmentURIs.count, bits: 8)
    try c.list("PriorityAssignmentURI", &priorityAssignmentURIs, count: count, atLeast: 0, TerminatedString()) {
      (c, v, _) throws(SyntaxError) in
      try c.text("PriorityAssignmentURI", &v)
    }
  }
}
