import BitstreamKit

/// Cropping of a picture, in chroma samples (luma samples without chroma subsampling).
///
/// ITU-T H.265 (08/2021) 7.3.2.2.1 and E.2.1, F.7.3.2.1.2: conformance window, default display window.
public struct Window: Equatable, Sendable {
  /// Samples at the left edge, and so on.
  public var leftOffset: UInt32 = 0
  /// Samples at the right edge.
  public var rightOffset: UInt32 = 0
  /// Samples at the upper edge.
  public var topOffset: UInt32 = 0
  /// Samples at the lower edge.
  public var bottomOffset: UInt32 = 0

  /// Creates a window that crops nothing.
  public init() {}

  /// The kind of a window, which determines its element names.
  public enum Kind: Sendable {
    /// conf_win_left_offset and so on.
    case conformance
    /// def_disp_win_left_offset and so on.
    case display
    /// conf_win_vps_left_offset and so on.
    case conformanceInVPS
  }

  public mutating func syntax(_ c: inout SyntaxCoder, _ kind: Kind) throws(SyntaxError) {
    let names: (StaticString, StaticString, StaticString, StaticString) =
      switch kind {
      case .conformance: ("conf_win_left_offset", "conf_win_right_offset", "conf_win_top_offset", "conf_win_bottom_offset")
      case .display: ("def_disp_win_left_offset", "def_disp_win_right_offset", "def_disp_win_top_offset", "def_disp_win_bottom_offset")
      case .conformanceInVPS:
        ("conf_win_vps_left_offset", "conf_win_vps_right_offset", "conf_win_vps_top_offset", "conf_win_vps_bottom_offset")
      }
    try c.ue(names.0, &leftOffset, in: 0...65535)
    try c.ue(names.1, &rightOffset, in: 0...65535)
    try c.ue(names.2, &topOffset, in: 0...65535)
    try c.ue(names.3, &bottomOffset, in: 0...65535)
  }
}
