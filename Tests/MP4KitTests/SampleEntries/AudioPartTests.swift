import BitstreamKit
import MP4Kit
import TestSupport
import Testing

@Suite struct AudioPartTests {
  @Test func opus() throws {
    let box = try OpusSpecificBox(parsing: hex("00 01 0078 0000bb80 0000 00"))
    #expect((box.outputChannelCount, box.preSkip, box.inputSampleRate) == (1, 120, 48000))
    #expect(box.mapping == nil)
    let surround = try OpusSpecificBox(parsing: hex("00 06 0138 0000bb80 0000 01 04 02 000401020305"))
    #expect(surround.mapping?.channelMapping == [0, 4, 1, 2, 3, 5])
  }

  @Test func flac() throws {
    let bytes = hex("00000000 80000022 12001200 00025e00 025e0ac4 42f00000 089de916 ab021372 81386a28 174fe11b ffec")
    let box = try FLACSpecificBox(parsing: bytes)
    #expect(box.metadataBlocks.count == 1 && box.metadataBlocks[0].lastMetadataBlockFlag)
    #expect(box.sampleRate == 44100)
    #expect(box.channels == 2)
    #expect(box.bitsPerSample == 16)
    #expect(box.totalSamples == 2205)
  }

  /// A box with Dolby Atmos, one without, and one that ends before the Atmos extension.
  @Test func ac3() throws {
    let atmos = try EC3SpecificBox(parsing: hex("1800 200f00 01 10"))
    #expect(atmos.dataRate == 768)
    #expect(atmos.substreams[0].acmod == 7 && atmos.substreams[0].lfeon && atmos.substreams[0].bsid == 16)
    #expect(atmos.extension?.flagEc3ExtensionTypeA == true && atmos.extension?.complexityIndexTypeA == 16)
    let plain = try EC3SpecificBox(parsing: hex("0600 200f00"))
    #expect(plain.dataRate == 192 && plain.extension == nil)
    let dependent = try EC3SpecificBox(parsing: hex("1400 200f0202"))
    #expect(dependent.substreams[0].numDepSub == 1 && dependent.substreams[0].chanLoc == 2)
    let ac3 = try AC3SpecificBox(parsing: hex("103dc0"))
    #expect((ac3.fscod, ac3.bsid, ac3.acmod, ac3.lfeon, ac3.kilobitsPerSecond) == (0, 8, 7, true, 384))
  }

  @Test func ac4() throws {
    let box = try AC4SpecificBox(parsing: hex("20a40140 0000301f"))
    #expect((box.ac4DsiVersion, box.bitstreamVersion, box.fsIndex, box.frameRateIndex, box.nPresentations) == (1, 2, 1, 2, 1))
    #expect(box.dsi == hex("40 0000301f"))
  }

  @Test func mobile() throws {
    let damr = try AMRSpecificBox(parsing: hex("46464d50 00 81ff 00 01"))
    #expect(damr.vendor == "FFMP" && damr.modeSet == 0x81FF && damr.framesPerSample == 1)
    let d263 = try H263SpecificBox(parsing: hex("46464d50 00 0a 00"))
    #expect(d263.h263Level == 10 && d263.h263Profile == 0)
  }

  @Test func windows() throws {
    let box = try WaveFormatExBox(parsing: hex("61010200 80bb0000 803e0000 56151000 0a000088 00000f00 00000000"))
    #expect((box.formatTag, box.channels, box.samplesPerSec, box.avgBytesPerSec) == (0x161, 2, 48000, 16000))
    #expect((box.blockAlign, box.bitsPerSample, box.extra.count) == (5462, 16, 10))
  }

  @Test func channels() throws {
    let quickTime = try AudioChannelLayoutBox(parsing: hex("00000000 00650002 00000000 00000000"))
    #expect(quickTime.channelLayoutTag == 0x65_0002)
    #expect(quickTime.channelDescriptions.isEmpty)
    let old = try ChannelLayoutBox(parsing: hex("00000000 01 00 00 7e001e05 01"))
    let speakers = try #require(old.speakers(channelCount: 3))
    #expect(speakers.map(\.speakerPosition) == [0, 126, 1])
    #expect((speakers[1].azimuth, speakers[1].elevation) == (30, 5))
    #expect(old.speakers(channelCount: 4) == nil)
    let new = try ChannelLayoutBox(parsing: hex("01000000 10 02 00 02 00 01"))
    #expect(new.speakers(channelCount: 0)?.map(\.speakerPosition) == [0, 1])
    #expect(new.order?.baseChannelCount == 2)
    let known = try ChannelLayoutBox(parsing: hex("01000000 10 06 06 01 0000000000000008"))
    #expect(known.omission?.omittedChannelsMap == 8)
  }

  @Test func immersive() throws {
    let box = try IAConfigurationBox(parsing: hex("01 cf01 f806 6961"))
    #expect(box.configOBUsSize == 207)
    #expect(box.configOBUs == hex("f8066961"))
    let mha = try MHAConfigurationBox(parsing: hex("01 0b 02 0003 0b1940"))
    #expect((mha.mpegh3daProfileLevelIndication, mha.referenceChannelLayout, mha.mpegh3daConfig.count) == (11, 2, 3))
    #expect(try MHAProfileAndLevelCompatibilitySetBox(parsing: hex("0110")).compatibleSetIndications == [16])
  }

  /// Decoder parameters in the QuickTime form.
  @Test func wave() throws {
    let bytes = hex("00000032 77617665 0000000c 66726d61 696e3234 0000000c 6d703461 00000000 0000000a 656e6461 0001 00000008 00000000")
    let tree = try BoxTree(MemorySource(bytes + hex("00000008 66726565")))
    #expect(tree.findings.isEmpty)
    #expect(tree.nodes.map { "\($0.place.header.type)" } == ["wave", "frma", "mp4a", "enda", "%00%00%00%00", "free"])
  }
}
