import BitstreamKit

/// The marking of an earlier picture once more, for those who lost it.
///
/// ITU-T H.264 (08/2021) D.1.9 `dec_ref_pic_marking_repetition( )`, semantics D.2.9.
public struct DecRefPicMarkingRepetition: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "dec_ref_pic_marking_repetition"

  /// Whether that picture was an IDR picture.
  public var originalIdrFlag = false
  /// Its frame_num.
  public var originalFrameNum: UInt32 = 0
  /// Whether it was a field; nil with frame_mbs_only_flag.
  public var originalFieldPicFlag: Bool?
  /// Whether it was the bottom field.
  public var originalBottomFieldFlag: Bool?
  /// The marking.
  public var decRefPicMarking = DecRefPicMarking()

  /// A sliding window.
  public init() {}

  /// The elements. Without a sequence parameter set in force they cannot be read: the message then keeps its bytes.
  public mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) {
    guard let sps = sets.activeSeqParameterSet else { throw c._malformed("", .unsupported("no sequence parameter set is in force")) }
    try c.flag("original_idr_flag", &originalIdrFlag)
    try c.ue("original_frame_num", &originalFrameNum, in: 0...65535)
    try c.flag("original_field_pic_flag", &originalFieldPicFlag, when: !sps.frameMbsOnlyFlag)
    try c.flag("original_bottom_field_flag", &originalBottomFieldFlag, when: originalFieldPicFlag == true)
    let isIDR = originalIdrFlag
    try c.structure(DecRefPicMarking.structureName, &decRefPicMarking) { (c, m) throws(SyntaxError) in try m.syntax(&c, idrPicFlag: isIDR) }
  }
}

extension DecRefPicMarkingRepetition: SEIPayloadStructure {
  public init?(_ payload: SEIPayload) {
    guard case .decRefPicMarkingRepetition(let value) = payload else { return nil }
    self = value
  }

  public var payload: SEIPayload { .decRefPicMarkingRepetition(self) }
}
