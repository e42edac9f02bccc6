import BitstreamKit

/// The first byte of a NAL unit, and the two or three bytes behind it that units of extensions have.
///
/// ITU-T H.264 (08/2021) 7.3.1 `nal_unit( )`, semantics 7.4.1.
public struct NALUnitHeader: FastSyntax {
  public static let structureName: StaticString = "nal_unit_header"

  /// 0; anything else means that the unit is damaged.
  public var forbiddenZeroBit: UInt8 = 0
  /// 0 for a unit that no other picture is predicted from, 1 to 3 otherwise.
  public var nalRefIdc: UInt8 = 0
  /// What the unit holds, 0 to 31 (Table 7-1).
  public var nalUnitType: UInt8 = 0
  /// Types 14 and 20 with svc_extension_flag.
  public var svcExtension: NALUnitHeaderSVCExtension?
  /// Types 14 and 20 without svc_extension_flag, type 21 without avc_3d_extension_flag.
  public var mvcExtension: NALUnitHeaderMVCExtension?
  /// Type 21 with avc_3d_extension_flag.
  public var avc3DExtension: NALUnitHeader3DAVCExtension?

  /// A header of all zeros.
  public init() {}

  public mutating func syntax<C: ElementCoder>(_ c: inout C) throws(SyntaxError) {
    try c.u("forbidden_zero_bit", &forbiddenZeroBit, bits: 1, in: 0...0)
    try c.u("nal_ref_idc", &nalRefIdc, bits: 2)
    try c.u("nal_unit_type", &nalUnitType, bits: 5)
    if nalUnitType == 14 || nalUnitType == 20 {
      try c.optional("svc_extension_flag", &svcExtension)
      try c.when(svcExtension == nil, &mvcExtension, .init()) { (c, e) throws(SyntaxError) in try c.nested(&e) }
    } else if nalUnitType == 21 {
      try c.optional("avc_3d_extension_flag", &avc3DExtension)
      try c.when(avc3DExtension == nil, &mvcExtension, .init()) { (c, e) throws(SyntaxError) in try c.nested(&e) }
    }
  }
}

extension NALUnitHeader {
  /// The header in a unit's first byte; never fails, a forbidden bit that is set is kept. Extensions are left nil.
  public init(firstByte: UInt8) {
    forbiddenZeroBit = firstByte >> 7
    nalRefIdc = firstByte >> 5 & 3
    nalUnitType = firstByte & 31
  }

  /// What the unit holds.
  public var type: NALUnitType { NALUnitType(rawValue: nalUnitType) }

  /// IdrPicFlag (7.4.1, G.7.4.1.1, H.7.4.1.1): whether the unit is of an IDR picture.
  public var idrPicFlag: Bool {
    if let svcExtension { return svcExtension.idrFlag }
    if let mvcExtension { return !mvcExtension.nonIdrFlag }
    if let avc3DExtension { return !avc3DExtension.nonIdrFlag }
    return nalUnitType == 5
  }

  /// Bytes of the header: 1, 3 or 4.
  public var byteCount: Int {
    svcExtension != nil || mvcExtension != nil ? 4 : avc3DExtension != nil ? 3 : 1
  }
}
