import BitstreamKit

/// Scaling lists in coded form.
///
/// ITU-T H.265 (08/2021) 7.3.4 `scaling_list_data( )`, semantics 7.4.5.
public struct ScalingListData: Syntax {
  public static let structureName: StaticString = "scaling_list_data"

  /// 20 lists: six of each size, and two of 32x32 (matrixId 0 and 3).
  public var lists: [List] = Array(repeating: List(), count: 20)

  /// One list.
  public struct List: Equatable, Sendable {
    /// The distance back to the list it equals; 0 for the default list. Present if scaling_list_pred_mode_flag is 0.
    public var scalingListPredMatrixIdDelta: UInt8? = 0
    /// Present if scaling_list_pred_mode_flag.
    public var coefficients: Coefficients?

    /// The default list.
    public init() {}
  }

  /// The coefficients of a list.
  public struct Coefficients: Equatable, Sendable {
    /// The DC coefficient of a 16x16 or 32x32 list, minus 8.
    public var scalingListDcCoefMinus8: Int16?
    /// The deltas between successive coefficients, 16 or 64.
    public var scalingListDeltaCoef: [Int16] = []

    /// Creates an empty list.
    public init() {}
  }

  /// All lists are the default ones.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.list("scaling_list_pred_mode_flag", &lists, count: 20, atLeast: 2, List()) { (c, list, k) throws(SyntaxError) in
      let sizeId = min(k / 6, 3)
      try list.syntax(&c, sizeId: sizeId, matrixId: sizeId == 3 ? (k - 18) * 3 : k % 6)
    }
  }
}

extension ScalingListData.List {
  mutating func syntax(_ c: inout SyntaxCoder, sizeId: Int, matrixId: Int) throws(SyntaxError) {
    var coded = coefficients != nil
    try c.flag("scaling_list_pred_mode_flag", &coded, at: sizeId, matrixId)
    try c.when(!coded, &scalingListPredMatrixIdDelta, 0) { (c, delta) throws(SyntaxError) in
      let limit = UInt8(truncatingIfNeeded: sizeId == 3 ? matrixId / 3 : matrixId)
      try c.ue("scaling_list_pred_matrix_id_delta", &delta, in: 0...limit, at: sizeId, matrixId)
    }
    try c.when(coded, &coefficients, ScalingListData.Coefficients()) { (c, list) throws(SyntaxError) in
      try c.when(sizeId > 1, &list.scalingListDcCoefMinus8, 0) { (c, dc) throws(SyntaxError) in
        try c.se("scaling_list_dc_coef_minus8", &dc, in: -7...247, at: sizeId - 2, matrixId)
      }
      let count = sizeId == 0 ? 16 : 64
      try c.list("scaling_list_delta_coef", &list.scalingListDeltaCoef, count: count, atLeast: 1, 0) { (c, delta, i) throws(SyntaxError) in
        try c.se("scaling_list_delta_coef", &delta, in: -128...127, at: i)
      }
    }
  }
}
