import BitstreamKit
import HEVCKit
import NALKit

extension HEVCFacts {
  /// Whether the unit under check is a slice segment of the base layer, of a type that the specification defines.
  var isBaseSlice: Bool {
    let header = header
    return header.nuhLayerId == 0 && !isConfiguration && (header.nalUnitType <= 9 || (16...21).contains(header.nalUnitType))
  }

  /// Whether the slice segment under check is the first of its picture.
  var isFirstSegment: Bool { unit.headByte(2).map { $0 & 0x80 != 0 } ?? false }

  /// slice_pic_parameter_set_id of the slice segment under check; nil if it is out of range or missing.
  ///
  /// The first bytes of a slice segment header contain no emulation prevention byte up to this element.
  var slicePicParameterSetID: UInt8? {
    guard unit.headCount > 4 else { return nil }
    // After the header, first_slice_segment_in_pic_flag and, in IRAP pictures, no_output_of_prior_pics_flag.
    let bits = unit.head << ((16...23).contains(nalUnitType) ? 18 : 17)
    let zeros = bits.leadingZeroBitCount
    guard zeros <= 6 else { return nil }
    let code = (bits << UInt64(zeros)) >> UInt64(63 - zeros)
    return code >= 1 && code <= 64 ? UInt8(code - 1) : nil
  }

  /// The sequence parameter set of the slice segment under check; nil if a set is missing.
  var sliceSet: SeqParameterSet? {
    guard let id = slicePicParameterSetID, let set = sets.picParameterSet(id) else { return nil }
    return sets.seqParameterSet(set.ppsSeqParameterSetId)
  }
}
