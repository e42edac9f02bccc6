import BitstreamKit
import NALKit
import TestSupport
import Testing

@Test(
  arguments: [
    ("B5 0031 47413934 03 C1 FF FC 9420 FF", [0], 0x94), ("B5 0031 47413934 03 42 FF FC9420 FD8080 FF", [0, 1], 0x94),
    ("B5 0031 47413934 03 41 FF FE1234 FF", [2], 0x12),
  ] as [(String, [UInt8], UInt8)]) func captionsOfATSC(_ text: String, _ types: [UInt8], _ first: UInt8) throws
{
  let data = try UserDataRegisteredITUTT35(parsing: hex(text))
  #expect(data.providerName == "ATSC")
  let captions = try #require(data.captions)
  #expect(captions.processCcDataFlag && captions.pairs.map(\.ccType) == types)
  #expect(captions.pairs.allSatisfy(\.ccValid) && captions.pairs.first?.ccData1 == first)
  #expect(captions.rest.bytes == [0xFF])
  #expect(try data.encoded() == hex(text))
}

@Test(
  arguments: [
    ("B5 003C 0001", "Samsung (HDR10+)"), ("B5 003B 00", "Dolby Laboratories"), ("B4 0050 00", "V-Nova (LCEVC)"), ("B5 0032 00", nil),
    ("B4 0031 47413934 03 41 FF FE1234 FF", nil), ("B5 00", nil), ("FF 01 0031", nil),
  ] as [(String, String?)]) func providersHaveNames(_ text: String, _ name: String?) throws
{
  let data = try UserDataRegisteredITUTT35(parsing: hex(text))
  #expect(data.providerName == name)
  #expect(data.captions == nil)
  #expect((data.ituTT35CountryCodeExtensionByte == 1) == (data.ituTT35CountryCode == 0xFF))
}

/// FFmpeg ignores captions without the marker after them.
@Test func captionsAreCarriedWithTheirMarker() throws {
  var (captions, pair) = (ATSCCaptionData(), ATSCCaptionData.Pair())
  (pair.ccValid, pair.ccData1, pair.ccData2) = (true, 0x94, 0x20)
  (captions.processCcDataFlag, captions.pairs) = (true, [pair])
  let data = try UserDataRegisteredITUTT35(captions: captions)
  #expect(try data.encoded() == hex("B5 0031 47413934 03 41 FF FC9420 FF"))
  #expect(data.captions == captions)
}

/// Captions cut short are no captions.
@Test func brokenCaptionsAreNone() throws {
  let whole = hex("B5 0031 47413934 03 42 FF FC9420 FD8080 FF")
  for length in 3..<whole.count - 1 {
    #expect(try UserDataRegisteredITUTT35(parsing: Array(whole[..<length])).captions == nil, "length \(length)")
  }
}

@Test(
  arguments: [
    ("2CA2DE09B51747DBBB55A4FE7FC2FC4E 7835", "x265", "x5"), ("DC45E9BDE6D948B7962CD820D923EEEF 78323634 00", "x264", "x264"),
    ("4D4953506D6963726F73656374696D65 1F", "MISB ST 0604 time in microseconds", nil),
    ("00000000000000000000000000000000", nil, nil), ("00000000000000000000000000000001 C3A9", nil, nil),
  ] as [(String, String?, String?)]) func userDataOfWriters(_ text: String, _ name: String?, _ says: String?) throws
{
  let data = try UserDataUnregistered(parsing: hex(text))
  #expect(data.uuidName == name)
  #expect(data.text == says)
  #expect(try data.encoded() == hex(text))
}
