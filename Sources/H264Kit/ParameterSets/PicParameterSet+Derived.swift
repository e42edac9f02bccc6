extension PicParameterSet {
  /// The quantiser that slices start from, before slice_qp_delta (7-30): −36 to 51.
  public var initialQP: Int { 26 + Int(picInitQpMinus26) }
  /// The quantiser of SP and SI slices, before slice_qs_delta (7-31): 0 to 51.
  public var initialQS: Int { 26 + Int(picInitQsMinus26) }
  /// The offset for Cr, that of Cb where it has none of its own (7.4.2.2).
  public var crQpIndexOffset: Int { Int(`extension`?.secondChromaQpIndexOffset ?? chromaQpIndexOffset) }
  /// How many slice groups there are, 1 to 8.
  public var sliceGroupCount: Int { Int(numSliceGroupsMinus1) + 1 }
}

extension SliceGroups {
  /// What slice_group_map_type means (7.4.2.2); nil for a number that the specification does not know.
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
