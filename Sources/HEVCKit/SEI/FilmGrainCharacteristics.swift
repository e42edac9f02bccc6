import BitstreamKit
import NALKit

/// Film grain characteristics: film grain to synthesise in the decoded pictures.
///
/// ITU-T H.265 (08/2021) D.2 `film_grain_characteristics( )`, semantics D.3.
public struct FilmGrainCharacteristics: Syntax {
  public static let structureName: StaticString = "film_grain_characteristics"

  /// Elements present if separate_colour_description_present_flag.
  public struct ColourDescription: Equatable, Sendable {
    /// 0 to 7.
    public var filmGrainBitDepthLumaMinus8: UInt8 = 0
    /// 0 to 7.
    public var filmGrainBitDepthChromaMinus8: UInt8 = 0
    /// Same semantics as in the VUI.
    public var filmGrainFullRangeFlag = false
    /// Same semantics as in the VUI.
    public var filmGrainColourPrimaries: UInt8 = 2, filmGrainTransferCharacteristics: UInt8 = 2, filmGrainMatrixCoeffs: UInt8 = 2

    /// Creates 8-bit samples with unspecified colours.
    public init() {}
  }

  /// Elements present if the cancel flag is 0.
  public struct Content: Equatable, Sendable {
    /// 0 frequency filtering, 1 autoregression model.
    public var filmGrainModelId: UInt8 = 0
    /// nil without separate_colour_description_present_flag.
    public var colourDescription: ColourDescription?
    /// The grain model.
    public var model = FilmGrainModel()
    /// Whether it applies until cancelled or replaced, or only to this picture.
    public var filmGrainCharacteristicsPersistenceFlag = false

    /// Creates content without grain.
    public init() {}
  }

  /// nil if film_grain_characteristics_cancel_flag: cancels the previous message.
  public var content: Content?

  /// Creates a cancelling message.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.unlessCancelled("film_grain_characteristics_cancel_flag", &content, .init()) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
  }
}

extension FilmGrainCharacteristics.Content {
  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("film_grain_model_id", &filmGrainModelId, bits: 2, in: 0...1)
    try c.optional("separate_colour_description_present_flag", &colourDescription, .init()) { (c, d) throws(SyntaxError) in
      try c.u("film_grain_bit_depth_luma_minus8", &d.filmGrainBitDepthLumaMinus8, bits: 3)
      try c.u("film_grain_bit_depth_chroma_minus8", &d.filmGrainBitDepthChromaMinus8, bits: 3)
      try c.flag("film_grain_full_range_flag", &d.filmGrainFullRangeFlag)
      try c.u("film_grain_colour_primaries", &d.filmGrainColourPrimaries, bits: 8)
      try c.u("film_grain_transfer_characteristics", &d.filmGrainTransferCharacteristics, bits: 8)
      try c.u("film_grain_matrix_coeffs", &d.filmGrainMatrixCoeffs, bits: 8)
    }
    try model.syntax(&c)
    try c.flag("film_grain_characteristics_persistence_flag", &filmGrainCharacteristicsPersistenceFlag)
  }
}
