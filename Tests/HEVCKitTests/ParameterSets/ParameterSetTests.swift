import BitstreamKit
import HEVCKit
import TestSupport
import Testing

@Test func vpsLaws() { checkLaws(VideoParameterSet.self, seeds: 0..<12) }
@Test func spsLaws() { checkLaws(SeqParameterSet.self, seeds: 0..<12) }
@Test func ppsLaws() { checkLaws(PicParameterSet.self, seeds: 0..<12) }
@Test func scalingListLaws() { checkLaws(ScalingListData.self, seeds: 0..<3) }
@Test func extensionsLaws() {
  checkLaws(SPSRangeExtension.self, seeds: 0..<10)
  checkLaws(SPS3DExtension.self, seeds: 0..<10)
  checkLaws(PPSMultilayerExtension.self, seeds: 0..<10)
  checkLaws(PPSSCCExtension.self, seeds: 0..<10)
}

/// The form that sets take in layers above the base layer.
private struct LayerSPS: Syntax {
  static let structureName: StaticString = "layer_sps"
  var sps = SeqParameterSet()
  init() {}
  mutating func syntax<C: SyntaxCoder>(_ c: inout C) throws(SyntaxError) {
    var sets = ParameterSets()
    for id in 0..<16 {
      var vps = VideoParameterSet()
      vps.vpsVideoParameterSetId = UInt8(id)
      sets.insert(vps)
    }
    try sps.syntax(&c, layer: 1, sets: sets)
  }
}

@Test func layerSPSLaws() { checkLaws(LayerSPS.self, seeds: 0..<12) }
