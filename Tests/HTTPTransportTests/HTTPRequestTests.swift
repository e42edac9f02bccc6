import Testing

@testable import HTTPTransport

@Test func configurationsOfCurlAreQuoted() throws {
  let request = try HTTPRequest(#"https://a/"\x"#, headers: [#"A: "b\c""#])
  let lines = request.configuration(0..<10).split(separator: "\n")
  #expect(lines.contains(#"url = "https://a/\"\\x""#) && lines.contains(#"header = "A: \"b\\c\"""#))
  #expect(lines.contains("range = \"0-9\"") && lines.contains("proto-redir = \"=https\""))
  #expect(try HTTPRequest("https://me:pass@host/x@y", headers: []).name == "https://host/x@y")
  #expect(throws: (any Error).self) { try HTTPRequest("https://a/\nb", headers: []) }
  #expect(!HTTPRequest.isAddress("file:///etc/passwd") && HTTPRequest.isAddress("HTTPS://a"))
}
