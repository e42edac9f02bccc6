extension PicParameterSet {
  /// The initial slice QP, before slice_qp_delta (7-30): −36 to 51.
  public var initialQP: Int { 26 + Int(picInitQpMinus26) }
  /// The initial QS of SP and SI slices, before slice_qs_delta (7-31): 0 to 51.
  public var initialQS: Int { 26 + Int(picInitQsMinus26) }
  /// The QP index offset for Cr; defaults to that of Cb (7.4.2.2).
  public var crQpIndexOffset: Int { Int(`extension`?.secondChromaQpIndexOffset ?? chromaQpIndexOffset) }
  /// The number of slice groups, 1 to 8.
  public var sliceGroupCount: Int { Int(numSliceGroupsMinus1) + 1 }
}

extension SliceGroups {
  /// The name of slice_group_map_type (7.4.2.2); nil for an unspecified value.
  public var mapTypeName: StaticString? {
    switch sliceGroupMapType {
    case 0: "interleaved"
    case 1: "dispersed"
    case 2: "foreground"
    case 3: "box-out"
    case 4: "raster scan"
    case 5: "wipe"
    case 6: "explicit"
    default: nil
    }
  }
}
