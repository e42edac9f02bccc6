import BitstreamKit

/// Decoded reference picture marking.
///
/// ITU-T H.264 (08/2021) 7.3.3.3 `dec_ref_pic_marking( )`.
public struct DecRefPicMarking: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "dec_ref_pic_marking"

  /// Marking of an IDR picture.
  public struct IDR: Equatable, Sendable {
    /// Whether pictures not yet output are discarded.
    public var noOutputOfPriorPicsFlag = false
    /// Whether the picture is marked as a long-term reference.
    public var longTermReferenceFlag = false

    /// Creates marking as a short-term reference with all prior pictures output.
    public init() {}
  }

  /// One memory management control operation.
  public struct Operation: Equatable, Sendable {
    /// 1 to 6 (Table 7-9); 0 terminates the list and is not stored in it.
    public var memoryManagementControlOperation: UInt8 = 0
    /// Present for operations 1 and 3.
    public var differenceOfPicNumsMinus1: UInt32?
    /// Present for operation 2.
    public var longTermPicNum: UInt32?
    /// Present for operations 3 and 6.
    public var longTermFrameIdx: UInt32?
    /// Present for operation 4.
    public var maxLongTermFrameIdxPlus1: UInt32?

    /// Creates a list terminator.
    public init() {}

    mutating func syntax<C: ElementCoder>(_ c: inout C) throws(SyntaxError) {
      try c.ue("memory_management_control_operation", &memoryManagementControlOperation, in: 0...6, sizing: true, at: -1, -1)
      let operation = memoryManagementControlOperation
      try c.ue("difference_of_pic_nums_minus1", &differenceOfPicNumsMinus1, in: 0...131_071, when: operation == 1 || operation == 3)
      try c.ue("long_term_pic_num", &longTermPicNum, in: 0...31, when: operation == 2)
      try c.ue("long_term_frame_idx", &longTermFrameIdx, in: 0...15, when: operation == 3 || operation == 6)
      try c.ue("max_long_term_frame_idx_plus1", &maxLongTermFrameIdxPlus1, in: 0...16, when: operation == 4)
    }
  }

  /// Marking of an IDR picture.
  public var idr: IDR?
  /// Marking of a non-IDR picture; nil without adaptive_ref_pic_marking_mode_flag, which selects sliding window marking.
  public var operations: [Operation]?

  /// Creates sliding window marking.
  public init() {}

  /// The maximum number of operations per picture: two for each of 32 fields, plus 2.
  static let limit = 66

  mutating func syntax<C: ElementCoder>(_ c: inout C, idrPicFlag: Bool) throws(SyntaxError) {
    try c.when(idrPicFlag, &idr, .init()) { (c, v) throws(SyntaxError) in
      try c.flag("no_output_of_prior_pics_flag", &v.noOutputOfPriorPicsFlag)
      try c.flag("long_term_reference_flag", &v.longTermReferenceFlag)
    }
    if !idrPicFlag {
      try c.optional("adaptive_ref_pic_marking_mode_flag", &operations, []) { (c, list) throws(SyntaxError) in
        try c.terminatedList("memory_management_control_operation", by: .init(), &list, limit: Self.limit) { (c, o) throws(SyntaxError) in
          try o.syntax(&c)
        }
      }
    }
  }
}
