import BitstreamKit

/// A tier of scalable video.
///
/// ISO/IEC 14496-15:2022, `ScalableGroupEntry`.
public struct ScalableGroupEntry: Syntax {
  public static let structureName: StaticString = "ScalableGroupEntry"

  /// The tier's group.
  public var groupID: UInt8 = 0
  /// The group in which the tier is defined: the same number there.
  public var primaryGroupID: UInt8 = 0
  /// Whether the pictures of the tier are IDR pictures.
  public var isTierIDR = false
  /// no_inter_layer_pred_flag of the NAL units.
  public var noInterLayerPredFlag = false
  /// use_ref_base_pic_flag of the NAL units.
  public var useRefBasePicFlag = false
  /// store_ref_base_pic_flag of the NAL units.
  public var storeBaseRepFlag = false
  /// Whether one can switch to the temporal layer here.
  public var isTlSwitchingPoint = false
  /// 0.
  public var reserved: UInt8 = 0
  /// For how many samples the layer below has to be decoded for that.
  public var tlSwitchingDistance: UInt8 = 0
  /// The boxes that define the tier, where the two groups are the same.
  public var boxes: [UInt8] = []

  /// Group 0.
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
