import BitstreamKit

/// Camera parameters that convert depth to disparity.
///
/// ITU-T H.265 (08/2021) I.7.3.2.1.7 `vps_3d_extension( )`, semantics I.7.4.3.1.7.
public struct VPS3DExtension: Equatable, Sendable {
  public static let structureName: StaticString = "vps_3d_extension"

  /// Bits of the scales' precision.
  public var cpPrecision: UInt32 = 0
  /// For each view from the second on.
  public var views: [View] = []

  /// The parameters of a view.
  public struct View: Equatable, Sendable {
    /// Present with parameters: whether slice headers hold the numbers.
    public var cpInSliceSegmentHeaderFlag: Bool?
    /// num_cp of them, 0 to 63.
    public var parameters: [Parameters] = []

    /// No parameters.
    public init() {}
  }

  /// Parameters towards another view.
  public struct Parameters: Equatable, Sendable {
    /// ViewOIdx of the other view.
    public var cpRefVoi: UInt32 = 0
    /// nil where slice headers hold the numbers.
    public var numbers: Numbers?

    /// Towards the view with index 0.
    public init() {}
  }

  /// Scales and offsets.
  public struct Numbers: Equatable, Sendable {
    /// vps_cp_scale.
    public var scale: Int32 = 0
    /// vps_cp_off.
    public var off: Int32 = 0
    /// vps_cp_inv_scale_plus_scale.
    public var invScalePlusScale: Int32 = 0
    /// vps_cp_inv_off_plus_off.
    public var invOffPlusOff: Int32 = 0

    /// Zeros.
    public init() {}
  }

  /// No views.
  public init() {}

  /// - Parameter order: ViewOIdxList: ViewOrderIdx of each view, in the order of the layers.
  mutating func syntax(_ c: inout SyntaxCoder, views order: [UInt8]) throws(SyntaxError) {
    try c.ue("cp_precision", &cpPrecision)
    try c.list("num_cp", &views, count: max(0, order.count - 1), atLeast: 6, View()) { (c, view, n) throws(SyntaxError) in
      let i = Int(order[n + 1])
      let count = try c.count("num_cp", view.parameters.count, bits: 6, at: i)
      try c.flag("cp_in_slice_segment_header_flag", &view.cpInSliceSegmentHeaderFlag, when: count > 0, at: i)
      let isHere = view.cpInSliceSegmentHeaderFlag == false
      try c.list("cp_ref_voi", &view.parameters, count: count, atLeast: 1, Parameters()) { (c, p, m) throws(SyntaxError) in
        try c.ue("cp_ref_voi", &p.cpRefVoi, at: i, m)
        let j = Int(min(p.cpRefVoi, 0xFFFF))
        try c.when(isHere, &p.numbers, Numbers()) { (c, v) throws(SyntaxError) in
          try c.se("vps_cp_scale", &v.scale, in: -0x7FFF_FFFF...0x7FFF_FFFF, at: i, j)
          try c.se("vps_cp_off", &v.off, in: -0x7FFF_FFFF...0x7FFF_FFFF, at: i, j)
          try c.se("vps_cp_inv_scale_plus_scale", &v.invScalePlusScale, in: -0x7FFF_FFFF...0x7FFF_FFFF, at: i, j)
          try c.se("vps_cp_inv_off_plus_off", &v.invOffPlusOff, in: -0x7FFF_FFFF...0x7FFF_FFFF, at: i, j)
        }
      }
    }
  }
}
