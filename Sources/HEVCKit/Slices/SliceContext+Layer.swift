extension SliceContext {
  /// The VPS values that slices of a layer above the base layer depend on.
  public struct Layer: Equatable, Sendable {
    /// NumDirectRefLayers[ nuh_layer_id ].
    public var numDirectRefLayers = 0
    /// For each layer of IdDirectRefLayer[ nuh_layer_id ], in 3D-HEVC of IdRefListLayer[ nuh_layer_id ]: the highest TemporalId of pictures
    /// that may refer to it.
    public var referenceTemporalIds: [UInt8] = []
    /// poc_lsb_not_present_flag[ LayerIdxInVps[ nuh_layer_id ] ].
    public var pocLsbNotPresentFlag = false
    /// default_ref_layers_active_flag.
    public var defaultRefLayersActiveFlag = false
    /// max_one_active_ref_layer_flag.
    public var maxOneActiveRefLayerFlag = false
    /// Present in 3D-HEVC, which vps_3d_extension( ) signals.
    public var threeD: ThreeD?

    /// A layer that depends on no other.
    public init() {}
  }

  /// The VPS values that only slices of 3D-HEVC depend on.
  ///
  /// ITU-T H.265 (08/2021) I.7.4.3.1.1, I.7.4.7.1.
  public struct ThreeD: Equatable, Sendable {
    /// DepthFlag.
    public var isDepth = false
    /// The highest TemporalId of pictures for which the other component is available, −1 for none: in texture layers the depth component of
    /// the view of each layer of `referenceTemporalIds`, in depth layers the texture component of the same view alone.
    public var componentTemporalIds: [Int8] = []
    /// cp_ref_voi[ ViewIdx ] if cp_in_slice_segment_header_flag[ ViewIdx ], otherwise empty.
    public var cpRefVoi: [UInt32] = []

    /// A texture layer.
    public init() {}
  }
}

extension SPS3DExtension {
  /// Whether a tool of depth or texture layers uses the other component.
  func usesOtherComponent(_ isDepth: Bool) -> Bool {
    isDepth
      ? intraContourEnabledFlag || cqtCuPartPredEnabledFlag || texMcEnabledFlag : vspMcEnabledFlag || dbbpEnabledFlag || depthRefEnabledFlag
  }
}
