import BitstreamKit

extension SyntaxCoder {
  /// Codes a part that is present unless its cancel flag is set.
  public mutating func unlessCancelled<V>(
    _ flagName: StaticString, _ value: inout V?, _ initial: @autoclosure () -> V, _ body: (inout Self, inout V) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    var isCancelled = value == nil
    try flag(flagName, &isCancelled)
    try when(!isCancelled, &value, initial(), body)
  }
}
