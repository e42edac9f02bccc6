import BitstreamKit

/// The part of `frame_packing_arrangement( )` after its cancel flag that is common to both standards: how the views of both eyes are
/// packed in one picture.
///
/// ITU-T H.264 (08/2021) D.1.26, semantics D.2.26; ITU-T H.265 (08/2021) D.2, semantics D.3. The persistence of the message differs.
public struct FramePacking: Equatable, Sendable {
  /// The sample positions of both constituent frames, in sixteenths of the luma sample spacing.
  public struct GridPosition: Equatable, Sendable {
    /// 0 to 15.
    public var frame0GridPositionX: UInt8 = 0, frame0GridPositionY: UInt8 = 0
    /// 0 to 15.
    public var frame1GridPositionX: UInt8 = 0, frame1GridPositionY: UInt8 = 0

    /// All zero.
    public init() {}
  }

  /// 3 side by side, 4 top and bottom, 5 temporal interleaving; in H.264 also 0 checkerboard, 1 columns, 2 rows, 6 two-dimensional, 7
  /// tiles.
  public var framePackingArrangementType: UInt8 = 3
  /// Whether each constituent frame is quincunx sampled.
  public var quincunxSamplingFlag = false
  /// 0 unspecified, 1 frame 0 is the left view, 2 frame 0 is the right view.
  public var contentInterpretationType: UInt8 = 0
  /// Whether one of the constituent frames is flipped.
  public var spatialFlippingFlag = false
  /// Whether the flipped frame is frame 0.
  public var frame0FlippedFlag = false
  /// Whether the fields are the views.
  public var fieldViewsFlag = false
  /// For type 5: whether this picture is frame 0.
  public var currentFrameIsFrame0Flag = false
  /// Whether frame 0 is predicted from frame 0 only.
  public var frame0SelfContainedFlag = false
  /// Whether frame 1 is predicted from frame 1 only.
  public var frame1SelfContainedFlag = false
  /// Present without quincunx_sampling_flag, for types other than 5.
  public var gridPosition: GridPosition? = GridPosition()
  /// 0.
  public var framePackingArrangementReservedByte: UInt8 = 0

  /// Side by side.
  public init() {}

  /// Codes the elements from frame_packing_arrangement_type to frame_packing_arrangement_reserved_byte.
  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("frame_packing_arrangement_type", &framePackingArrangementType, bits: 7)
    try c.flag("quincunx_sampling_flag", &quincunxSamplingFlag)
    try c.u("content_interpretation_type", &contentInterpretationType, bits: 6)
    try c.flag("spatial_flipping_flag", &spatialFlippingFlag)
    try c.flag("frame0_flipped_flag", &frame0FlippedFlag)
    try c.flag("field_views_flag", &fieldViewsFlag)
    try c.flag("current_frame_is_frame0_flag", &currentFrameIsFrame0Flag)
    try c.flag("frame0_self_contained_flag", &frame0SelfContainedFlag)
    try c.flag("frame1_self_contained_flag", &frame1SelfContainedFlag)
    let hasGrid = !quincunxSamplingFlag && framePackingArrangementType != 5
    try c.when(hasGrid, &gridPosition, .init()) { (c, g) throws(SyntaxError) in
      try c.u("frame0_grid_position_x", &g.frame0GridPositionX, bits: 4)
      try c.u("frame0_grid_position_y", &g.frame0GridPositionY, bits: 4)
      try c.u("frame1_grid_position_x", &g.frame1GridPositionX, bits: 4)
      try c.u("frame1_grid_position_y", &g.frame1GridPositionY, bits: 4)
    }
    try c.u("frame_packing_arrangement_reserved_byte", &framePackingArrangementReservedByte, bits: 8)
  }
}
