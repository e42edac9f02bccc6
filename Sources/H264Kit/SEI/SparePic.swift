import BitstreamKit

/// Spare pictures: substitutes for lost areas of a reference picture.
///
/// ITU-T H.264 (08/2021) D.1.10 `spare_pic( )`, semantics D.2.10.
public struct SparePic: SEIPayloadStructure {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "spare_pic"

  /// Creates a message with one picture.
  public struct Spare: Equatable, Sendable {
    /// The frame_num difference from the previous spare picture.
    public var deltaSpareFrameNum: UInt32 = 0
    /// Whether it is a bottom field; present if spare_field_flag.
    public var spareBottomFieldFlag: Bool?
    /// The spare area: 0 the whole picture, 1 one flag per map unit, 2 run lengths.
    public var spareAreaIdc: UInt8 = 0
    /// spare_area_idc 1: whether each map unit is excluded from the spare area.
    public var spareUnitFlag: [Bool] = []
    /// spare_area_idc 2: run lengths of spare map units before each excluded one.
    public var zeroRunLength: [UInt32] = []

    /// Creates a spare of the whole picture.
    public init() {}
  }

  /// frame_num of the target picture.
  public var targetFrameNum: UInt32 = 0
  /// Whether target and spare pictures are fields.
  public var spareFieldFlag = false
  /// Whether it is a bottom field; present if spare_field_flag.
  public var targetBottomFieldFlag: Bool?
  /// 1 to 16.
  public var spares: [Spare] = [Spare()]

  /// Creates a message with one picture.
  public init() {}

  /// Codes the elements. If no sequence parameter set is active, parsing fails and the message is stored as raw bytes.
  public mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) {
    guard let sps = sets.upcomingSeqParameterSet else { throw c._malformed("", .unsupported("no sequence parameter set is active")) }
    let units = sps.picSizeInMapUnits
    try c.ue("target_frame_num", &targetFrameNum, in: 0...65535)
    try c.flag("spare_field_flag", &spareFieldFlag)
    try c.flag("target_bottom_field_flag", &targetBottomFieldFlag, when: spareFieldFlag)
    let isField = spareFieldFlag
    let count = try c.ueCount("num_spare_pics_minus1", spares.count, minus: 1, in: 0...15)
    try c.list("delta_spare_frame_num", &spares, count: count, atLeast: 2, .init()) { (c, s, i) throws(SyntaxError) in
      try s.syntax(&c, i, isField, units)
    }
  }
}

extension SparePic.Spare {
  mutating func syntax(_ c: inout SyntaxCoder, _ i: Int, _ isField: Bool, _ units: UInt64) throws(SyntaxError) {
    try c.ue("delta_spare_frame_num", &deltaSpareFrameNum, in: 0...65535, at: i)
    try c.flag("spare_bottom_field_flag", &spareBottomFieldFlag, when: isField, at: i)
    try c.ue("spare_area_idc", &spareAreaIdc, in: 0...2, sizing: true, at: i, -1)
    let flags = spareAreaIdc == 1 ? Int(clamping: units) : 0
    try c.list("spare_unit_flag", &spareUnitFlag, count: flags, atLeast: 1, false) { (c, v, j) throws(SyntaxError) in
      try c.flag("spare_unit_flag", &v, at: i, j)
    }
    if spareAreaIdc == 2 {
      var covered: UInt64 = 0
      try c.listThrough("zero_run_length", &zeroRunLength, limit: Int.max, 0) { (c, v, j) throws(SyntaxError) -> Bool in
        try c.ue("zero_run_length", &v, in: 0...SliceGroups.maxMapUnits, at: i, j)
        covered += UInt64(v) + 1
        return covered >= units
      }
    } else if !zeroRunLength.isEmpty {
      throw c._inconsistent("zero_run_length", "runs are present but spare_area_idc is not 2")
    }
  }
}
