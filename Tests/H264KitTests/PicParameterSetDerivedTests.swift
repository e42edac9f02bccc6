import H264Kit
import Testing

@Test func pictureSetsHaveDerivedValues() {
  var pps = PicParameterSet()
  pps.picInitQpMinus26 = -6
  pps.picInitQsMinus26 = 25
  pps.chromaQpIndexOffset = -3
  #expect(pps.initialQP == 20 && pps.initialQS == 51 && pps.sliceGroupCount == 1)
  // Without its own offset, Cr uses that of Cb.
  #expect(pps.crQpIndexOffset == -3)
  pps.extension = .init()
  pps.extension?.secondChromaQpIndexOffset = 5
  #expect(pps.crQpIndexOffset == 5)
}

@Test func sliceGroupMapsHaveNames() {
  var groups = SliceGroups()
  let names = (0...UInt8.max).compactMap { type in
    groups.sliceGroupMapType = type
    return groups.mapTypeName?.description
  }
  #expect(names == ["interleaved", "dispersed", "foreground", "box-out", "raster scan", "wipe", "explicit"])
}
