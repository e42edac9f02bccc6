import BitstreamKit

/// How the pictures of both eyes are packed in one.
///
/// ITU-T H.264 (08/2021) D.1.26 `frame_packing_arrangement( )`, semantics D.2.26.
public struct FramePackingArrangement: Syntax {
  public static let structureName: StaticString = "frame_packing_arrangement"

  /// Where samples of both pictures lie, in sixteenths of the distance between luma samples.
  public struct GridPosition: Equatable, Sendable {
    /// 0 to 15.
    public var frame0GridPositionX: UInt8 = 0, frame0GridPositionY: UInt8 = 0
    /// 0 to 15.
    public var frame1GridPositionX: UInt8 = 0, frame1GridPositionY: UInt8 = 0

    /// All at the first.
    public init() {}
  }

  /// What stands behind the cancel flag.
  public struct Content: Equatable, Sendable {
    /// 0 checkerboard, 1 columns, 2 rows, 3 side by side, 4 top and bottom, 5 one after the other, 6 two-dimensional, 7 tiles.
    public var framePackingArrangementType: UInt8 = 3
    /// Whether the samples of each picture lie in a quincunx.
    public var quincunxSamplingFlag = false
    /// 0 unspecified, 1 frame 0 is for the left eye, 2 for the right.
    public var contentInterpretationType: UInt8 = 0
    /// Whether one of the pictures is flipped.
    public var spatialFlippingFlag = false
    /// Whether it is picture 0.
    public var frame0FlippedFlag = false
    /// Whether fields are views.
    public var fieldViewsFlag = false
    /// With type 5: whether this picture is frame 0.
    public var currentFrameIsFrame0Flag = false
    /// Whether frame 0 is predicted from itself alone.
    public var frame0SelfContainedFlag = false
    /// Whether frame 1 is predicted from itself alone.
    public var frame1SelfContainedFlag = false
    /// Without quincunx_sampling_flag, for types other than 5.
    public var gridPosition: GridPosition?
    /// 0.
    public var framePackingArrangementReservedByte: UInt8 = 0
    /// 0 for this picture, 1 until further notice, else the pictures it holds for: 0 to 16384.
    public var framePackingArrangementRepetitionPeriod: UInt32 = 0

    /// Side by side.
    public init() {}
  }

  /// What the arrangement is for.
  public var framePackingArrangementId: UInt32 = 0
  /// nil with frame_packing_arrangement_cancel_flag: what was said before is off.
  public var content: Content?
  /// False.
  public var framePackingArrangementExtensionFlag = false

  /// Cancels.
  public init() {}

  @inlinable public mutating func syntax<C: SyntaxCoder>(_ c: inout C) throws(SyntaxError) {
    try c.ue("frame_packing_arrangement_id", &framePackingArrangementId)
    try c.unlessCancelled("frame_packing_arrangement_cancel_flag", &content, .init()) { (c, v) throws(SyntaxError) in
      try c.u("frame_packing_arrangement_type", &v.framePackingArrangementType, bits: 7)
      try c.flag("quincunx_sampling_flag", &v.quincunxSamplingFlag)
      try c.u("content_interpretation_type", &v.contentInterpretationType, bits: 6)
      try c.flag("spatial_flipping_flag", &v.spatialFlippingFlag)
      try c.flag("frame0_flipped_flag", &v.frame0FlippedFlag)
      try c.flag("field_views_flag", &v.fieldViewsFlag)
      try c.flag("current_frame_is_frame0_flag", &v.currentFrameIsFrame0Flag)
      try c.flag("frame0_self_contained_flag", &v.frame0SelfContainedFlag)
      try c.flag("frame1_self_contained_flag", &v.frame1SelfContainedFlag)
      let hasGrid = !v.quincunxSamplingFlag && v.framePackingArrangementType != 5
      try c.when(hasGrid, &v.gridPosition, .init()) { (c, g) throws(SyntaxError) in
        try c.u("frame0_grid_position_x", &g.frame0GridPositionX, bits: 4)
        try c.u("frame0_grid_position_y", &g.frame0GridPositionY, bits: 4)
        try c.u("frame1_grid_position_x", &g.frame1GridPositionX, bits: 4)
        try c.u("frame1_grid_position_y", &g.frame1GridPositionY, bits: 4)
      }
      try c.u("frame_packing_arrangement_reserved_byte", &v.framePackingArrangementReservedByte, bits: 8)
      try c.ue("frame_packing_arrangement_repetition_period", &v.framePackingArrangementRepetitionPeriod, in: 0...16384)
    }
    try c.flag("frame_packing_arrangement_extension_flag", &framePackingArrangementExtensionFlag)
  }
}

extension FramePackingArrangement: SEIPayloadStructure {
  @inlinable public init?(_ payload: SEIPayload) {
    guard case .framePackingArrangement(let value) = payload else { return nil }
    self = value
  }

  @inlinable public var payload: SEIPayload { .framePackingArrangement(self) }
}
