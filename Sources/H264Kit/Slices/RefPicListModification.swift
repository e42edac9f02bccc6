import BitstreamKit

/// One step in the reordering of a reference list.
///
/// ITU-T H.264 (08/2021) 7.3.3.1 `ref_pic_list_modification( )`, G.7.3.3.1.1 `ref_pic_list_mvc_modification( )`.
public struct RefPicListModification: Equatable, Sendable {
  /// 0 and 1 a picture number below and above, 2 a long-term picture, 4 and 5 a view below and above; 3 ends the list and is
  /// no element of it.
  public var modificationOfPicNumsIdc: UInt8 = 3
  /// With 0 and 1: the distance from the number before, less one.
  public var absDiffPicNumMinus1: UInt32?
  /// With 2.
  public var longTermPicNum: UInt32?
  /// With 4 and 5: the distance from the view before, less one.
  public var absDiffViewIdxMinus1: UInt32?

  /// The end of a list.
  public init() {}

  /// Steps in one list: fields have two fields of each of 16 frames, and twice that is more than anybody needs.
  static let most = 66

  mutating func syntax<C: ElementCoder>(_ c: inout C, isMultiview: Bool) throws(SyntaxError) {
    try c.ue("modification_of_pic_nums_idc", &modificationOfPicNumsIdc, in: 0...(isMultiview ? 5 : 3), sizing: true, at: -1, -1)
    let idc = modificationOfPicNumsIdc
    try c.ue("abs_diff_pic_num_minus1", &absDiffPicNumMinus1, in: 0...131_071, when: idc < 2)
    try c.ue("long_term_pic_num", &longTermPicNum, in: 0...31, when: idc == 2)
    try c.ue("abs_diff_view_idx_minus1", &absDiffViewIdxMinus1, in: 0...1023, when: idc > 3)
  }
}

extension ElementCoder {
  /// A list of steps behind its flag.
  mutating func refPicListModification(
    _ flagName: StaticString, _ steps: inout [RefPicListModification]?, isMultiview: Bool
  ) throws(SyntaxError) {
    try optional(flagName, &steps, []) { (c, steps) throws(SyntaxError) in
      let most = RefPicListModification.most
      try c.terminatedList("modification_of_pic_nums_idc", by: .init(), &steps, most: most) { (c, s) throws(SyntaxError) in
        try s.syntax(&c, isMultiview: isMultiview)
      }
    }
  }
}
