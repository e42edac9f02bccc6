import BitstreamKit
import Foundation
import MP4Kit
import TestSupport
import Testing

/// A sample grouping type, its structure, and a description with known values.
struct KnownGroup: CustomTestStringConvertible, Sendable {
  var testDescription: String { "\(type)" }
  let type: FourCC
  let bytes: [UInt8]
  let checkLaws: @Sendable () -> Void
  let text: @Sendable () throws -> String
  /// Whether models of the structure are read as it when they are descriptions of that type.
  let isReadAsItself: @Sendable () throws -> Bool

  init<S: Syntax>(_ type: FourCC, _ structure: S.Type, _ digits: String) {
    let bytes = hex(digits)
    self.type = type
    self.bytes = bytes
    checkLaws = { TestSupport.checkLaws(structure, seeds: 0..<100) }
    isReadAsItself = {
      try (0..<24).allSatisfy { (seed: UInt64) in
        var generator = Generator(seed: seed)
        guard let model = try? generator.draw(S.self) else { return true }
        let read = SampleGroupDescription(try model.encoded(), groupingType: type)
        return Mirror(reflecting: read).children.first?.value as? S == model
      }
    }
    text = {
      let encoded = try S(parsing: bytes).encoded()
      #expect(encoded == bytes)
      return "\(type) \(S.self)\n" + traceText(S.self, bytes)
    }
  }
}

/// Every sample grouping type satisfies the round-trip laws and reads bytes with known values.
@Suite struct KnownGroupsTests {
  static let groups: [KnownGroup] = [
    KnownGroup("roll", RollRecoveryEntry.self, "fffe"),
    KnownGroup("prol", RollRecoveryEntry.self, "0001"),
    KnownGroup("rap ", VisualRandomAccessEntry.self, "83"),
    KnownGroup("sap ", SAPEntry.self, "83"),
    KnownGroup("tele", TemporalLevelEntry.self, "80"),
    KnownGroup("sync", SyncSampleEntry.self, "13"),
    KnownGroup("tscl", TemporalLayerEntry.self, "02 22 60000000 900000000000 5d 03e8 01f4 01 1900"),
    KnownGroup("seig", CencSampleEncryptionInformationGroupEntry.self, "00 19 01 08 00112233445566778899aabbccddeeff"),
    KnownGroup(
      "seig", CencSampleEncryptionInformationGroupEntry.self,
      "80 19 01 0002 08 00112233445566778899aabbccddeeff 00 ffeeddccbbaa99887766554433221100 08 0102030405060708"),
    KnownGroup("rash", RateShareEntry.self, "0002 0000ffff 0032 0001ffff 0040 0000fa00 00007d00 05"),
    KnownGroup("alst", AlternativeStartupEntry.self, "0002 0001 00000010 00000020 0003 0004"),
    KnownGroup("avll", AVCLayerEntry.self, "02 01 03e8 1900"),
    KnownGroup("avss", AVCSubSequenceEntry.self, "0001 02 c0 00000064 01 03e8 1900 01 01 03 0004"),
    KnownGroup("dtrt", DecodeRetimingEntry.self, "01 0002 fff6"),
    KnownGroup("pase", ParameterSetNALUEntry.self, "0002 6742"),
    KnownGroup("scif", ScalableGroupEntry.self, "01 02 d8 03"),
    KnownGroup("mvif", MultiviewGroupEntry.self, "01 02 08 03"),
    KnownGroup("scnm", ScalableNALUMapEntry.self, "00 02 01 02"),
    KnownGroup("nalm", NALUMapEntry.self, "03 0002 0001 0005 0004 0006"),
    KnownGroup("refs", DirectReferenceSamplesList.self, "00000005 02 00000001 00000003"),
    KnownGroup("eqiv", VisualEquivalenceEntry.self, "fffe 0100"),
    KnownGroup("drap", VisualDRAPEntry.self, "40000000"),
    KnownGroup("aebr", AutoExposureBracketingEntry.self, "03 fe"),
    KnownGroup("afbr", FlashExposureBracketingEntry.self, "ff 03"),
    KnownGroup("dobr", DepthOfFieldBracketingEntry.self, "02 01"),
    KnownGroup("fobr", FocusBracketingEntry.self, "0003 0002"),
    KnownGroup("wbbr", WhiteBalanceBracketingEntry.self, "1388 fb"),
    KnownGroup("pano", PanoramaEntry.self, "0004"),
    KnownGroup("casg", CleanApertureEntry.self, "00000008 00000001 0000000a 00000001 00000002 00000001 fffffffa 00000001"),
    KnownGroup("pasr", PixelAspectRatioEntry.self, "00000004 00000003"),
    KnownGroup("stmi", SampleToMetadataItemEntry.self, "70696374 00000002 00000001 00000005"),
    KnownGroup("aud ", AUDSampleEntry.self, "00a129"),
    KnownGroup("eob ", EndOfBitstreamSampleEntry.self, "00b1"),
    KnownGroup("eos ", EndOfSequenceSampleEntry.self, "01 00a9 08a9"),
    KnownGroup("dcfi", DecodingCapabilityInformation.self, "0003 006910"),
    KnownGroup("lbli", LhvcExternalBaseLayerInfo.self, "d3 fe"),
    KnownGroup("linf", LayerInfoGroupEntry.self, "02 101701 30ab03"),
    KnownGroup("minp", VvcMixedNALUnitTypePicEntry.self, "0001 0001 0002 0c83"),
    KnownGroup(
      "oinf", OperatingPointsRecord.self,
      "0002 01 01 60000000 900000000000 5d 0001 0001 06 02 0103 0104 0140 00b4 0280 0168 53 1900 01 000f4240 0007a120"
        + "02 00 00 00 01 01 00 01"
    ),
    KnownGroup("vopi", VvcOperatingPointsRecord.self, "00 00 01 02 33 00 00 00 02 0001 0001 00 03 01 06 02 1900 01 01 01 01 00 07"),
    KnownGroup("opth", OperatingPointDecodeTimeHint.self, "fffffff6"),
    KnownGroup("pss1", PSSampleGroupEntry.self, "a0"),
    KnownGroup("spid", VvcSubpicIDEntry.self, "8001 0007 0001 0009 0002"),
    KnownGroup("spli", SubpicLevelInfoEntry.self, "33"),
    KnownGroup("spor", VvcSubpicOrderEntry.self, "8001 0002 7064 c5"),
    KnownGroup("rror", VvcRectRegionOrderEntry.self, "80 0001 0002 0007 0003 0004 0002 0007 0005 7064 c5"),
    KnownGroup("sulm", VvcSubpicLayoutMapEntry.self, "74726966 0001 0001 0002"),
    KnownGroup("trif", RectangularRegionGroupEntry.self, "0005 cc 0010 0020 0140 00b4 0001 0003"),
    KnownGroup("vipr", ViewPriorityEntry.self, "0000000e 76697072 0005 00000007"),
  ]

  @Test(arguments: groups) func everyTypeKeepsTheLaws(_ group: KnownGroup) { group.checkLaws() }

  @Test func knownBytesHaveKnownValues() throws {
    var text = ""
    for group in Self.groups {
      if case .bytes = SampleGroupDescription(group.bytes, groupingType: group.type) { Issue.record("\(group.type) is not typed") }
      #expect(try group.isReadAsItself(), "\(group.type) is read as another type")
      text += try group.text()
    }
    try Golden.check(text, "known-groups.txt")
  }

  /// A switch cannot be enumerated: its labels are read from the source.
  @Test func everyTypeThatIsReadIsKnown() throws {
    let file = Places.root.appending(path: "Sources/MP4Kit/Boxes/SampleGroups/SampleGroupDescription.swift")
    let source = try String(contentsOf: file, encoding: .utf8)
    var labels: Set<String> = []
    for line in source.split(separator: "\n") where line.contains("case \"") {
      labels.formUnion(line.matches(of: /"([^"]{4})"/).map { String($0.1) })
    }
    // Their descriptions are empty.
    let empty: Set<String> = ["tsas", "stsa"]
    #expect(labels.subtracting(empty) == Set(Self.groups.map { "\($0.type)".replacing("%20", with: " ") }))
  }
}
