import BitstreamKit

/// SVC extension of the sequence parameter set: parameters of scalable layers.
///
/// ITU-T H.264 (08/2021) F.7.3.2.1.4 `seq_parameter_set_svc_extension( )`.
public struct SeqParameterSetSVCExtension: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "seq_parameter_set_svc_extension"

  /// The position of the resampled reference layer relative to this layer.
  public struct ScaledRefLayer: Equatable, Sendable {
    /// The horizontal chroma phase of the reference layer; present if ChromaArrayType is not 0.
    public var seqRefLayerChromaPhaseXPlus1Flag: Bool?
    /// The vertical chroma phase of the reference layer, 0 to 2; present if ChromaArrayType is not 0.
    public var seqRefLayerChromaPhaseYPlus1: UInt8?
    /// Units of two luma samples, −2^15 to 2^15 − 1.
    public var seqScaledRefLayerLeftOffset: Int32 = 0, seqScaledRefLayerTopOffset: Int32 = 0
    /// Units of two luma samples, −2^15 to 2^15 − 1.
    public var seqScaledRefLayerRightOffset: Int32 = 0, seqScaledRefLayerBottomOffset: Int32 = 0

    /// Creates a position without offsets.
    public init() {}
  }

  /// Whether slice headers contain inter-layer deblocking filter controls.
  public var interLayerDeblockingFilterControlPresentFlag = false
  /// Where the resampling geometry is coded: 0 nowhere, 1 in this set, 2 in slice headers.
  public var extendedSpatialScalabilityIdc: UInt8 = 0
  /// Present for 4:2:0 and 4:2:2.
  public var chromaPhaseXPlus1Flag: Bool?
  /// 0 to 2; present for 4:2:0.
  public var chromaPhaseYPlus1: UInt8?
  /// Present if extended_spatial_scalability_idc is 1.
  public var scaledRefLayer: ScaledRefLayer?
  /// Whether transform coefficient levels are predicted between layers.
  public var seqTcoeffLevelPredictionFlag = false
  /// Present if seq_tcoeff_level_prediction_flag.
  public var adaptiveTcoeffLevelPredictionFlag: Bool?
  /// Whether slice header elements are omitted.
  public var sliceHeaderRestrictionFlag = false

  /// Creates an extension that uses none of its features.
  public init() {}

  /// Codes the elements of a set with this ChromaArrayType.
  public mutating func syntax(_ c: inout SyntaxCoder, chromaArrayType: UInt8) throws(SyntaxError) {
    try c.flag("inter_layer_deblocking_filter_control_present_flag", &interLayerDeblockingFilterControlPresentFlag)
    try c.u("extended_spatial_scalability_idc", &extendedSpatialScalabilityIdc, bits: 2, in: 0...2)
    try c.flag("chroma_phase_x_plus1_flag", &chromaPhaseXPlus1Flag, when: chromaArrayType == 1 || chromaArrayType == 2)
    try c.u("chroma_phase_y_plus1", &chromaPhaseYPlus1, bits: 2, in: 0...2, when: chromaArrayType == 1)
    try c.when(extendedSpatialScalabilityIdc == 1, &scaledRefLayer, .init()) { (c, r) throws(SyntaxError) in
      try c.flag("seq_ref_layer_chroma_phase_x_plus1_flag", &r.seqRefLayerChromaPhaseXPlus1Flag, when: chromaArrayType > 0)
      try c.u("seq_ref_layer_chroma_phase_y_plus1", &r.seqRefLayerChromaPhaseYPlus1, bits: 2, in: 0...2, when: chromaArrayType > 0)
      try c.se("seq_scaled_ref_layer_left_offset", &r.seqScaledRefLayerLeftOffset, in: -32768...32767)
      try c.se("seq_scaled_ref_layer_top_offset", &r.seqScaledRefLayerTopOffset, in: -32768...32767)
      try c.se("seq_scaled_ref_layer_right_offset", &r.seqScaledRefLayerRightOffset, in: -32768...32767)
      try c.se("seq_scaled_ref_layer_bottom_offset", &r.seqScaledRefLayerBottomOffset, in: -32768...32767)
    }
    try c.flag("seq_tcoeff_level_prediction_flag", &seqTcoeffLevelPredictionFlag)
    try c.flag("adaptive_tcoeff_level_prediction_flag", &adaptiveTcoeffLevelPredictionFlag, when: seqTcoeffLevelPredictionFlag)
    try c.flag("slice_header_restriction_flag", &sliceHeaderRestrictionFlag)
  }
}
