import BitstreamKit
import Testing

@Test func wordsAgreeWithTheirNumber() {
  #expect(counted(0, "byte") == "0 bytes" && counted(1, "byte") == "1 byte" && counted(2, "byte") == "2 bytes")
  #expect(counted(1, "byte follows", "bytes follow") == "1 byte follows" && counted(3, "byte follows", "bytes follow") == "3 bytes follow")
  #expect(counted(UInt64.max, "sample") == "18446744073709551615 samples")
}
