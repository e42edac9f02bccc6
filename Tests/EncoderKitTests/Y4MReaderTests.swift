import BitstreamKit
import EncoderKit
import Testing

private func read(_ bytes: [UInt8], pieces: Int) throws(SyntaxError) -> (Y4MHeader?, [[UInt8]]) {
  var reader = Y4MReader()
  var pictures: [[UInt8]] = []
  var start = 0
  while start < bytes.count {
    let end = min(bytes.count, start + pieces)
    var cursor = start
    while let picture = try reader.next(in: bytes, from: &cursor, to: end) { pictures.append(picture) }
    start = end
  }
  try reader.finish()
  return (reader.header, pictures)
}

private func stream(_ header: String, _ pictures: [[UInt8]], frame: String = "FRAME") -> [UInt8] {
  Array((header + "\n").utf8) + pictures.flatMap { Array((frame + "\n").utf8) + $0 }
}

@Test(arguments: [
  ("C420jpeg", 6 * 4 + 2 * 3 * 2, 8), ("C420mpeg2", 36, 8), ("C420paldv", 36, 8), ("C420", 36, 8), ("", 36, 8), ("C422", 24 + 24, 8),
  ("C444", 72, 8), ("Cmono", 24, 8), ("C411", 24 + 2 * 2 * 4, 8), ("C420p10", 72, 10), ("C422p10", 96, 10), ("C444p12", 144, 12),
  ("Cmono10", 48, 10), ("C420p16", 72, 16),
]) func everyLayoutHasItsSize(tag: String, size: Int, depth: Int) throws {
  let pictures = (0..<3).map { number in [UInt8](repeating: UInt8(number), count: size) }
  for pieces in [1, 7, 1000] {
    let (header, found) = try read(stream("YUV4MPEG2 W6 H4 F30000:1001 Ip A128:117 \(tag)", pictures), pieces: pieces)
    #expect(found == pictures)
    #expect(header?.format.byteCount == size && header?.format.pixelFormat.bitDepth == depth)
    #expect(header?.format.frameRate == ExactRatio(30000, 1001) && header?.format.pixelAspectRatio == ExactRatio(128, 117))
  }
}

@Test func oddSizesRoundUp() throws {
  let picture = [UInt8](repeating: 1, count: 5 * 3 + 2 * 3 * 2)
  #expect(try read(stream("YUV4MPEG2 W5 H3 F25:1", [picture]), pieces: 2).1 == [picture])
}

@Test func whatTheHeaderSaysIsWrittenAgain() throws {
  let line = "YUV4MPEG2 W6 H4 F25:1 It A4:3 C420p10 XCOLORRANGE=FULL XOTHER"
  let header = try Y4MHeader(parsing: Array(line.utf8))
  #expect(String(decoding: header.encoded(), as: UTF8.self) == line + "\n")
  #expect(header.format.isFullRange == true && header.format.scan == .topFieldFirst)
  #expect(try Y4MHeader(parsing: header.encoded().dropLast()) == header)
}

@Test func linesBeforePicturesMayHaveParameters() throws {
  let picture = [UInt8](repeating: 9, count: 36)
  let bytes = stream("YUV4MPEG2 W6 H4 F25:1", [picture, picture], frame: "FRAME Ixyz XFOO")
  #expect(try read(bytes, pieces: 5).1.count == 2)
}

@Test(arguments: [
  ("YUV4MPEG2 H4 F25:1\n", "W"), ("YUV4MPEG2 W6 F25:1\n", "H"), ("YUV4MPEG2 W0 H4\n", "W"), ("YUV4MPEG2 W99999 H4\n", "W"),
  ("YUV4MPEG2 Wx H4\n", "W"), ("YUV4MPEG2 W6 H4 F25\n", "F"), ("YUV4MPEG2 W6 H4 C420p7\n", "C"), ("YUV4MPEG2 W6 H4 C444alpha\n", "C"),
  ("YUV4MPEG2 W6 H4 Cfoo\n", "C"), ("YUV4MPEG2 W6 H4 Iz\n", "I"), ("RIFFxxxx\n", ""), ("Y", ""), ("", ""), ("YUV4MPEG2 W6 H4\nFRAMX", ""),
  ("YUV4MPEG2 W6 H4\nFRAMES\n", "FRAME"), ("YUV4MPEG2 W6 H4\nFRA", "FRAME"), ("YUV4MPEG2 W6 H4\nFRAME\nabc", ""),
]) func whatIsWrongIsNamed(text: String, element: String) {
  do throws(SyntaxError) {
    _ = try read(Array(text.utf8), pieces: 3)
    Issue.record("\(text) was read")
  } catch { #expect(error.element == element && error.byteOffset != nil || element == "W" || element == "H", "\(error)") }
}

@Test func anUnendingLineIsRefused() {
  let bytes = Array("YUV4MPEG2 ".utf8) + [UInt8](repeating: 0x20, count: 100_000)
  #expect(throws: SyntaxError.self) { try read(bytes, pieces: 4096) }
  #expect(throws: SyntaxError.self) { try read(Array("YUV4MPEG2 W32768 H32768 C444p16\n".utf8), pieces: 4096) }
}

/// Every prefix ends in an error or a value, and so does every flipped bit.
@Test func damageIsNoTrap() throws {
  let bytes = stream("YUV4MPEG2 W6 H4 F25:1 Ip A1:1 C420jpeg XA", [[UInt8](repeating: 7, count: 36)])
  for count in 0..<bytes.count { _ = try? read(Array(bytes.prefix(count)), pieces: 10) }
  for bit in 0..<60 * 8 {
    var damaged = bytes
    damaged[bit / 8] ^= 1 << (bit % 8)
    _ = try? read(damaged, pieces: 16)
  }
}
