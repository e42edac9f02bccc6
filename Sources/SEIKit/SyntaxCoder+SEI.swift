import BitstreamKit

extension SyntaxCoder {
  /// A part that stands where a flag does not cancel it.
  public mutating func unlessCancelled<V>(
    _ flagName: StaticString, _ value: inout V?, _ initial: @autoclosure () -> V, _ body: (inout Self, inout V) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    var isCancelled = value == nil
    try flag(flagName, &isCancelled)
    try when(!isCancelled, &value, initial(), body)
  }
}
