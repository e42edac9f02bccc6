import BitstreamKit

/// Repetition of the reference picture marking of an earlier picture, for error resilience.
///
/// ITU-T H.264 (08/2021) D.1.9 `dec_ref_pic_marking_repetition( )`, semantics D.2.9.
public struct DecRefPicMarkingRepetition: SEIPayloadStructure {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "dec_ref_pic_marking_repetition"

  /// Whether the original picture is an IDR picture.
  public var originalIdrFlag = false
  /// frame_num of the original picture.
  public var originalFrameNum: UInt32 = 0
  /// Whether the original picture is a field; nil if frame_mbs_only_flag.
  public var originalFieldPicFlag: Bool?
  /// Whether the original picture is a bottom field.
  public var originalBottomFieldFlag: Bool?
  /// The repeated marking.
  public var decRefPicMarking = DecRefPicMarking()

  /// Creates sliding window marking.
  public init() {}

  /// Codes the elements. If no sequence parameter set is active, parsing fails and the message is stored as raw bytes.
  public mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) {
    guard let sps = sets.upcomingSeqParameterSet else { throw c._malformed("", .unsupported("no sequence parameter set is active")) }
    try c.flag("original_idr_flag", &originalIdrFlag)
    try c.ue("original_frame_num", &originalFrameNum, in: 0...65535)
    try c.flag("original_field_pic_flag", &originalFieldPicFlag, when: !sps.frameMbsOnlyFlag)
    try c.flag("original_bottom_field_flag", &originalBottomFieldFlag, when: originalFieldPicFlag == true)
    let isIDR = originalIdrFlag
    try c.structure(DecRefPicMarking.structureName, &decRefPicMarking) { (c, m) throws(SyntaxError) in try m.syntax(&c, idrPicFlag: isIDR) }
  }
}
