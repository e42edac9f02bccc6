import Testing

@testable import BitstreamKit

@Test(arguments: [
  ("", "", true), ("", "a", false), ("abc", "", true), ("abc", "c", true), ("abc", "abcd", false), ("aab", "ab", true),
  ("é", "\u{301}", false),
  ("a: b: c", ": ", true),
])
func textIsFound(_ text: String, _ part: String, _ isFound: Bool) { #expect(text.includes(part) == isFound) }

@Test(arguments: [
  ("", "a", "b", ""), ("aaa", "a", "bb", "bbbbbb"), ("aaa", "aa", "b", "ba"), ("it's", "'", "'\\''", "it'\\''s"), ("é-é", "é", "e", "e-e"),
  ("abc", "", "x", "abc"),
])
func textIsReplaced(_ text: String, _ part: String, _ replacement: String, _ expected: String) {
  #expect(text.substituting(part, with: replacement) == expected)
}

@Test func theLastPartIsFound() {
  #expect("a: b: c".suffix(after: ": ") == "c")
  #expect("abc".suffix(after: ": ") == nil)
  #expect("ab: ".suffix(after: ": ") == "")
}
