import BitstreamKit

/// One operation of reference picture list modification.
///
/// ITU-T H.264 (08/2021) 7.3.3.1 `ref_pic_list_modification( )`, G.7.3.3.1.1 `ref_pic_list_mvc_modification( )`.
public struct RefPicListModification: Equatable, Sendable {
  /// 0 and 1: subtract and add a picture number difference; 2: long-term picture; 4 and 5: subtract and add a view index difference;
  /// 3 terminates the list and is not stored in it.
  public var modificationOfPicNumsIdc: UInt8 = 3
  /// Present for 0 and 1: the difference from the previous picture number, minus 1.
  public var absDiffPicNumMinus1: UInt32?
  /// Present for operation 2.
  public var longTermPicNum: UInt32?
  /// Present for 4 and 5: the difference from the previous view index, minus 1.
  public var absDiffViewIdxMinus1: UInt32?

  /// Creates a list terminator.
  public init() {}

  /// The maximum number of operations per list: twice the 32 fields of 16 frames, plus 2.
  static let limit = 66

  mutating func syntax<C: ElementCoder>(_ c: inout C, isMultiview: Bool) throws(SyntaxError) {
    try c.ue("modification_of_pic_nums_idc", &modificationOfPicNumsIdc, in: 0...(isMultiview ? 5 : 3), sizing: true, at: -1, -1)
    let idc = modificationOfPicNumsIdc
    try c.ue("abs_diff_pic_num_minus1", &absDiffPicNumMinus1, in: 0...131_071, when: idc < 2)
    try c.ue("long_term_pic_num", &longTermPicNum, in: 0...31, when: idc == 2)
    try c.ue("abs_diff_view_idx_minus1", &absDiffViewIdxMinus1, in: 0...1023, when: idc > 3)
  }
}

extension ElementCoder {
  /// Codes a flag followed by a list of operations.
  mutating func refPicListModification(
    _ flagName: StaticString, _ steps: inout [RefPicListModification]?, isMultiview: Bool
  ) throws(SyntaxError) {
    try optional(flagName, &steps, []) { (c, steps) throws(SyntaxError) in
      let limit = RefPicListModification.limit
      try c.terminatedList("modification_of_pic_nums_idc", by: .init(), &steps, limit: limit) { (c, s) throws(SyntaxError) in
        try s.syntax(&c, isMultiview: isMultiview)
      }
    }
  }
}
