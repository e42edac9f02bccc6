import BitstreamKit
import Testing

@testable import ProbeKit

@Suite struct FrameRateTextTests {
  @Test(arguments: [
    ("25", 25, 1), ("29.97", 30000, 1001), ("23.976", 24000, 1001), ("23.98", 24000, 1001), ("30000/1001", 30000, 1001), ("12.5", 25, 2),
    ("0.125", 1, 8), ("1048575", 1_048_575, 1), ("50/2", 50, 2), ("4294967295/4294967295", 4_294_967_295, 4_294_967_295),
  ])
  func ratesAreExact(text: String, numerator: UInt64, denominator: UInt64) {
    let rate = ExactRatio(frameRate: text)
    #expect(rate?.numerator == numerator && rate?.denominator == denominator, "\(String(describing: rate))")
  }

  @Test(arguments: [
    "", "0", "0.0", "0/1", "1/0", "/", "25/", "/25", "1/2/3", ".", "1.", ".5", "1.2.3", "1.2345", "-25", "1048576", "4294967296/1",
    "1/4294967296", "x", "25 ", "２５",
  ])
  func otherTextIsNone(text: String) { #expect(ExactRatio(frameRate: text) == nil) }
}
