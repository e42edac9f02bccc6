import BitstreamKit

/// NAL unit header: one byte, followed by two or three bytes in units of extensions.
///
/// ITU-T H.264 (08/2021) 7.3.1 `nal_unit( )`, semantics 7.4.1.
public struct NALUnitHeader: FastSyntax {
  public static let structureName: StaticString = "nal_unit_header"

  /// 0; any other value means that the unit is damaged.
  public var forbiddenZeroBit: UInt8 = 0
  /// 0 for a unit that is not used for reference, 1 to 3 otherwise.
  public var nalRefIdc: UInt8 = 0
  /// The unit type, 0 to 31 (Table 7-1).
  public var nalUnitType: UInt8 = 0
  /// Present for types 14 and 20 if svc_extension_flag is 1.
  public var svcExtension: NALUnitHeaderSVCExtension?
  /// Present for types 14 and 20 if svc_extension_flag is 0, and for type 21 if avc_3d_extension_flag is 0.
  public var mvcExtension: NALUnitHeaderMVCExtension?
  /// Present for type 21 if avc_3d_extension_flag is 1.
  public var avc3DExtension: NALUnitHeader3DAVCExtension?

  /// Creates a header of all zeros.
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
  /// Parses the first byte of a unit. Never fails; a nonzero forbidden bit is stored. Extensions are left nil.
  public init(firstByte: UInt8) {
    forbiddenZeroBit = firstByte >> 7
    nalRefIdc = firstByte >> 5 & 3
    nalUnitType = firstByte & 31
  }

  /// The unit type.
  public var type: NALUnitType { NALUnitType(rawValue: nalUnitType) }

  /// IdrPicFlag (7.4.1, G.7.4.1.1, H.7.4.1.1): whether the unit belongs to an IDR picture.
  public var idrPicFlag: Bool {
    if let svcExtension { return svcExtension.idrFlag }
    if let mvcExtension { return !mvcExtension.nonIdrFlag }
    if let avc3DExtension { return !avc3DExtension.nonIdrFlag }
    return nalUnitType == 5
  }

  /// The size of the header in bytes: 1, 3 or 4.
  public var byteCount: Int {
    svcExtension != nil || mvcExtension != nil ? 4 : avc3DExtension != nil ? 3 : 1
  }
}
