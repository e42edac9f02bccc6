import Testing

@Suite struct JSONCheckerTests {
  @Test(arguments: ["{}", "[]", " [1, -0.5e+3, \"a\\u00e9\\n\", {\"b\": null}, true] \n", "0", "\"é\""])
  func acceptsJSON(_ text: String) { #expect(JSONChecker.isDocument(Array(text.utf8))) }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\"}", "{\"a\":1,}", "[1 2]", "01", "1.", ".5", "nul", "\"\t\"", "\"\\x\"", "\"\\u12g4\"", "{} {}", "'a'",
  ])
  func refusesOtherText(_ text: String) { #expect(!JSONChecker.isDocument(Array(text.utf8))) }
}
