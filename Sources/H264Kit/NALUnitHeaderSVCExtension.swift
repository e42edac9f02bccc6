import BitstreamKit

/// NAL unit header extension of scalable video: the layer.
///
/// ITU-T H.264 (08/2021) F.7.3.1.1 `nal_unit_header_svc_extension( )`.
public struct NALUnitHeaderSVCExtension: FastSyntax {
  public static let structureName: StaticString = "nal_unit_header_svc_extension"

  /// Whether the layer picture is an IDR picture.
  public var idrFlag = false
  /// 0 to 63; a smaller value is a higher priority.
  public var priorityId: UInt8 = 0
  /// Whether inter-layer prediction is not used.
  public var noInterLayerPredFlag = false
  /// The spatial or coarse-grain quality layer, 0 to 7.
  public var dependencyId: UInt8 = 0
  /// The quality layer, 0 to 15.
  public var qualityId: UInt8 = 0
  /// The temporal layer, 0 to 7.
  public var temporalId: UInt8 = 0
  /// Whether reference base pictures are used.
  public var useRefBasePicFlag = false
  /// Whether higher layers can be decoded without this unit.
  public var discardableFlag = false
  /// Whether the picture is output.
  public var outputFlag = false
  /// 3.
  public var reservedThree2bits: UInt8 = 3

  /// Creates a header of the base layer.
  public init() {}

  public mutating func syntax<C: ElementCoder>(_ c: inout C) throws(SyntaxError) {
    try c.flag("idr_flag", &idrFlag)
    try c.u("priority_id", &priorityId, bits: 6)
    try c.flag("no_inter_layer_pred_flag", &noInterLayerPredFlag)
    try c.u("dependency_id", &dependencyId, bits: 3)
    try c.u("quality_id", &qualityId, bits: 4)
    try c.u("temporal_id", &temporalId, bits: 3)
    try c.flag("use_ref_base_pic_flag", &useRefBasePicFlag)
    try c.flag("discardable_flag", &discardableFlag)
    try c.flag("output_flag", &outputFlag)
    try c.u("reserved_three_2bits", &reservedThree2bits, bits: 2)
  }
}
