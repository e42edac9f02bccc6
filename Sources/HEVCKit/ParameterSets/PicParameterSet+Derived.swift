extension PicParameterSet {
  /// The initial slice QP, before slice_qp_delta (7-54): −48 to 51.
  public var initialQP: Int { 26 + Int(initQpMinus26) }
}
