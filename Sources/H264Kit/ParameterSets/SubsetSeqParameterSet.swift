import BitstreamKit

/// Subset sequence parameter set: parameters shared by non-base layers or views.
///
/// ITU-T H.264 (08/2021) 7.3.2.1.3 `subset_seq_parameter_set_rbsp( )`, without its trailing bits.
public struct SubsetSeqParameterSet: Syntax {
  public static let structureName: StaticString = "subset_seq_parameter_set_rbsp"

  /// Scalable video, profiles 83 and 86.
  public struct Scalable: Equatable, Sendable {
    /// The SVC extension.
    public var seqParameterSetSVCExtension = SeqParameterSetSVCExtension()
    /// nil without svc_vui_parameters_present_flag.
    public var svcVUIParameters: SVCVUIParametersExtension?

    /// Creates an extension without VUI.
    public init() {}
  }

  /// Multiview video, profiles 118, 128 and 134.
  public struct Multiview: Equatable, Sendable {
    /// The MVC extension.
    public var seqParameterSetMVCExtension = SeqParameterSetMVCExtension()
    /// nil without mvc_vui_parameters_present_flag.
    public var mvcVUIParameters: MVCVUIParametersExtension?

    /// Creates an extension without VUI.
    public init() {}
  }

  /// The common sequence parameter set data.
  public var seqParameterSetData = SeqParameterSet()
  /// Profiles 83 and 86.
  public var scalable: Scalable?
  /// Profiles 118, 128 and 134.
  public var multiview: Multiview?
  /// Profiles 135, 138 and 139 (depth): the raw bits up to the trailing bits.
  public var depth: BitString?
  /// The raw bits after additional_extension2_flag.
  public var additionalExtension2: BitString?

  /// Creates a Baseline set with a picture size of one macroblock and no extension.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.nested(&seqParameterSetData)
    let profile = seqParameterSetData.profileIdc
    let chromaArrayType = seqParameterSetData.chromaArrayType
    let hasFields = !seqParameterSetData.frameMbsOnlyFlag
    try c.when(profile == 83 || profile == 86, &scalable, .init()) { (c, s) throws(SyntaxError) in
      try c.structure(SeqParameterSetSVCExtension.structureName, &s.seqParameterSetSVCExtension) { (c, e) throws(SyntaxError) in
        try e.syntax(&c, chromaArrayType: chromaArrayType)
      }
      try c.optional("svc_vui_parameters_present_flag", &s.svcVUIParameters)
    }
    try c.when(profile == 118 || profile == 128 || profile == 134, &multiview, .init()) { (c, m) throws(SyntaxError) in
      try c.fixed("bit_equal_to_one", 1, bits: 1)
      try c.structure(SeqParameterSetMVCExtension.structureName, &m.seqParameterSetMVCExtension) { (c, e) throws(SyntaxError) in
        try e.syntax(&c, isFrameCompatible: profile == 134, hasFields: hasFields)
      }
      try c.optional("mvc_vui_parameters_present_flag", &m.mvcVUIParameters)
    }
    let isDepth = profile == 135 || profile == 138 || profile == 139
    try c.when(isDepth, &depth, .empty) { (c, bits) throws(SyntaxError) in
      try c.rbspRest("seq_parameter_set_depth_extension", &bits)
    }
    if !isDepth {
      try c.optional("additional_extension2_flag", &additionalExtension2, .empty) { (c, bits) throws(SyntaxError) in
        try c.rbspRest("additional_extension2_data_flag", &bits)
      }
    }
  }
}
