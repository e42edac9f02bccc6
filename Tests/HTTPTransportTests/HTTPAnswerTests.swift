import Testing

@testable import HTTPTransport

@Test func versionsAreToldApart() throws {
  func validator(_ headers: String) throws -> HTTPAnswer.Validator {
    try #require(HTTPAnswer(Array("HTTP/1.1 206 Part\r\n\(headers)\r\n".utf8))).validator
  }
  let versions = try ["", "ETag: \"a\"\r\n", "ETag: W/\"a\"\r\n", "Last-Modified: x\r\n", "etag: \"b\"\r\nlast-modified: x\r\n"].map(
    validator)
  let different = versions.map { a in versions.map { b in a.differs(from: b) } }
  #expect(different.flatMap { $0 }.filter { $0 }.count == 2)
  #expect(different[1][4] && different[4][1])
  #expect(try validator("Last-Modified: y\r\n").differs(from: versions[4]))
}

@Test func answersAreParsedAfterRedirects() throws {
  let text = "HTTP/1.1 302 Found\r\nLocation: /b\r\n\r\nHTTP/2 206 \r\ncontent-range: bytes 5-9/100\r\n\r\nabcde"
  let answer = try #require(HTTPAnswer(Array(text.utf8)))
  #expect(answer.status == 206 && answer.part == HTTPAnswer.Part(first: 5, last: 9, total: 100))
  #expect(String(text.utf8.dropFirst(answer.bodyStart)) == "abcde")
  // Incomplete at every length before.
  for count in 0..<answer.bodyStart { #expect(HTTPAnswer(Array(text.utf8.prefix(count))) == nil) }
  #expect(HTTPAnswer(Array("HTTP/1.1 416 No\r\nContent-Range: bytes */0\r\n\r\n".utf8))?.unsatisfiedTotal == 0)
  for range in ["bytes 9-5/100", "bytes 5-9/*", "bytes 5-100/100", "bytes -9/10", "items 0-1/2", "bytes 0-99999999999999999999/1"] {
    #expect(HTTPAnswer(Array("HTTP/1.1 206 Part\r\nContent-Range: \(range)\r\n\r\n".utf8))?.part == nil, "\(range)")
  }
}
