import TestSupport
import Testing

@testable import RTMPKit

private func digest(_ bytes: [UInt8], pieces: Int = 1 << 20) -> [UInt8] {
  var hash = SHA256()
  var next = 0
  while next < bytes.count {
    let end = min(bytes.count, next + pieces)
    hash.update(bytes, next..<end)
    next = end
  }
  return hash.finish()
}

/// FIPS 180-4's own examples, and lengths around those of a block.
@Test(arguments: [
  ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
  ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  (
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
  ),
]) func knownDigests(_ text: String, _ expected: String) {
  #expect(digest(Array(text.utf8)) == hex(expected))
  #expect(digest(Array(text.utf8), pieces: 1) == hex(expected))
}

@Test func aMillionLetters() {
  let letters = [UInt8](repeating: 0x61, count: 1_000_000)
  #expect(digest(letters, pieces: 999) == hex("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"))
}

@Test(arguments: [55, 56, 63, 64, 65, 119, 120, 127, 128]) func piecesMakeNoDifference(_ length: Int) {
  let bytes = (0..<length).map { UInt8($0) }
  #expect(digest(bytes, pieces: 7) == digest(bytes))
}

/// RFC 4231, test cases 1, 2, 3 and 6, the last of which has a key that is longer than a block.
@Test func knownKeyedDigests() {
  #expect(
    SHA256.authenticate(Array("Hi There".utf8), key: [UInt8](repeating: 0x0B, count: 20))
      == hex("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"))
  #expect(
    SHA256.authenticate(Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
      == hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
  #expect(
    SHA256.authenticate([UInt8](repeating: 0xDD, count: 50), key: [UInt8](repeating: 0xAA, count: 20))
      == hex("773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"))
  #expect(
    SHA256.authenticate(
      Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8), key: [UInt8](repeating: 0xAA, count: 131))
      == hex("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"))
}
