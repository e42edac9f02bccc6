import BitstreamKit
import MP4Kit
import TestSupport
import Testing

@Suite struct ProtectionTests {
  @Test func trackEncryption() throws {
    let box = try TrackEncryptionBox(
      parsing: hex("01000000 00 19 01 00 00112233445566778 899aabbccddeeff 10 11223344556677889900112233445566"))
    #expect((box.defaultCryptByteBlock, box.defaultSkipByteBlock, box.defaultPerSampleIVSize) == (1, 9, 0))
    #expect(box.defaultConstantIV?.count == 16)
    let old = try TrackEncryptionBox(parsing: hex("00000000 0000 01 10 7e571d047e571d047e571d047e571d04"))
    #expect(old.defaultPerSampleIVSize == 16 && old.defaultConstantIV == nil)
  }

  @Test func systems() throws {
    let box = try ProtectionSystemSpecificHeaderBox(
      parsing: hex("01000000 1077efecc0b24d02ace33c1e52e2fb4b 00000001 00112233445566778899aabbccddeeff 00000000"))
    #expect(box.kids?.count == 1)
    #expect(box.system?.name?.description == "W3C Common PSSH")
    #expect(KeySystem(hex("9a04f07998404286ab92e65be0885f95"))?.name?.description == "PlayReady")
    #expect(KeySystem(hex("edef8ba979d64acea3c827dcd51d21ed"))?.name?.description == "Widevine")
    #expect(KeySystem([UInt8](repeating: 1, count: 16))?.name == nil)
    #expect(KeySystem([1]) == nil)
  }

  @Test func samplesWithoutParts() throws {
    let box = try SampleEncryptionBox(parsing: hex("00000000 00000002 43590454f3aaa18f 43590454f3aaa190"))
    #expect(box.entries(perSampleIVSize: 8)?.map(\.initializationVector) == [hex("43590454f3aaa18f"), hex("43590454f3aaa190")])
    #expect(box.entries(perSampleIVSize: 16) == nil)
    #expect(box.entries(perSampleIVSize: 0) == nil)
    #expect(box.entries(perSampleIVSize: -1) == nil)
    #expect(box.plausibleIVSize == 8)
  }

  @Test func samplesWithParts() throws {
    let box = try SampleEncryptionBox(parsing: hex("00000002 00000002 0001 0037 0000003f 0002 0023 00000006 0001 00000002"))
    let samples = try #require(box.entries(perSampleIVSize: 0))
    #expect(samples.map(\.subsamples.count) == [1, 2])
    #expect(samples[0].subsamples[0].bytesOfClearData == 0x37 && samples[0].subsamples[0].bytesOfProtectedData == 0x3F)
    #expect(box.plausibleIVSize == 0)
  }

  /// A count that exceeds the available bytes does not allocate more than those bytes.
  @Test func samplesThatAreNotThere() throws {
    let many = try SampleEncryptionBox(parsing: hex("00000000 ffffffff 43590454f3aaa18f"))
    #expect(many.entries(perSampleIVSize: 8) == nil)
    let none = try SampleEncryptionBox(parsing: hex("00000000 ffffffff"))
    #expect(none.entries(perSampleIVSize: 0) == [])
  }

  @Test func piff() throws {
    var tree = try BoxTree(
      MemorySource(
        hex(
          "0000003c 75756964 a2394f525a9b4f14a2446c427c648df4 00000001 000001 08 000102030405060708090a0b0c0d0e0f 00000001 fd085e39758ca6c0"
        )))
    #expect(tree.findings.isEmpty)
    let box = try tree.read(PIFFSampleEncryptionBox.self, at: 0)
    #expect(box.entries(perSampleIVSize: 16)?.first?.initializationVector == hex("fd085e39758ca6c0"))
    let track = try PIFFTrackEncryptionBox(parsing: hex("00000000 000001 08 c5c971897e674646949e0cd4dd92cbd7"))
    #expect(track.defaultAlgorithmID == 1 && track.defaultIVSize == 8)
  }

  @Test func smoothStreaming() throws {
    let now = try SmoothFragmentBox(parsing: hex("01000000 00000850b37d239e 000000000002a300"))
    #expect(now.fragmentDuration == 172800 && now.fragmentAbsoluteTime == 0x850_B37D_239E)
    let next = try SmoothNextFragmentsBox(
      parsing: hex("01000000 02 00000850b37fc69e 000000000002a300 00000850b382699e 000000000002a300"))
    #expect(next.fragments.map(\.fragmentAbsoluteTime) == [0x850_B37F_C69E, 0x850_B382_699E])
  }

  @Test func auxiliaryInformation() throws {
    let sizes = try SampleAuxiliaryInformationSizesBox(parsing: hex("00000000 08 00000117"))
    #expect(sizes.defaultSampleInfoSize == 8 && sizes.sampleCount == 279 && sizes.sampleInfoSizes.isEmpty)
    let places = try SampleAuxiliaryInformationOffsetsBox(parsing: hex("01000001 63656e63 00000000 00000001 0000000100000949"))
    #expect(places.type?.auxInfoType == "cenc")
    #expect(places.offsets.map(\.offset) == [0x1_0000_0949])
  }
}
