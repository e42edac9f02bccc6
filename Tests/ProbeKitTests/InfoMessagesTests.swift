import BitstreamKit
import NALKit
import TestSupport
import Testing

@testable import ProbeKit

/// Captions of pairs: type, and two bytes.
private func data(_ pairs: [(UInt8, UInt8, UInt8)], isValid: Bool = true) -> ATSCCaptionData {
  var data = ATSCCaptionData()
  data.pairs = pairs.map { type, first, second in
    var pair = ATSCCaptionData.Pair()
    (pair.ccValid, pair.ccType, pair.ccData1, pair.ccData2) = (isValid, type, first, second)
    return pair
  }
  return data
}

private func words(_ pictures: ATSCCaptionData...) -> String? {
  var captions = InfoCaptions()
  for picture in pictures { captions.take(picture) }
  return captions.item?.words
}

@Test func channelsOfCEA608AreThoseOfControlCodes() {
  #expect(words() == nil)
  // Padding and text have no channel.
  #expect(words(data([(0, 0x80, 0x80), (0, 0xC1, 0xC2)])) == "CEA-608 (empty so far)")
  // With odd parity: 0x94 0x2C is 0x14 0x2C.
  #expect(words(data([(0, 0x94, 0x2C)])) == "CEA-608 CC1")
  #expect(words(data([(0, 0x1C, 0x2C), (1, 0x15, 0x2C), (1, 0x1D, 0x2C)])) == "CEA-608 CC2, CC3, CC4")
  // Extended data of field 2 is not a channel.
  #expect(words(data([(1, 0x01, 0x03)])) == "CEA-608 (empty so far)")
  #expect(words(data([(0, 0x94, 0x2C)], isValid: false)) == nil)
}

@Test func servicesOfCEA708AreThoseWithData() {
  // A packet of 2 × 3 bytes: service 1 with 2 bytes, service 2 without data, and the end.
  #expect(words(data([(3, 0x03, 0x22), (2, 0x41, 0x42), (2, 0x40, 0x00)])) == "CEA-708 service 1")
  // Service 7 with data is an extended number.
  #expect(words(data([(3, 0x03, 0xE2), (2, 0x0A, 0x41), (2, 0x42, 0x00)])) == "CEA-708 service 10")
  #expect(words(data([(3, 0x01, 0x00)])) == "CEA-708 (empty so far)")
  // Two packets in a picture, and pairs of both standards.
  #expect(
    words(data([(0, 0x94, 0x2C), (3, 0x02, 0x21), (2, 0x41, 0x00), (3, 0x42, 0x41), (2, 0x41, 0x00)]))
      == "CEA-608 CC1; CEA-708 service 1, 2")
}

@Test func packetsThatEndEarlyOrLieAreHarmless() {
  // Data without a start, blocks longer than the packet, a packet longer than its pairs, extended numbers at the end.
  #expect(words(data([(2, 0xFF, 0xFF), (2, 0xFF, 0xFF)])) == nil)
  #expect(words(data([(3, 0x02, 0x3F), (2, 0xFF, 0xFF)])) == "CEA-708 service 1")
  #expect(words(data([(3, 0x00, 0x21)])) == "CEA-708 service 1")
  #expect(words(data([(3, 0x01, 0xE1)])) == "CEA-708 service 7")
  var generator = Generator(seed: 7)
  for _ in 0..<2000 {
    let pairs = (0..<31).map { _ in (UInt8(generator.next() % 4), UInt8(generator.next() % 256), UInt8(generator.next() % 256)) }
    var captions = InfoCaptions()
    captions.take(data(pairs))
    #expect(captions.item?.words.isEmpty != true)
  }
}

@Test func formatsFollowFromTransferAndMetadata() {
  func formats(_ hdr: InfoHDR, _ transfer: UInt8?) -> String? { hdr.item(transfer: transfer, InfoMessages())?.words }
  var light = InfoHDR()
  light.light = (1000, 400)
  #expect(formats(InfoHDR(), 1) == nil && formats(InfoHDR(), nil) == nil)
  #expect(formats(InfoHDR(), 16) == "PQ" && formats(InfoHDR(), 18) == "HLG")
  #expect(formats(light, 16) == "HDR10; content light up to 1000, 400 on average")
  #expect(formats(light, 1) == "content light up to 1000, 400 on average")
}
