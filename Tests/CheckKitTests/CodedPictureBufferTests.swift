import Testing

@testable import CheckKit

@Suite struct CodedPictureBufferTests {
  /// A message that compares two delays states both in ticks of the same clock.
  @Test func delaysHaveOneUnit() {
    var buffer = CodedPictureBuffer(bitRate: 90_000, size: 90_000, isConstant: false, isLossy: false)
    #expect(buffer.take(.init(bits: 9000, removalDelay: 0, initialDelay: 0.5, initialOffset: 0, startsPeriod: true)) == nil)
    let fault = buffer.take(.init(bits: 9000, removalDelay: 0.1, initialDelay: 0.9, initialOffset: 0, startsPeriod: true))
    #expect(fault == "the initial removal delay of 81000 / 90000 s is longer than the 45000 / 90000 s that the buffer has")
  }
}
