import BitstreamKit
import HEVCKit
import TestSupport
import Testing

@Test func vpsLaws() { checkLaws(VideoParameterSet.self, seeds: 0..<6) }
@Test func spsLaws() { checkLaws(SeqParameterSet.self, seeds: 0..<6) }
@Test func ppsLaws() { checkLaws(PicParameterSet.self, seeds: 0..<6) }
@Test func scalingListLaws() { checkLaws(ScalingListData.self, seeds: 0..<3) }
@Test func extensionsLaws() {
  checkLaws(SPSRangeExtension.self, seeds: 0..<10)
  checkLaws(SPS3DExtension.self, seeds: 0..<10)
  checkLaws(PPSMultilayerExtension.self, seeds: 0..<10)
  checkLaws(PPSSCCExtension.self, seeds: 0..<10)
  checkLaws(PPS3DExtension.self, seeds: 0..<6)
  checkLaws(ColourMappingTable.self, seeds: 0..<10)
  checkLaws(VideoSignalInfo.self, seeds: 0..<10)
}

/// A sequence parameter set of a layer above the base layer.
private struct LayerSPS: Syntax {
  static let structureName: StaticString = "layer_sps"
  /// A video parameter set under each id.
  private static let sets: ParameterSets = {
    var sets = ParameterSets()
    for id in 0..<16 {
      var vps = VideoParameterSet()
      vps.vpsVideoParameterSetId = UInt8(id)
      sets.insert(vps)
    }
    return sets
  }()

  var sps = SeqParameterSet()
  init() {}
  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try sps.syntax(&c, layer: 1, sets: Self.sets)
  }
}

@Test func layerSPSLaws() { checkLaws(LayerSPS.self, seeds: 0..<6) }

@Test func repFormatLaws() { checkLaws(RepFormat.self, seeds: 0..<10) }

/// A VPS whose extension is always present.
private struct LayeredVPS: Syntax {
  static let structureName: StaticString = "layered_vps"
  var vps = VideoParameterSet()
  init() { vps.vpsExtension = .layers(VPSExtension()) }
  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.nested(&vps)
    guard vps.vpsExtension?.content != nil else { throw c._malformed("vps_extension_flag", .unsupported("no extension")) }
  }
}

/// Extensions encode to the same bits and are parsed, not kept as unknown data.
@Test func layersComeBack() throws {
  var tried = 0
  for seed: UInt64 in 0..<400 {
    var generator = Generator(seed: seed)
    guard let model = try? generator.draw(LayeredVPS.self) else { continue }
    let bytes = try model.encoded()
    #expect(try LayeredVPS(parsing: bytes) == model, "seed \(seed)")
    tried += 1
  }
  #expect(tried > 50)
}

/// Formats and dependencies of real two-layer streams: one with a larger size, one with another view.
@Test(
  .enabled(if: Places.corpus != nil),
  arguments: [("hevc/nokia_B020_multilayer.265", 7, 0x2000, 1024), ("hevc/nokia_B025_multilayer.265", 6, 0x4000, 512)])
func layersOfRealStreams(_ path: String, _ profile: UInt8, _ scalability: UInt16, _ width: Int) throws {
  var sets = ParameterSets()
  var slices = 0
  for unit in try units(of: path) {
    let read = try NALUnit(parsing: unit.bytes, sets: sets)
    sets.update(with: read)
    if case .videoParameterSet(let vps) = read.payload {
      let ext = try #require(vps.vpsExtension?.content)
      #expect(ext.scalabilityMaskFlags == scalability)
      #expect(ext.directDependencyFlags == [1])
      #expect(ext.profileTierLevels.map { $0.general?.profileIdc } == [profile])
      #expect(vps.format(layer: 1, repFormatIdx: nil)?.codedSize == PictureSize(width: width, height: width / 2))
      #expect(vps.format(layer: 2, repFormatIdx: nil) == nil)
    }
    if case .sliceSegment(let slice) = read.payload, read.header.nuhLayerId > 0 {
      // Even an IDR picture of an enhancement layer refers to the layer below.
      #expect(slice.sliceSegmentHeader.sliceHeader?.sliceType == 1)
      #expect(slice.sliceSegmentHeader.sliceHeader?.slicePicOrderCntLsb == 0)
      slices += 1
    }
  }
  #expect(slices > 0)
}
