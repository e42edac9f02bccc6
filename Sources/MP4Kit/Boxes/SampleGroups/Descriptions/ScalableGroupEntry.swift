import BitstreamKit

/// A tier of scalable video.
///
/// ISO/IEC 14496-15:2022, `ScalableGroupEntry`.
public struct ScalableGroupEntry: Syntax {
  public static let structureName: StaticString = "ScalableGroupEntry"

  /// Group ID of the tier.
  public var groupID: UInt8 = 0
  /// ID of the primary group; equal to `groupID` if this entry defines the tier.
  public var primaryGroupID: UInt8 = 0
  /// Whether the pictures of the tier are IDR pictures.
  public var isTierIDR = false
  /// no_inter_layer_pred_flag of the NAL units.
  public var noInterLayerPredFlag = false
  /// use_ref_base_pic_flag of the NAL units.
  public var useRefBasePicFlag = false
  /// store_ref_base_pic_flag of the NAL units.
  public var storeBaseRepFlag = false
  /// Whether decoding can switch up to the temporal layer at these samples.
  public var isTlSwitchingPoint = false
  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Number of samples of the lower layer to decode before the switch.
  public var tlSwitchingDistance: UInt8 = 0
  /// Boxes that define the tier; only if the two group IDs are equal.
  public var boxes: [UInt8] = []

  /// Creates an entry with default values (group 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("groupID", &groupID, bits: 8)
    try c.u("primary_groupID", &primaryGroupID, bits: 8)
    try c.flag("is_tier_IDR", &isTierIDR)
    try c.flag("noInterLayerPredFlag", &noInterLayerPredFlag)
    try c.flag("useRefBasePicFlag", &useRefBasePicFlag)
    try c.flag("storeBaseRepFlag", &storeBaseRepFlag)
    try c.flag("is_tl_switching_point", &isTlSwitchingPoint)
    try c.u("reserved", &reserved, bits: 3)
    try c.u("tl_switching_distance", &tlSwitchingDistance, bits: 8)
    try c.restBytes("boxes", &boxes)
  }
}
