import BitstreamKit

/// Pictures that may stand in where parts of a reference are lost.
///
/// ITU-T H.264 (08/2021) D.1.10 `spare_pic( )`, semantics D.2.10.
public struct SparePic: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "spare_pic"

  /// One picture.
  public struct Spare: Equatable, Sendable {
    /// The distance of its frame_num from the one before.
    public var deltaSpareFrameNum: UInt32 = 0
    /// Whether it is the bottom field; with spare_field_flag.
    public var spareBottomFieldFlag: Bool?
    /// 0 all of it, 1 a flag for each map unit, 2 runs.
    public var spareAreaIdc: UInt8 = 0
    /// With 1: whether each map unit cannot stand in.
    public var spareUnitFlag: [Bool] = []
    /// With 2: map units before each that cannot stand in.
    public var zeroRunLength: [UInt32] = []

    /// All of it.
    public init() {}
  }

  /// frame_num of the picture that is stood in for.
  public var targetFrameNum: UInt32 = 0
  /// Whether it is a field.
  public var spareFieldFlag = false
  /// Whether it is the bottom field; with spare_field_flag.
  public var targetBottomFieldFlag: Bool?
  /// 1 to 16.
  public var spares: [Spare] = [Spare()]

  /// One picture.
  public init() {}

  /// The elements. Without a sequence parameter set in force they cannot be read: the message then keeps its bytes.
  public mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) {
    guard let sps = sets.activeSeqParameterSet else { throw c._malformed("", .unsupported("no sequence parameter set is in force")) }
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
      try c.listThrough("zero_run_length", &zeroRunLength, most: Int.max, 0) { (c, v, j) throws(SyntaxError) -> Bool in
        try c.ue("zero_run_length", &v, in: 0...SliceGroups.mostMapUnits, at: i, j)
        covered += UInt64(v) + 1
        return covered >= units
      }
    } else if !zeroRunLength.isEmpty {
      throw c._inconsistent("zero_run_length", "there are runs without spare_area_idc 2")
    }
  }
}

extension SparePic: SEIPayloadStructure {
  public init?(_ payload: SEIPayload) {
    guard case .sparePic(let value) = payload else { return nil }
    self = value
  }

  public var payload: SEIPayload { .sparePic(self) }
}
