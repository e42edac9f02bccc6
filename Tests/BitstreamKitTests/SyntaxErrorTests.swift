import BitstreamKit
import Testing

/// The path of an error in deeply nested structures is shown with both ends.
@Test func longPathsAreShortened() {
  let path = (0..<300).map { "level \($0)" }
  let error = SyntaxError(.malformed("wrong"), element: "value", path: path)
  #expect(error.path.count == 300)
  #expect(
    error.description.hasPrefix("level 0 › level 1 › ")
      && error.description.hasSuffix(
        "› level 7 › … › level 292 › "
          + (293..<300).map { "level \($0)" }.joined(separator: " › ") + ": value: wrong"),
    "\(error)")
  let short = SyntaxError(.malformed("wrong"), element: "value", path: Array(path.prefix(16)))
  #expect(!short.description.contains("…"))
}
