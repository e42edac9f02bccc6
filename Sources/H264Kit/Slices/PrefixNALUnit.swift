import BitstreamKit

/// Prefix NAL unit: SVC information about the base layer slice that follows; empty for multiview.
///
/// ITU-T H.264 (08/2021) 7.3.2.12 `prefix_nal_unit_rbsp( )`, F.7.3.2.12.1 `prefix_nal_unit_svc( )`.
public struct PrefixNALUnit: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "prefix_nal_unit_rbsp"

  /// One operation on reference base pictures (F.7.3.3.5 `dec_ref_base_pic_marking( )`).
  public struct Operation: Equatable, Sendable {
    /// 1 or 2; 0 terminates the list and is not stored in it.
    public var memoryManagementBaseControlOperation: UInt8 = 0
    /// Present for operation 1.
    public var differenceOfBasePicNumsMinus1: UInt32?
    /// Present for operation 2.
    public var longTermBasePicNum: UInt32?

    /// Creates a list terminator.
    public init() {}
  }

  /// dec_ref_base_pic_marking( ).
  public struct Marking: Equatable, Sendable {
    /// nil without adaptive_ref_base_pic_marking_mode_flag.
    public var operations: [Operation]?

    /// Creates sliding window marking.
    public init() {}
  }

  /// Whether the base representation is stored as a reference; present for SVC reference pictures.
  public var storeRefBasePicFlag: Bool?
  /// Present for non-IDR pictures if reference base pictures are used or stored.
  public var decRefBasePicMarking: Marking?
  /// Extension bits of later editions, up to the trailing bits; nil if absent (then trailing bits may be absent too).
  public var additionalPrefixNALUnitExtensionData: BitString?

  /// Creates an empty unit.
  public init() {}

  /// Codes the elements, including the trailing bits if present.
  public mutating func syntax(_ c: inout SyntaxCoder, header: NALUnitHeader, trailing: inout [UInt8]) throws(SyntaxError) {
    guard let svc = header.svcExtension else { return }
    let isReference = header.nalRefIdc != 0
    try c.flag("store_ref_base_pic_flag", &storeRefBasePicFlag, when: isReference)
    let isMarking = isReference && !svc.idrFlag && (svc.useRefBasePicFlag || storeRefBasePicFlag == true)
    try c.when(isMarking, &decRefBasePicMarking, .init()) { (c, m) throws(SyntaxError) in
      try c.optional("adaptive_ref_base_pic_marking_mode_flag", &m.operations, []) { (c, list) throws(SyntaxError) in
        try c.terminatedList("memory_management_base_control_operation", by: .init(), &list, limit: 66) { (c, o) throws(SyntaxError) in
          try c.ue("memory_management_base_control_operation", &o.memoryManagementBaseControlOperation, in: 0...2, sizing: true, at: -1, -1)
          let operation = o.memoryManagementBaseControlOperation
          try c.ue("difference_of_base_pic_nums_minus1", &o.differenceOfBasePicNumsMinus1, in: 0...131_071, when: operation == 1)
          try c.ue("long_term_base_pic_num", &o.longTermBasePicNum, in: 0...31, when: operation == 2)
        }
      }
    }
    var hasMore = additionalPrefixNALUnitExtensionData != nil
    if isReference {
      try c.flag("additional_prefix_nal_unit_extension_flag", &hasMore)
    } else {
      hasMore = try c.moreRBSPData(hasMore)
    }
    try c.when(hasMore, &additionalPrefixNALUnitExtensionData, .empty) { (c, bits) throws(SyntaxError) in
      try c.rbspRest("additional_prefix_nal_unit_extension_data_flag", &bits)
    }
    // Without a flag, an empty extension cannot be distinguished from an absent one.
    if !isReference, additionalPrefixNALUnitExtensionData?.isEmpty == true {
      throw c._inconsistent("additional_prefix_nal_unit_extension_data_flag", "there are no bits")
    }
    if isReference || hasMore { try c.rbspTrailingBits(&trailing) }
  }
}
